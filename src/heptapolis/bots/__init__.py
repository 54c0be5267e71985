"""Players: they see a view, never the table. Playout policies are compiled with the engine."""
