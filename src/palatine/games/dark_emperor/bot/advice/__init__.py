"""What the captain would do, and why: `advising`."""
