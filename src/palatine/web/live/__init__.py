"""Live updates of a match: listeners, what they have been sent, and what is made for them."""
