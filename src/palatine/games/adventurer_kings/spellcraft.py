"""What action spells have in common: the province meant, and the telling (4.2)."""

from __future__ import annotations

from palatine.games.adventurer_kings.turn import Turn, need


def province(t: Turn, n: int, number: int, reach: int = 1) -> int:
    """The province meant, by its number (0: where the caster is), at most `reach` away; -1 for any distance."""
    s = t.s
    here = s.people[n].place
    if not number:
        return here
    place = s.atlas.place(number)
    need(place >= 0, "AK-4.2-07", "fail.no-province", number=number)
    far = s.atlas.distance(here, place)
    need(reach < 0 or far <= reach, "AK-4.2-07", "fail.too-far", place=place)
    return place


def told(t: Turn, n: int, what: str, clause: str, /, **data: object) -> None:
    t.tell(f"spell-{what}", clause, t.witnesses(n), None, who=n, **data)
