"""What whoever listens to a match is told: who they are, what they have been shown, and what is made for them."""
