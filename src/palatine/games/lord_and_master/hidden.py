"""Secrets: the sheets of the others, what they picked at set-up, in fog their stacks (R146)."""

from __future__ import annotations

from random import Random

from palatine.core import key_of
from palatine.core.dice import Dice
from palatine.games.lord_and_master import components as c
from palatine.games.lord_and_master.orders import Sheet
from palatine.games.lord_and_master.state import State
from palatine.games.lord_and_master.views import REFEREE, sees


def determinize(s: State, seat: str | None, seed: bytes) -> State:
    """A position that `seat` cannot tell from the true one: others' sheets blank, their picks dealt anew."""
    after = s.copy()
    after.dice = Dice(key_of(seed), s.dice.count)
    if seat == REFEREE:
        return after
    me = s.seats.index(seat) if seat is not None else -1
    random = Random(seed)
    after.sheets = [sheet if index == me or sheet is None else Sheet() for index, sheet in enumerate(after.sheets)]
    after.calls = [call for call in s.calls if call.seat == me]
    for other in range(len(s.nations)):
        if other != me:
            _deal_picks(after, other, random)
    if s.options.get("fog"):
        _clear_fog(after, me)
    return after


def _deal_picks(s: State, seat: int, random: Random) -> None:
    """What a nation could have picked: all that has been seen of it, filled up to its number."""
    nation = s.nations[seat]
    classes = {person.of for person in s.people.values() if person.owner == seat}
    kinds = {c.TROOPS[unit.code].kind for unit in s.units.values() if unit.owner == seat}
    s.set_nation(
        seat,
        classes=_filled(sorted(classes), list(c.CLASSES), len(nation.classes), random),
        kinds=_filled(sorted(kinds), list(c.KINDS), len(nation.kinds), random),
        commanders=(),
        retreats=(),
        heir="",
    )


def _filled(seen: list[str], known: list[str], count: int, random: Random) -> tuple[str, ...]:
    rest = [each for each in known if each not in seen]
    random.shuffle(rest)
    return tuple(seen + rest[: max(0, count - len(seen))])


def _clear_fog(s: State, me: int) -> None:
    """In fog the stacks that are not seen may as well not be there."""
    s.people = {n: person for n, person in s.people.items() if person.owner == me or sees(s, me, person.place)}
    s.units = {n: unit for n, unit in s.units.items() if unit.owner == me or sees(s, me, unit.place)}
