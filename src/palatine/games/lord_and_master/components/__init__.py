"""What came in the box, loaded once: `world` the map, `places` numbers of places, `pieces` troops and characters,
`tables` what dice are read from; `loading` reads the files."""
