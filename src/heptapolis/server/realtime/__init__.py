"""The WebSocket, and messages between server processes."""
