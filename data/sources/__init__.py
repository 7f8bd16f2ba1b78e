"""One reader for each source of facts; see docs/data.md."""
