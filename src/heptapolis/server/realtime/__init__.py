"""WebSockets, and notifications between server processes."""
