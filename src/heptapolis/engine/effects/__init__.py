"""Effects, grouped by rule chapter. Which kinds there are in a game, its boxes say (``boxes``)."""
