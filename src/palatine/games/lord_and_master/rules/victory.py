"""VICTORY CONDITIONS and the skulls (VIC, IPR-12 to IPR-14)."""

from __future__ import annotations

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import is_fort, is_square, square_of
from palatine.games.lord_and_master.rules.common.casualties import Killers
from palatine.games.lord_and_master.rules.common.control import Conquests
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NO_PERSON, State, is_nation

ALONE, OTHERS = 40, 30
"""Provinces for a military victory, and the limit for every other player (VIC-01)."""
TOGETHER = {2: 55, 3: 65}
"""Provinces for an alliance, by its number of players (VIC-03)."""
ALLIES = 20
"""Allied provinces for a diplomatic victory (VIC-04)."""
CHAIN = 5
"""Cities in a chain for a trade victory (VIC-05)."""


def controlled_places(s: State, seat: int) -> set[int]:
    """Return the provinces and cities a player controls; allied ones by option (VIC-02, R39)."""
    count_allied = bool(s.options.get("allied_count", True))
    return {
        place
        for place, holder in s.holders.items()
        if holder == seat and not is_fort(place) and (count_allied or place not in s.allied)
    }


def check_victory(t: Turn) -> None:
    """End the match if there are winners at the end of the turn.

    (VIC-01 to VIC-05, R129, R130, R167.)
    """
    s = t.s
    held = {seat: controlled_places(s, seat) for seat, nation in enumerate(s.nations) if not nation.out}
    winners = [*_military(s, held), *_diplomatic(s, held), *_trade(s, held)]
    if winners:
        best = max(len(set().union(*(held[seat] for seat in group))) for group, _, _ in winners)
        first = [each for each in winners if len(set().union(*(held[seat] for seat in each[0]))) == best]
        seats = sorted({seat for group, _, _ in first for seat in group})
        _, margin, clause = first[0]
        _finish(s, seats, margin, clause, best)
    elif len(held) <= 1:
        _finish(s, sorted(held), "alone", "LM-IPR-11", sum(len(each) for each in held.values()))
    elif s.turn >= int(s.options.get("turns", 0) or 0) > 0:
        most = max(len(each) for each in held.values())
        _finish(s, [seat for seat in held if len(held[seat]) == most], "last-turn", "LM-VIC-01", most)


def _finish(s: State, seats: list[int], margin: str, clause: str, held: int) -> None:
    names = [s.nations[seat].name for seat in seats]
    s.finish(tuple(s.seats[seat] for seat in seats), margin, clause, held=held, names=names)


def ranking_keys(s: State) -> dict[str, tuple[bool, int]]:
    """Return ranking keys: nations in play first, then by controlled places (VIC-01)."""
    return {
        s.seats[seat]: (not nation.out, 0 if nation.out else len(controlled_places(s, seat)))
        for seat, nation in enumerate(s.nations)
    }


Win = tuple[tuple[int, ...], str, str]


def _military(s: State, held: dict[int, set[int]]) -> list[Win]:
    """Return military victories: 40 provinces with no other at 30, or an alliance's 55 or 65.

    (VIC-01, VIC-03, R130.)
    """
    found: list[Win] = [
        ((seat,), "military", "LM-VIC-01")
        for seat, mine in held.items()
        if len(mine) >= ALONE and all(len(theirs) < OTHERS for other, theirs in held.items() if other != seat)
    ]
    for group in s.alliances:
        provinces = set().union(*(held.get(seat, set()) for seat in group))
        if len(provinces) >= TOGETHER[len(group)]:
            found.append((group, "military-alliance", "LM-VIC-03"))
    return found


def _diplomatic(s: State, held: dict[int, set[int]]) -> list[Win]:
    """Return diplomatic victories: 20 allied provinces and a truce or alliance (VIC-04)."""
    found: list[Win] = []
    for seat in held:
        allies = [place for place in s.allied if s.holder(place) == seat]
        if len(allies) >= ALLIES and is_bound(s, seat):
            found.append(((seat,), "diplomatic", "LM-VIC-04"))
    return found


def is_bound(s: State, seat: int) -> bool:
    """Return whether a player has a truce or an alliance with another in play (VIC-04)."""
    others = [other for other, nation in enumerate(s.nations) if other != seat and not nation.out]
    return len(s.partners(seat)) > 1 or any(s.has_truce(seat, other) for other in others)


def _trade(s: State, held: dict[int, set[int]]) -> list[Win]:
    """Return trade victories: a chain of controlled squares with five cities (VIC-05, R40)."""
    return [((seat,), "trade", "LM-VIC-05") for seat, mine in held.items() if longest_chain(s, mine) >= CHAIN]


def longest_chain(s: State, mine: set[int]) -> int:
    """Return the most cities in one connected set of controlled squares."""
    left = {square_of(place) for place in mine if is_square(place)}
    best = 0
    while left:
        edge = [left.pop()]
        cities = 0
        while edge:
            square = edge.pop()
            cities += s.has_city(square)
            near = left.intersection(world.NEIGHBOURS[square])
            left -= near
            edge += near
        best = max(best, cities)
    return best


# The skulls


def award_skulls(t: Turn) -> None:
    """Award the Golden and the Black Skull (IPR-12 to IPR-14, R114, R115)."""
    _golden(t)
    _award_black_skull(t)


def _golden(t: Turn) -> None:
    """Award the Golden Skull to the first conqueror by force.

    If several conquer in one turn, it goes to the first who then takes a player's place.
    """
    s = t.s
    if s.golden != NO_PERSON:
        return
    by_players = [each for each in t.of(Conquests).by_force if is_nation(each.seat)]
    takers = list(dict.fromkeys(each.seat for each in by_players))
    from_players = [each.seat for each in by_players if is_nation(each.before)]
    if not s.golden_by_conquest_of_players:
        if len(takers) == 1:
            _award(t, takers[0], "golden", "LM-IPR-12")
        elif takers:
            s.golden_by_conquest_of_players = True
            t.log("golden-waits", "LM-IPR-13", public=True)
    elif from_players:
        _award(t, from_players[0], "golden", "LM-IPR-13")


def _award_black_skull(t: Turn) -> None:
    """Award the Black Skull to the first player who kills another player's last character."""
    s = t.s
    if s.black != NO_PERSON:
        return
    for fallen, killer in t.of(Killers).of.items():
        if is_nation(killer) and killer != fallen:
            _award(t, killer, "black", "LM-IPR-14")
            return


def _award(t: Turn, seat: int, skull: str, clause: str) -> None:
    setattr(t.s, skull, seat)
    t.log(f"{skull}-skull", clause, public=True, seat=seat)
