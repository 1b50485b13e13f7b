"""Secret orders: sheets with quick fixes, turns, turn reports, and letters between seats."""
