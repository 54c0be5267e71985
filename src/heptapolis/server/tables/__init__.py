"""Tables: their events, their state, what requests do to them, and the messages that show them."""
