"""Self-play, studies, learning environments, fitting of evaluations and search for puzzles."""

from palatine.lab.arrays import Decisions, play_into_arrays
from palatine.lab.language import play_models, served
from palatine.lab.making import openspiel_game, pettingzoo_env, pettingzoo_parallel_env
from palatine.lab.selfplay import SelfPlayGame, SelfPlayStudy, Setting, complete_setting, games_of, play_one, study

__all__ = [
    "Decisions", "SelfPlayGame", "SelfPlayStudy", "Setting", "complete_setting", "games_of", "openspiel_game",
    "pettingzoo_env", "pettingzoo_parallel_env", "play_into_arrays", "play_models", "play_one", "served",
    "study",
]  # fmt: skip
