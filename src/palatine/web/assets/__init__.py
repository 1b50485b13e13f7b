"""What the page is made of, as it is served: scripts in one, files compressed, drawings short."""
