"""Nations that come to a player, and nations that are mustered away from one (11.0; ruling A-122)."""

from __future__ import annotations

from palatine.games.elric.components.pieces import ELRIC, KIND, PERSON, PIECES_OF, THELEB
from palatine.games.elric.components.world import CAPITAL, PAN_TANG
from palatine.games.elric.rules.common.control import lost_controller
from palatine.games.elric.rules.common.cup import fit
from palatine.games.elric.rules.common.deaths import drop_hand
from palatine.games.elric.rules.common.placement import ASIDE, place_nation
from palatine.games.elric.rules.common.replacements import remove
from palatine.games.elric.rules.realm.arrivals import draw_for, gather
from palatine.games.elric.state import AWAY, ElricState


def muster_nation(s: ElricState, nation: int, seat: int) -> None:
    """A nation comes with all its counters in set-up positions, its magicians with spells (11.0)."""
    s.note("muster.nation", "11.0e", seat=seat, power=nation)
    draw_for(s, [p for p in PIECES_OF[nation] if s.where[p] in ASIDE and p != ELRIC])
    if nation == PAN_TANG and s.where[THELEB] >= 0 and s.owner[THELEB] != seat:
        change_sides(s, seat)
    place_nation(s, nation, seat)


def change_sides(s: ElricState, seat: int) -> None:
    """Theleb K'aarna comes home to Hwamgaarl, with what he has, to whoever has mustered Pan Tang (11.0; ruling
    A-204)."""
    s.note("theleb-changes", "11.0s", seat=seat, piece=THELEB, victim=s.owner[THELEB])
    gather(s, (THELEB,), seat, CAPITAL[PAN_TANG])
    fit(s, seat, CAPITAL[PAN_TANG])


def muster_away(s: ElricState, nation: int, seat: int) -> None:
    """A nation leaves its player: all its counters are off the map until the musterer's next turn (11.0; ruling
    A-122). Theleb K'aarna stays with a musterer who has him already."""
    victim = s.ruler[nation]
    s.note("muster.away", "11.0h", "11.0i", seat=seat, power=nation, victim=victim)
    group = [p for p in PIECES_OF[nation] if p != THELEB or s.owner[p] != seat]
    on_map = [p for p in group if s.where[p] >= 0]
    persons = [p for p in on_map if KIND[p] == PERSON]
    for p in persons:
        drop_hand(s, p, persons)
    s.ruler[nation] = seat
    s.coming[nation] = seat
    remove(s, on_map)
    for p in group:
        s.where[p] = AWAY
    for p in persons:
        lost_controller(s, p)
