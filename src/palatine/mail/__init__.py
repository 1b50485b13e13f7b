"""The post: matches that are played by mail, from the letter that comes in to the one that goes out."""
