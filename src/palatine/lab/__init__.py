"""The laboratory: many games, and what they show."""

from palatine.lab.selfplay import Played, Setting, Study, games_of, play_one, settle, study

__all__ = ["Played", "Setting", "Study", "games_of", "play_one", "settle", "study"]
