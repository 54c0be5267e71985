"""Storage of tables, people and events in SQLite or PostgreSQL."""
