"""The champion: a net that learned the game by playing against itself, and a search that it guides."""
