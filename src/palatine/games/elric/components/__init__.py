"""Game components from `data/`: `world` (map), `pieces` (counters), `spells`, `tables`."""
