"""`python -m data.build`: make data/catalogue/*.parquet from the pinned sources."""
