"""OpenSpiel game and state of a match; requires the extra `lab`.

`palatine.lab.openspiel_game` creates the game. The dice are one chance node at the root: which of DEALS seeds the
match uses. Everything else follows from the seed, so a history is a match and a state can be serialized. A search
that continues from a copied state would therefore see future dice. It has to start from `resample_from_infostate`, as
OpenSpiel's ISMCTS does, which deals the player's hidden information again with new dice.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from palatine import registry
from palatine.lab.action_menus import MenuMatch
from palatine.lab.observing import Observer

CHANCE_OUTCOMES = 1024
"""Number of seeds at the chance node."""
MAX_GAME_LENGTH = 1_000_000
"""An upper bound: no match has as many decisions."""
MAX_SEATS = 32

GAME_TYPE = pyspiel.GameType(
    short_name="palatine",
    long_name="Palatine",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_SEATS,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "", "scenario": "", "seats": "", "settings": "", "choices": 0},
)


def spiel_game(match: MenuMatch) -> Any:
    """Return the pyspiel.Game of a match that has not started."""
    # Hexadecimal digits, because OpenSpiel reserves commas and brackets in the text of a game.
    settings = json.dumps(match.options).encode().hex() if match.options else ""
    if match.game.name not in registry.games():
        registry.register(match.game.name, match.game)
    return pyspiel.load_game(
        "palatine",
        {
            "game": match.game.name,
            "scenario": match.game.scenario(match.scenario).name,
            "seats": "+".join(match.seats),
            "settings": settings,
            "choices": match.choices,
        },
    )


class PalatineGame(pyspiel.Game):
    """A game with its scenario, seats and options."""

    def __init__(self, given: Any = None) -> None:
        given = given or {}
        game = registry.load(given["game"])
        seats = tuple(given["seats"].split("+")) if given["seats"] else None
        options = json.loads(bytes.fromhex(given["settings"])) if given["settings"] else {}
        self.match = MenuMatch(game, given["scenario"] or None, seats, options, *_as_tuple(given["choices"]))
        information = pyspiel.GameInfo(
            num_distinct_actions=max(self.match.choices, 1),
            max_chance_outcomes=CHANCE_OUTCOMES,
            num_players=len(self.match.seats),
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(GAME_TYPE, information, given)

    def new_initial_state(self) -> Any:
        return PalatineState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
        return PalatineObserver(self.match, kind)


def _as_tuple(choices: int) -> tuple[int, ...]:
    return (choices,) if choices else ()


class PalatineState(pyspiel.State):
    """The state of a match; it has no match before the chance node."""

    def __init__(self, game: PalatineGame) -> None:
        super().__init__(game)
        self.match: MenuMatch | None = None
        self.picked: dict[int, tuple[int, ...]] = {}
        """The picks of each player so far, which that player knows."""

    def current_player(self) -> Any:
        if self.match is None:
            return pyspiel.PlayerId.CHANCE
        asked = self.match.seats_to_act
        return self.match.seats.index(asked[0]) if asked else pyspiel.PlayerId.TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / CHANCE_OUTCOMES) for deal in range(CHANCE_OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.match is None or player != self.current_player():
            return []
        return list(range(len(self.match.menu(self.match.seats[player]))))

    def _apply_action(self, action: int) -> None:
        if self.match is None:
            self.match = self.get_game().match.copy()
            self.match.reset(f"deal/{action}".encode())
            return
        player = self.current_player()
        self.picked[player] = (*self.picked.get(player, ()), action)
        self.match.pick(self.match.seats[player], action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.match is None or player < 0:
            return f"Deal {action}"
        return self.match.entry_text(self.match.seats[player], action)

    def is_terminal(self) -> bool:
        return self.match is not None and not self.match.seats_to_act

    def returns(self) -> list[float]:
        if self.match is None:
            return [0.0] * self.num_players()
        return list(self.match.win_shares().values())

    def resample_from_infostate(self, player: int, sampler: Any = None) -> Any:
        """Return a state that `player` cannot distinguish from this one.

        `sampler` returns numbers from 0 to 1; its first number fixes the state.
        """
        number = sampler() if sampler is not None else np.random.random()
        twin = self.clone()
        if self.match is not None:
            twin.match = self.match.sampled(self.match.seats[player], repr(number).encode())
            twin.picked = {player: self.picked.get(player, ())}
        return twin

    def __str__(self) -> str:
        if self.match is None:
            return "before the deal"
        return " ".join([str(action) for action in self.history()])


class PalatineObserver:
    """A player's observation as tensor and text; with perfect recall it includes their picks."""

    def __init__(self, match: MenuMatch, kind: Any) -> None:
        self.observer = Observer(match)
        self.recalls = kind is not None and kind.perfect_recall
        self.tensor: Any = np.zeros(self.observer.size, np.float32)
        self.dict: dict[str, Any] = {}
        begin = 0
        for name, shape in self.observer.shapes.items():
            end = begin + int(np.prod(shape))
            self.dict[name] = self.tensor[begin:end].reshape(shape)
            begin = end

    def set_from(self, state: PalatineState, player: int) -> None:
        match = state.match
        if match is None:
            self.tensor.fill(0)
            return
        seat = match.seats[player]
        self.tensor[:] = self.observer.vector(match, seat)

    def string_from(self, state: PalatineState, player: int) -> str:
        match = state.match
        if match is None:
            return "before the deal"
        text = self.observer.text(match, match.seats[player])
        return f"{state.picked.get(player, ())}\n{text}" if self.recalls else text


pyspiel.register_game(GAME_TYPE, PalatineGame)
