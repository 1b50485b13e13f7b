"""What a game gives bots that search."""
