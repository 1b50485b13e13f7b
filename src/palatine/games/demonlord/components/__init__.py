"""What came in the box, loaded once from `data/`: `world` (the map), `pieces` (units), `tables` (charts), `spells`."""
