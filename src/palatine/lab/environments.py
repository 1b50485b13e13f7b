"""PettingZoo environments of a match: sequential (AEC) and parallel.

`palatine.lab.pettingzoo_env` and `pettingzoo_parallel_env` create them. This module requires the extra `lab`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from palatine.core import Unknown
from palatine.core.text import view_text
from palatine.core.text.drawing import board_png, board_svg
from palatine.lab.action_menus import MenuMatch
from palatine.lab.observing import CHOICE_FEATURES, OBSERVATION_VERSION, Observer


class ObservationMixin:
    """Spaces, observations, seeding and rendering of both environments.

    Raises Unknown for an unsupported `render_mode` or a `max_cycles` below 1.
    """

    metadata: Mapping[str, Any] = {
        "render_modes": ["human", "svg", "png", "ansi"],
        "name": "palatine",
        "render_fps": 1,
    }

    def __init__(self, match: MenuMatch, max_cycles: int | None, render_mode: str | None) -> None:
        modes = self.metadata["render_modes"]
        if render_mode not in (None, *modes):
            raise Unknown(f"A board is drawn as {', '.join(modes)}, not as {render_mode!r}.")
        if max_cycles is not None and max_cycles < 1:
            raise Unknown(f"A match is cut after one decision at the least, not after {max_cycles}.")
        self.match = match
        self.observer = Observer(match)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata = {**ObservationMixin.metadata, "name": f"palatine_{match.game.name.replace('-', '_')}"}
        self.metadata["observations"] = OBSERVATION_VERSION
        self.possible_agents = list(match.seats)
        self.agents: list[str] = []
        self.cycles = 0
        self._random: Any = None
        self._actions = {seat: spaces.Discrete(match.choices) for seat in match.seats}
        self._observations = {seat: self._space() for seat in match.seats}

    def _space(self) -> Any:
        size, choices = self.observer.size, self.match.choices
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (choices,), np.int8),
                "choices": spaces.Box(0, 1, (choices, CHOICE_FEATURES), np.float32),
            }
        )

    def observation_space(self, agent: str) -> Any:
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of a seat, built from its view alone.

        For a seat that is not to act, the mask allows number 0 only.
        """
        mask = self.observer.mask(self.match, agent)
        if not mask.any():
            mask[0] = 1
        return {
            "observation": self.observer.vector(self.match, agent),
            "action_mask": mask,
            "choices": self.observer.options(self.match, agent),
        }

    def text(self, agent: str) -> str:
        """Return the observation as text, with the numbered choices."""
        return self.observer.text(self.match, agent)

    def render(self) -> Any:
        """Return the spectator's view: SVG or PNG of its first board, or text.

        Depends on `render_mode`. "png" returns b"" without resvg-py, "human" prints the text and returns None, and
        without a mode the result is None.
        """
        if self.render_mode is None:
            return None
        view = self.match.game.view(self.match.state, None)
        if self.render_mode in ("ansi", "human"):
            text = view_text(self.observer.boards, view)
            return text if self.render_mode == "ansi" else print(text, flush=True)
        shown = {board.id: board for board in self.observer.boards}
        board = next((shown[name] for name in view.boards if name in shown), self.observer.boards[0])
        return board_svg(board, view) if self.render_mode == "svg" else board_png([board], view)

    def _print_position(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Do nothing: no resources are held."""

    def _begin(self, seed: int | None) -> None:
        """Start a new match. Without a seed, the generator of the last seed continues."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.match.reset(self._random.bytes(16))
        self.agents = list(self.possible_agents)
        self.cycles = 0
        self._print_position()

    def _pick_entry(self, agent: str, number: int) -> bool:
        """Pick for a seat and return whether the number was beyond its menu.

        A number beyond the menu is taken modulo the length of the menu.
        """
        offered = len(self.match.menu(agent))
        if offered:
            self.match.pick(agent, int(number) % offered)
            self._print_position()
        return not 0 <= int(number) < max(offered, 1)

    def _is_cut(self) -> bool:
        return self.max_cycles is not None and self.cycles >= self.max_cycles


class TurnEnv(ObservationMixin, AECEnv):
    """AEC environment: one seat decides at a time, in the game's order.

    `max_cycles` counts decisions of all seats.
    """

    def __init__(self, match: MenuMatch, max_cycles: int | None, render_mode: str | None) -> None:
        AECEnv.__init__(self)
        ObservationMixin.__init__(self, match, max_cycles, render_mode)

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.match.seats_to_act[0]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.infos = {each: {} for each in self.agents}
        if self._pick_entry(agent, action):
            self.infos[agent]["beyond_the_list"] = True
        self.cycles += 1
        asked = self.match.seats_to_act
        if asked:
            self.agent_selection = asked[0]
            self.truncations = dict.fromkeys(self.agents, self._is_cut())
        else:
            self.rewards = self.match.win_shares()
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


class SimultaneousEnv(ObservationMixin, ParallelEnv):
    """Parallel environment: all seats pick at every step. `max_cycles` counts steps.

    Picks of seats that are not to act are ignored.
    """

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self._begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> Any:
        """Apply the picks of the seats that must act at the start of the step, in seat order."""
        asked = self.match.seats_to_act
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for agent in [seat for seat in asked if seat in actions]:
            if self._pick_entry(agent, actions[agent]):
                infos[agent]["beyond_the_list"] = True
        self.cycles += 1
        agents, is_over = self.agents, not self.match.seats_to_act
        is_cut = self._is_cut() and not is_over
        if is_over or is_cut:
            self.agents = []
        return (
            {agent: self.observe(agent) for agent in agents},
            self.match.win_shares(),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_cut),
            infos,
        )
