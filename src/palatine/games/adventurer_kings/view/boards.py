"""Map as a drawing: blank hexes, and a King's knowledge of them (1.1, 12.3)."""

from __future__ import annotations

from functools import cache
from typing import Final

from palatine.core import Board, Catalogue, Counter, KnownSpace, Line, Mark, Space, Style
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.grid import Atlas, atlas
from palatine.games.adventurer_kings.components.pieces import NATIVE, UNKNOWN, Known
from palatine.games.adventurer_kings.components.real_maps import CHARTS
from palatine.games.adventurer_kings.components.tables import DATA
from palatine.games.adventurer_kings.rules.common.earth_map import is_canal
from palatine.games.adventurer_kings.rules.common.naming import place_name, strength_of
from palatine.games.adventurer_kings.state import State

MAP_TITLES: Final = {
    "standard": "The world", "super": "The world", "europe": "Europe", "earth": "The Earth",
}  # fmt: skip
REALM_COLOURS: Final = (
    ("#8b3a8f", "#9a52a0"), ("#c9722a", "#b9692a"), ("#3b3d46", "#aeb4c4"), ("#a82f55", "#a63a5c"),
    ("#6f7f1f", "#74822f"), ("#7a5230", "#8b6242"), ("#5a4fa8", "#6a60b0"), ("#b08a1e", "#a5842a"),
    ("#3f6b34", "#4c7742"), ("#b24a3a", "#a94c3f"), ("#4d6470", "#5a727e"), ("#93516f", "#965a75"),
)  # fmt: skip
"""Colours of the lands of other Kings in turn, by day and by night."""
STYLES: Final = {
    "unknown": Style(fill="#efe8d6", dark="#1b1b1d", name="Unexplored"),
    "ice": Style(fill="#f4f8fb", dark="#5b6670", name="Ice"),
    "plain": Style(fill="#d4d99a", dark="#5f6639", pattern="open", name="Plain"),
    "desert": Style(fill="#e3cf97", dark="#6e6138", pattern="desert", name="Desert"),
    "jungle": Style(fill="#5f9a5b", dark="#2a4f33", pattern="swamp", name="Jungle"),
    "forest": Style(fill="#7fa268", dark="#2f4a34", pattern="forest", name="Forest"),
    "mountain": Style(fill="#a9968a", dark="#524840", pattern="mountains", name="Mountain"),
    "sea": Style(fill="#8fb8cc", dark="#23414f", pattern="water", name="Sea"),
    "strait": Style(fill="#5d9ac0", dark="#3f7a9c", pattern="river", width=0.22, name="Water between lands"),
    "fringe": Style(fill="#5d9ac0", dark="#3f7a9c", pattern="border", ink="#5d9ac0", width=0.1, name="Islands"),
    "own": Style(fill="#2f6fb0", dark="#3a77b3", ink="#f4f9ff", name="Yours"),
    "held": Style(fill="#2f6fb0", dark="#3a77b3", ink="#f4f9ff", name="Your land"),
    "ally": Style(fill="#5f8a16", dark="#6d9a22", ink="#f9fff0", name="Ally"),
    "neutral": Style(fill="#b9b2a2", dark="#7f7a6e", ink="#22201a", name="Neutral"),
    "enemy": Style(fill="#c0453a", dark="#b8463c", ink="#fff6f2", name="Enemy"),
    "natives": Style(fill="#c9b27a", dark="#857348", ink="#241d0a", name="Natives"),
    "free": Style(fill="#d9a52c", dark="#c6962a", ink="#241a04", name="Serves nobody"),
    "feature": Style(fill="#5a4632", dark="#6a5540", ink="#fff7ec", name="Feature"),
    "empty": Style(fill="#8d857a", dark="#5f5952", ink="#fbf8f2", name="Emptied feature"),
    "rumour": Style(fill="#7a4fa3", dark="#835bab", ink="#fbf6ff", name="Rumour"),
    **{f"realm-{number}": Style(fill=fill, dark=dark, ink="#fffdf6", name="Another kingdom")
       for number, (fill, dark) in enumerate(REALM_COLOURS)},
}  # fmt: skip
_FACES: Final = DATA.read_toml("faces.toml")


@cache
def silhouettes() -> dict[str, str]:
    return DATA.read_silhouettes()


@cache
def wording() -> Catalogue:
    return Catalogue.load("palatine.games.adventurer_kings", {})


@cache
def counters() -> dict[str, Counter]:
    """Return the faces of Kings, Heroes, army types and kinds of feature."""
    faces = {
        "king": Counter("King", "own", _FACES["king"], text=wording().say("face.king")),
        "hero": Counter("Hero", "own", _FACES["hero"], text=wording().say("face.hero")),
    }
    faces |= {f"army-{number}": _army(kind) for number, kind in enumerate(tables.ARMY)}
    faces |= {
        f"feature-{number}": Counter(
            kind.name, "feature", _FACES["feature"][kind.name], text=wording().say("face.feature", name=kind.name)
        )
        for number, kind in enumerate(tables.FEATURES)
    }
    return faces


def _army(kind: tables.ArmyType) -> Counter:
    strength = strength_of(kind)
    text = wording().say("face.army", name=kind.name, strength=strength, speed=kind.speed, pay=kind.pay)
    return Counter(kind.name, "own", _FACES["army"][kind.code], {"nw": kind.code, "s": f"{strength} {kind.speed}"},
                   "solid", text)  # fmt: skip


# The blank map


def boards(s: State) -> tuple[Board, ...]:
    """Return the blank map of a match, which reveals nothing of the world."""
    return (blank_map(s.scenario),)


@cache
def blank_map(scenario: str) -> Board:
    grid = atlas(scenario)
    width, height = grid.grid.extent
    return Board(
        "map", MAP_TITLES[scenario], width, height, tuple(_space(grid, place) for place in range(grid.size)),
        styles=STYLES, counters=counters(), silhouettes=silhouettes(), piece=0.62,
    )  # fmt: skip


def _space(grid: Atlas, place: int) -> Space:
    number = grid.numbers[place]
    ground = "ice" if place in grid.ice else "unknown"
    return Space(str(number), number, str(number), grid.grid.centre(place), grid.grid.outline(place), (ground,))


# Knowledge on the map


def seen(words: Catalogue, s: State, me: int) -> dict[str, KnownSpace]:
    """Return the provinces that a seat knows, correctly or not."""
    known = {place: told for place, told in s.known[me].items() if told.terrain != UNKNOWN}
    return {
        str(s.atlas.numbers[place]): KnownSpace(
            ground=ground(s, place, told), name=place_name(s, place), text=about(words, s, place, told),
            lines=(*straits(s, place, known), *fringe(s, place)), marks=(province_label(s, place),),
        )
        for place, told in sorted(known.items())
    }  # fmt: skip


LABEL: Final = 0.56
"""Distance of a printed name below the middle of its province."""


def province_label(s: State, place: int) -> Mark:
    x, y = s.atlas.grid.centre(place)
    return Mark("province", s.lands[place].name, at=(x, y + LABEL))


def realm_style(me: int, owner: int) -> str:
    """Return the style of a realm: blue for the King's lands, other colours in turn for others."""
    return "held" if owner == me else f"realm-{owner % len(REALM_COLOURS)}"


def ground(s: State, place: int, told: Known) -> tuple[str, ...]:
    """Return the terrain of a province; for islands also their coast (12.3)."""
    coast = s.lands[place].coast
    kinds = (told.terrain, coast) if coast >= 0 and told.terrain == tables.SEA else (told.terrain,)
    return tuple(tables.TERRAINS[kind] for kind in kinds)


def about(words: Catalogue, s: State, place: int, told: Known) -> str:
    """Return a description of what is known of a province."""
    parts = [words.say("seen.terrain", terrain=" and ".join(ground(s, place, told)).capitalize())]
    parts.append(wealth_text(words, told))
    if told.race != UNKNOWN:
        parts.append(words.say("seen.people" if told.race >= 0 else "seen.nobody", people=tables.PEOPLE[told.race]))
    if told.types:
        parts.append(words.say("seen.types", types=[tables.ARMY[kind].name for kind in told.types]))
    if told.owner >= 0:
        parts.append(words.say("seen.held", realm=s.kingdoms[told.owner].name))
    elif told.owner == NATIVE and told.hero:
        parts.append(words.say("seen.ruled", who=s.people[told.hero].name))
    elif told.owner == NATIVE and told.race >= 0:
        parts.append(words.say("seen.natives"))
    if is_canal(s, place):
        parts.append(words.say("seen.canal"))
    parts.append(words.say("seen.explored", percent=told.explored))
    return words.say("seen.about", parts="; ".join(parts))


def wealth_text(words: Catalogue, told: Known) -> str:
    """Return a province's known taxes or wealth, or else the likely ones (1.1)."""
    if told.tax != UNKNOWN:
        return words.say("seen.tax", tax=told.tax)
    if told.wealth != UNKNOWN:
        return words.say("seen.wealth", wealth=tables.WEALTHS[told.wealth])
    return words.say("seen.likely", wealth=tables.WEALTHS[tables.likely_wealth(told.terrain)])


def straits(s: State, place: int, known: dict[int, Known]) -> tuple[Line, ...]:
    """Return the straits to known provinces.

    Each belongs to the lower of its two provinces (12.3).
    """
    chart = CHARTS.get(s.scenario)
    pairs = chart.blue if chart is not None else ()
    sides = [s.atlas.six_around[place].index(other) for a, other in sorted(pairs) if a == place and other in known]
    return tuple(Line("strait", s.atlas.grid.hexside(place, side)) for side in sides)


FRINGE: Final = 0.86
"""Distance of an islands province's blue edge from its middle, as a share of the hex."""


def fringe(s: State, place: int) -> tuple[Line, ...]:
    """Return the blue edge that marks islands on the map of Earth (12.3)."""
    if s.lands[place].coast < 0:
        return ()
    (x, y), outline = s.atlas.grid.centre(place), s.atlas.grid.outline(place)
    ring = tuple((x + FRINGE * (px - x), y + FRINGE * (py - y)) for px, py in (*outline, outline[0]))
    return (Line("fringe", ring),)
