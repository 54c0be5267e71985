"""Many games at once: simulations, benchmarks, matches and ratings."""
