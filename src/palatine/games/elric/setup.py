"""Set-up: spells, stars, order of play, and each player's first nations (4, 14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.pieces import CYMORIL, ELRIC, THELEB
from palatine.games.elric.components.tables import CONTINENTS, DUEL, FOUNDING, FREE, MASTERS, SCENARIOS
from palatine.games.elric.components.world import (
    CAPITAL,
    FILLED_STARS,
    MELNIBONE,
    MELNIBONE_NATION,
    NATIONS,
    PAN_TANG,
)
from palatine.games.elric.rules import founding
from palatine.games.elric.rules.common.balance import RandomBalance
from palatine.games.elric.rules.common.cup import deal_hands
from palatine.games.elric.rules.common.elric_appears import RandomAppearance
from palatine.games.elric.rules.common.placement import PlaceFleets as PlaceFleets
from palatine.games.elric.rules.common.placement import empty_board, place_nation
from palatine.games.elric.sequence import GameTurn
from palatine.games.elric.state import NOBODY, ElricState, is_magician

SCENARIO: Final = {each.key: each for each in SCENARIOS}
PICKED: Final = tuple([n for n in range(len(NATIONS)) if n != MELNIBONE_NATION])
"""The nations available in a free choice: all but Melnibone (14.7; ruling A-210)."""


def new_state(scenario: str, seats: tuple[str, ...], key: bytes, options: Mapping[str, Any]) -> ElricState:
    """Return the board before set-up."""
    s = empty_board(scenario, seats, key, options)
    s.flow.append(SetUp())
    return s


class SetUp(Step, frozen=True):
    """The standard set-up, or that of the scenario (4.0, 14)."""

    def run(self, s: ElricState) -> None:
        s.replace_top(GameTurn())
        if s.scenario == FOUNDING:
            founding.begin_founding(s)
            return
        fill_stars(s)
        s.order = order_of_play(s)
        s.phasing = s.order[0]
        s.push(Hands())
        s.push(Placing())
        s.push(Choosing())


def fill_stars(s: ElricState) -> None:
    """Place a random spell face down on each of the twelve stars (4.0)."""
    dealt = s.dice.sample(s.cup, len(FILLED_STARS), "spells on the stars")
    s.stars = dict(zip(FILLED_STARS, dealt, strict=True))
    s.cup = sorted({*s.cup}.difference(dealt))


def order_of_play(s: ElricState) -> tuple[int, ...]:
    """Return the order of play: the highest die goes first, then to the left (4.0).

    In scenarios with fixed sides, the sides play in the order listed.
    """
    seats = tuple(range(len(s.seats)))
    if s.scenario in SCENARIO and SCENARIO[s.scenario].sides:
        return seats
    left = list(seats)
    while len(left) > 1:
        dice = [s.dice.die("who goes first") for _ in left]
        s.log("first-roll", "4.0g", who=left, dice=dice)
        left = [seat for seat, die in zip(left, dice, strict=True) if die == max(dice)]
    first = left[0]
    return seats[first:] + seats[:first]


# The nations


class Choosing(Step, frozen=True):
    """The choice of nations in order of play, by the scenario or the player (4.0, 14)."""

    at: int = 0

    def run(self, s: ElricState) -> None:
        if s.scenario == FREE:
            s.replace_top(PickNation(s.order[0]))
            return
        if self.at == len(s.order):
            s.pop()
            return
        s.replace_top(Choosing(self.at + 1))
        settle_seat(s, s.order[self.at])


def settle_seat(s: ElricState, seat: int) -> None:
    """Give a player their side or the only one left, or let them choose."""
    scenario = SCENARIO[s.scenario]
    if scenario.sides:
        begin_with(s, seat, scenario.sides[seat])
        return
    if scenario.first and seat == s.order[0]:
        begin_with(s, seat, scenario.first)
        return
    left = choices_left(s)
    if len(left) > 1:
        s.push(ChooseNation(seat))
    elif left:
        begin_with(s, seat, scenario.choices[left[0]])


def choices_left(s: ElricState) -> list[int]:
    """Return the indexes of the choices not yet taken."""
    choices = SCENARIO[s.scenario].choices
    return [i for i, nations in enumerate(choices) if s.ruler[nations[0]] == NOBODY]


def begin_with(s: ElricState, seat: int, nations: tuple[int, ...]) -> None:
    for nation in nations:
        s.ruler[nation] = seat
    s.log("begins-with", SCENARIO[s.scenario].clause, seat=seat, powers=list(nations))


class ChooseNation(Step, frozen=True):
    """A player's choice of an untaken nation or continent (4.0, 14.4 to 14.6)."""

    seat: int
    needs_decision = True
    clause = "4.0g"
    verbs = {"nation": "button", "continent": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        choices = SCENARIO[s.scenario].choices
        if s.scenario == CONTINENTS:
            return [("continent", i) for i in choices_left(s)]
        return [("nation", choices[i][0]) for i in choices_left(s)]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        verb, operand = action
        choices = SCENARIO[s.scenario].choices
        begin_with(s, self.seat, choices[operand] if verb == "continent" else (operand,))

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, operand = action
        clause = SCENARIO[s.scenario].clause
        if (verb == "continent") != (s.scenario == CONTINENTS):
            return Refusal(clause, "why.other-choice")
        choices = SCENARIO[s.scenario].choices
        known = range(len(choices)) if verb == "continent" else [each[0] for each in choices]
        if operand not in known:
            return Refusal(clause, "why.not-to-choose")
        return None if action in self.actions(s) else Refusal("4.0g", "why.taken")


class PickNation(Step, frozen=True):
    """The free choice: players pick a nation each, in turn, until they stop (14.7; A-210)."""

    seat: int
    content: tuple[int, ...] = ()
    """Seats that have stopped picking."""
    needs_decision = True
    clause = "14.7a"
    verbs = {"nation": "button", "enough": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        found: list[Action] = [("nation", nation) for nation in PICKED if s.ruler[nation] == NOBODY]
        return [*found, ("enough", 0)] if self.seat in s.ruler else found

    def take(self, s: ElricState, action: Action) -> None:
        verb, nation = action
        content = self.content
        if verb == "enough":
            content = (*content, self.seat)
        else:
            s.ruler[nation] = self.seat
            s.log("begins-with", "14.7a", seat=self.seat, powers=[nation])
        at = s.order.index(self.seat) + 1
        after = [seat for seat in s.order[at:] + s.order[:at] if seat not in content]
        if after and any([s.ruler[each] == NOBODY for each in PICKED]):
            s.replace_top(PickNation(after[0], content))
        else:
            s.pop()

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, nation = action
        if verb == "enough":
            if nation:
                return Refusal("14.7a", "why.no-button")
            return None if self.seat in s.ruler else Refusal("14.7a", "why.one-nation-first")
        if nation not in PICKED:
            return Refusal("14.7a", "why.not-to-choose")
        return Refusal("4.0g", "why.taken") if s.ruler[nation] != NOBODY else None


# The counters


class Placing(Step, frozen=True):
    """The placement of chosen nations, with a choice among several ports (4.0)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        if s.ruler[MELNIBONE_NATION] == NOBODY:
            place_nation(s, MELNIBONE_NATION, NOBODY)
        for seat in reversed(s.order):
            for nation in range(len(NATIONS) - 1, -1, -1):
                if s.ruler[nation] == seat:
                    place_nation(s, nation, seat)
        if s.scenario == DUEL:
            place_duellists(s)
        elif s.scenario == MASTERS and s.options["elric-starts"] == "imrryr":
            seat_elric(s)


def place_duellists(s: ElricState) -> None:
    """Place the duellists: Elric appears at random, Theleb K'aarna at home (14.7; A-146, A-211)."""
    s.owner[ELRIC], s.owner[THELEB] = 0, 1
    s.put((THELEB,), CAPITAL[PAN_TANG])


def seat_elric(s: ElricState) -> None:
    """Place Elric in Imrryr under Cymoril's control (ruling A-144)."""
    s.owner[ELRIC] = s.owner[CYMORIL]
    s.put((ELRIC,), MELNIBONE)
    s.controller = CYMORIL


class Hands(Step, frozen=True):
    """The magicians' first spells, drawn before the game begins (4.0, 9.1; ruling A-04)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        if s.scenario == DUEL:
            s.push(RandomAppearance())
        if s.options["random-balance"] == "on, with a first draw":
            s.push(RandomBalance())
        s.has_hand = s.owner[ELRIC] != NOBODY
        persons = [p for seat in s.order for p in s.persons(seat) if is_magician(p)]
        deal_hands(s, persons if not s.has_hand or ELRIC in persons else [*persons, ELRIC])
