"""The terminal client: a full-screen app, and a plain prompt for pipes and screen readers."""
