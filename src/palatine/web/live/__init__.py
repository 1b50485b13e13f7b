"""Live updates of matches: listeners, a hub per process and the cache of sent views."""
