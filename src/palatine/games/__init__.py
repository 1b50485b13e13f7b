"""The games Palatine referees, a package each. None knows of another."""
