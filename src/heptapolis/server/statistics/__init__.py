"""Statistics of finished games: what is kept of each, sums that grow with each, and the pages made of them."""
