"""The web service: tables for people and bots that never lose a move."""
