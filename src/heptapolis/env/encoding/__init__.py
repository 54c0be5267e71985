"""What environments do in every step, compiled with the engine: actions as numbers, observations as bytes."""
