"""The champion: a neural net trained by self-play, and a search guided by it."""
