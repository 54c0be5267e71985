"""Whole games as records: read, write, replay."""
