"""Dark Emperor as a `Game`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, partialmethod
from random import Random
from typing import Any, ClassVar, Union

from palatine.core import Board, Game, Option, Scenario, step_types_in
from palatine.core.guidance.glossary import Glossary
from palatine.games.dark_emperor import bot, preview, rules, secrecy, sequence, setup
from palatine.games.dark_emperor.bot.exploits import EXPLOITS
from palatine.games.dark_emperor.components.pieces import KINGDOMS_SIDE, NECROMANCER_SIDE
from palatine.games.dark_emperor.decisions import DECISIONS
from palatine.games.dark_emperor.position import read_position, write_position
from palatine.games.dark_emperor.preview.common import consequences, count_of
from palatine.games.dark_emperor.recap.items import recap_item
from palatine.games.dark_emperor.recap.measures import measures
from palatine.games.dark_emperor.recap.summary import recap
from palatine.games.dark_emperor.rules.common.cargo import Shore
from palatine.games.dark_emperor.rules.realm.betrayal import Betray
from palatine.games.dark_emperor.sequence import GameTurn, has_moved
from palatine.games.dark_emperor.setup import Gate
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.view import odds
from palatine.games.dark_emperor.view.boards import boards
from palatine.games.dark_emperor.view.glossary import glossary
from palatine.games.dark_emperor.view.layers import layers
from palatine.games.dark_emperor.view.pieces import observation
from palatine.games.dark_emperor.view.view import SIDE_STYLES, auto_replies, message_data, view
from palatine.games.dark_emperor.view.wording import NAMERS, may_merge, merged_entry

STORY = "The Necromancer has fourteen turns to feed his host on a sleeping world. Kingdoms he wakes fight him."
OPTIONS = (
    Option("envoys", "Kingdoms' diplomacy", "as printed", "As printed; or late, and without a leader if there is none.",
           "11.2a", choices=("as printed", "by turn")),
    Option("host", "Vampire maximum", "now", "Recalculated each Recruitment Phase; or as noted a turn before.",
           "7.31a", choices=("now", "noted")),
    Option("boxes", "Leader boxes", "count", "Units in leaders' boxes count for stacking; or they do not.", "8.4a",
           choices=("count", "escape stacking")),
    Option("zero", "Strength of nothing", "one", "A side of strength 0 counts as 1; or it is destroyed unfought.",
           "9.21a", choices=("one", "destroyed")),
    Option("cargo", "Embarked units", "count", "Embarked units count for stacking; or they do not.", "10a",
           choices=("count", "free")),
    Option("hounds", "Hounds", "cavalry", "Hounds march and cost as cavalry; or as infantry.", "8.11a",
           choices=("cavalry", "infantry")),
    Option("coast", "Settled coast", "pays", "A settled coastal hex yields gold; or it does not.", "TEC-coastal",
           choices=("pays", "pays nothing")),
)  # fmt: skip


class DarkEmperor(Game[DarkEmperorState]):
    name = "dark-emperor"
    title = "Dark Emperor"
    year = 1985
    package = "palatine.games.dark_emperor"
    half_distances: ClassVar[Mapping[str, float]] = {"missing": 20.0}
    scenarios = (Scenario("standard", "The Necromancer's return", (("Necromancer", "Kingdoms"),), STORY),)
    options = OPTIONS
    state_type = DarkEmperorState
    bots = {"captain": bot.Captain}
    exploits = EXPLOITS
    namers = NAMERS
    seat_styles = dict(zip(("Necromancer", "Kingdoms"), SIDE_STYLES[:2], strict=True))
    pile_seats = {str(NECROMANCER_SIDE): "Necromancer", str(KINGDOMS_SIDE): "Kingdoms"}
    field_ranges = {"gold": (0, 100_000)}
    steps: Any = Union[step_types_in(rules, sequence, setup)]  # noqa: UP007
    decisions = DECISIONS.load(preview, bot, odds)
    interrupts = (Betray(),)

    def begin(
        self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]
    ) -> DarkEmperorState:
        return setup.new_state(seats, key, options)

    def unit_counts(self, state: DarkEmperorState) -> dict[str, int]:
        """Return the number of units of each side on the map."""
        return {seat: count_of(state, side) for side, seat in enumerate(state.seats)}

    def boards(self, state: DarkEmperorState) -> tuple[Board, ...]:
        return boards()

    @cached_property
    def glossary(self) -> Glossary:
        return glossary(self.words)

    def planning_period(self, state: DarkEmperorState, /) -> int:
        """Return the number of the planning period: Player-Turns, from their Movement Segments."""
        return 2 * state.turn + state.phasing - 1 + has_moved(state)

    def candidate_plans(self, state: DarkEmperorState, /, seat: str, random: Random) -> Iterable[bot.MarchPlan]:
        """Return the candidate plans that the captain evaluates."""
        return bot.candidate_plans(self, state, seat)

    def own_plan(self, state: DarkEmperorState, /, seat: str, parameters: Any) -> bot.MarchPlan | None:
        """Return the captain's best plan by playouts; with other parameters, the one that looks best."""
        return bot.own_plan(self, state, seat, parameters)

    def mutate_plan(
        self, state: DarkEmperorState, /, seat: str, plan: bot.MarchPlan, random: Random
    ) -> bot.MarchPlan | None:
        return bot.varied(plan, random)

    def is_setting_up(self, state: DarkEmperorState, seat: str) -> bool:
        """Return whether a seat is choosing the gate or the shores of units entering there."""
        top: Any = state.flow[-1] if state.flow else None
        if top is None or state.seats[top.seat] != seat:
            return False
        return isinstance(top, Gate) or (isinstance(top, Shore) and state.flow[0] == GameTurn())

    view = view
    observation = staticmethod(observation)
    view_without_shortcuts = partialmethod(view, without_shortcuts=True)
    auto_replies = auto_replies
    layers = layers
    consequences = consequences
    recap_item = recap_item
    recap = recap
    measures = measures
    determinize = staticmethod(secrecy.determinize)
    read_position = read_position
    write_position = write_position
    message_data = message_data
    merged_entry = staticmethod(merged_entry)
    may_merge = staticmethod(may_merge)


GAME = DarkEmperor()
