"""The buff library: hand-written rows of data/buffs, and the rest compiled from the source's ability data."""
