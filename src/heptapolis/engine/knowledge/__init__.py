"""What a seat knows: its view of the table, what it remembers, and tables sampled from both."""
