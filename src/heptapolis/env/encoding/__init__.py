"""The inner loop of the environments, compiled with the engine: actions as numbers, observations as bytes."""
