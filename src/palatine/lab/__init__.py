"""The laboratory: many games, and what they show."""

from palatine.lab.selfplay import Played, Setting, Study, complete_setting, games_of, play_one, study

__all__ = ["Played", "Setting", "Study", "complete_setting", "games_of", "play_one", "study"]
