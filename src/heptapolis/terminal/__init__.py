"""The game in a terminal: a full screen that shows the whole table, and a plain prompt for pipes and screen readers."""
