"""Web Push: tells people who play over days, or who look elsewhere, that it is their turn."""
