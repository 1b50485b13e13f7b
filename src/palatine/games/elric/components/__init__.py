"""Game components loaded from `data/`: `world` (map), `pieces` (counters), `spells`, `tables`."""
