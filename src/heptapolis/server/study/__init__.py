"""Analyses of recorded games, and advice during a game; the bot processes do the thinking."""
