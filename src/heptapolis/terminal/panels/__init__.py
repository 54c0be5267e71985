"""The parts of the full screen, each a function from the game to lines that fit a given width and height."""
