"""What each box brings to the rules beside its data: effects, phases, and what happens when a game is set up."""
