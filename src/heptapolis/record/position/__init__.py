"""Positions as JSON documents: reading, writing and the answers of `heptapolis position`."""
