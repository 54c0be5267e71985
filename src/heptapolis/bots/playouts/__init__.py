"""Playout policies and playout search, compiled with the engine."""
