"""Positions as JSON documents: read, write, answer."""
