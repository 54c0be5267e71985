"""Ratings of people from rated games: the model, the steps that are stored, and the leaderboards."""
