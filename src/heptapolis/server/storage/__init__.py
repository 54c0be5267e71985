"""Where tables, people and events are kept: SQLite or PostgreSQL."""
