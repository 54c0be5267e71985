"""Game records: read, write, replay."""
