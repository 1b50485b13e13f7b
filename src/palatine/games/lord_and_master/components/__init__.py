"""What came in the box, loaded once: `world` the map, and how files are read, `places` numbers of places, `pieces`
troops and characters, `tables` what dice are read from."""
