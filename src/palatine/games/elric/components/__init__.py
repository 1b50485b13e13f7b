"""What came in the box, loaded once from `data/`: `world` the map, `pieces` the counters, `spells`, `tables`."""
