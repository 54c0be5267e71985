"""What bots run millions of times: playout policies and search, compiled with the engine."""
