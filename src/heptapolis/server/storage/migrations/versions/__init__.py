"""Each file is one change."""
