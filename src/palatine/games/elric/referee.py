"""Elric: Battle at the End of Time as a `Game`."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, Union

from palatine.core import Action, Board, Game, Option, Scenario, step_types_in
from palatine.core.guidance.glossary import Glossary, load_glossary, with_entries
from palatine.games.elric import bot, preview, rules, sequence, setup
from palatine.games.elric.bot.evaluation import evaluation_figures
from palatine.games.elric.bot.exploits import EXPLOITS
from palatine.games.elric.bot.plan_overrides import candidate_plans, mutate_plan
from palatine.games.elric.components import tables
from palatine.games.elric.decisions import DECISIONS
from palatine.games.elric.position import read_position, write_position
from palatine.games.elric.preview.departing import unit_counts
from palatine.games.elric.preview.unwarned_losses import consequences
from palatine.games.elric.recap.items import recap_item
from palatine.games.elric.recap.measures import measures
from palatine.games.elric.recap.summary import recap
from palatine.games.elric.rules.common.victory import ranking_keys, remove_player
from palatine.games.elric.secrecy import determinize
from palatine.games.elric.sequence import PlayerTurn
from palatine.games.elric.state import SEATS, ElricState
from palatine.games.elric.view.boards import boards
from palatine.games.elric.view.choices import message_data, with_situation
from palatine.games.elric.view.glossary import glossary_entries
from palatine.games.elric.view.pieces import observation
from palatine.games.elric.view.view import SEAT_STYLES, auto_replies, view
from palatine.games.elric.view.wording import NAMERS, may_merge, merged_entry

COUNTED: Final = "Imrryr decides at the end, otherwise the capitals taken."
STORIES: Final = {
    "founding": "Alone in the jungle with the Olab: find a Dragon Master and tame the Dragons at Imrryr in ten turns.",
    "dragon-masters": "Amber has Pan Tang and Dharijor and must take Imrryr in ten turns. Jade has Melnibone and "
    "must keep it.",
    "successor": "Amber has Jharkor, Shazaar and Tarkesh, Jade has Pan Tang and Dharijor. To win, hold Imrryr at the "
    "end, or all capitals of the other side. Otherwise Amber wins narrowly.",
    "conflict-short": f"Each begins with the nations of a continent. {COUNTED}",
    "conflict-long": f"Each begins with one kingdom and can win over the rest of the world. {COUNTED}",
    "upstart": f"The first has Pan Tang, the others choose a kingdom each. {COUNTED}",
    "duel": "Amber is Elric, Jade is Theleb K'aarna. Alone, each tries to catch the other.",
    "free": f"Every player picks nations, one after the other. {COUNTED}",
}
OPTIONS: Final = (
    Option("random-balance", "Random Balance movement", "off",
           "A spell from the cup moves the Balance at the end of each player-turn; also once before the first.",
           "13.6a", choices=("off", "on", "on, with a first draw")),
    Option("imrryr", "Taking Imrryr", "at the end",
           "The player who holds Imrryr at the end wins; or the player who first takes it wins at once.", "5.0e",
           choices=("at the end", "at once")),
    Option("walls", "Storming walls", "whole",
           "The margin must reach garrison and wall together; or the table's losses must.", "7.5.2h",
           choices=("whole", "losses")),
    Option("eaters", "Eaters drawn at random", "by alignment",
           "An Eater drawn as a random attack strikes as its alignment does; or always.", "7.6g",
           choices=("by alignment", "always")),
    Option("flight", "Spells of flight", "movement",
           "Used in the Movement phase; or in the Magic phase, for the turns that follow.", "7.4.2a",
           choices=("movement", "magic")),
    Option("melniboneans", "Mustering Melniboneans", "fallen",
           "Players can muster those on Melnibone after Imrryr has fallen; or from the start.", "11.0u",
           choices=("fallen", "from the start")),
    Option("siege-port", "Besieged ports", "closed",
           "Nobody can enter a besieged port; or friends can enter by sea.", "10.9.4d", choices=("closed", "open")),
    Option("elric-starts", "Elric in Dragon Masters Against the Upstart", "random",
           "He appears at random; or sits in Imrryr from the start.", "14.2a", choices=("random", "imrryr")),
)  # fmt: skip


USUAL: Final = (8, 10)
"""Turns of most matches between captains, in every scenario."""


def _scenarios() -> tuple[Scenario, ...]:
    """Return the scenarios of the rulebook, the two-player ones first, and the free choice (14)."""
    given = {each.key: each for each in tables.SCENARIOS}
    order = [key for key in STORIES if key in given]
    ruled = [Scenario(key, given[key].name, (SEATS[: given[key].players],), STORIES[key], USUAL) for key in order]
    first = next(each for each in ruled if each.name == "successor")
    free = Scenario("free", "Free choice of nations", tuple(SEATS[:n] for n in (2, 3, 4)), STORIES["free"], USUAL)
    return (first, *[each for each in ruled if each is not first], free)


class Elric(Game[ElricState]):
    name = "elric"
    title = "Elric: Battle at the End of Time"
    year = 1981
    story = (
        "Between Law and Chaos the Young Kingdoms go to war. Raise nations and hordes, gather spells, and win over the "
        "champion whom nobody really controls, before the Balance tips."
    )
    package = "palatine.games.elric"
    scenarios = _scenarios()
    options = OPTIONS
    state_type = ElricState
    bots = {"captain": bot.Captain}
    exploits = EXPLOITS
    namers = NAMERS
    seat_styles = dict(zip(SEATS, SEAT_STYLES, strict=True))
    field_ranges = {"used": (0, 100_000)}
    steps: Any = Union[step_types_in(rules, sequence, setup)]  # noqa: UP007
    decisions = DECISIONS.load(preview, bot)

    view = view
    observation = staticmethod(observation)
    auto_replies = auto_replies
    determinize = staticmethod(determinize)
    consequences = consequences
    unit_counts = staticmethod(unit_counts)
    recap_item = recap_item
    recap = recap
    measures = measures
    evaluation_figures = evaluation_figures
    candidate_plans = candidate_plans
    mutate_plan = mutate_plan
    read_position = read_position
    write_position = write_position
    message_data = message_data
    merged_entry = staticmethod(merged_entry)
    may_merge = staticmethod(may_merge)

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> ElricState:
        return setup.new_state(scenario.name, seats, key, options)

    ranking_keys = staticmethod(ranking_keys)

    def remove_player(self, state: ElricState, /, seat: str) -> None:
        """Remove a player who has left for good; the others play on (ruling A-235)."""
        remove_player(state, state.seats.index(seat))

    def action_text(self, state: ElricState, /, action: Action) -> str:
        return with_situation(self.words, state, action, super().action_text(state, action))

    def planning_period(self, state: ElricState, /) -> int:
        """Return the number of player-turns so far."""
        at = state.order.index(state.phasing) if state.phasing in state.order else 0
        return state.turn * len(state.seats) + at

    def is_setting_up(self, state: ElricState, /, seat: str) -> bool:
        """Return whether a seat must decide before the first player-turn.

        Decisions of the set-up: nations, ports of fleets, spells to keep.
        """
        return seat in self.actors(state) and not any([isinstance(frame, PlayerTurn) for frame in state.flow])

    @cached_property
    def glossary(self) -> Glossary:
        return with_entries(load_glossary(self.package), glossary_entries(self.words))

    def boards(self, state: ElricState, /) -> tuple[Board, ...]:
        return boards()


GAME = Elric()
