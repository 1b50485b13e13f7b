"""The games Palatine referees, a package each. None depends on another."""
