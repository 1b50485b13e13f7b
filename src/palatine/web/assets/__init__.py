"""Static assets as served: bundled scripts, compressed files and shortened drawings."""
