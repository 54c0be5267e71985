"""People: guests, accounts, tokens and passwords."""
