"""Self-play training of the net of `sage`; see `docs/training.md`."""
