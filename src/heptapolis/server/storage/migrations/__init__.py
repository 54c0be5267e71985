"""Changes of the database, one after the other."""
