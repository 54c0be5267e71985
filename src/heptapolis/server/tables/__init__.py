"""Tables: their events and state, what requests do to them, and how they are shown."""
