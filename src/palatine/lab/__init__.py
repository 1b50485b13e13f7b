"""Self-play, studies, learning environments, fitting of evaluations and search for puzzles."""

from palatine.lab.arrays import Decisions, play_into_arrays
from palatine.lab.factories import openspiel_game, pettingzoo_env, pettingzoo_parallel_env
from palatine.lab.language import chat_completions_player, play_models
from palatine.lab.selfplay import (
    SelfPlayGame,
    SelfPlayStudy,
    Setting,
    complete_setting,
    play_games,
    play_one,
    play_setting,
)

__all__ = [
    "Decisions",
    "SelfPlayGame",
    "SelfPlayStudy",
    "Setting",
    "chat_completions_player",
    "complete_setting",
    "openspiel_game",
    "pettingzoo_env",
    "pettingzoo_parallel_env",
    "play_games",
    "play_into_arrays",
    "play_models",
    "play_one",
    "play_setting",
]  # fmt: skip
