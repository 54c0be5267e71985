"""Self-play training of the net that `sage` plays with; `docs/training.md` tells how."""
