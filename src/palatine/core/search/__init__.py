"""The interface between games and bots that search."""
