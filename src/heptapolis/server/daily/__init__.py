"""The daily deal: one game a day that everybody can play once, against the same bots."""
