"""Effects, grouped by rule chapter. The boxes in use decide which kinds a game has (``boxes``)."""
