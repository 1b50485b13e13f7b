"""The boards of Demonlord as drawings: the map of Nisshar, the battle, and the boxes."""

from __future__ import annotations

from functools import cache

from palatine.core import Board, Line, Mark, Space, Style
from palatine.core.view import Point
from palatine.games.demonlord.components.world import (
    ALL_ALPS,
    BANK,
    BLOCK,
    BRIDGE,
    DEMON,
    FORD,
    GRID,
    HEXES,
    HOSAR,
    NEIGHBOURS,
    RIVER,
    RIVERS,
    ROAD,
    ROADS,
    SILHOUETTES,
    SITE_AT,
    SITE_SILHOUETTE,
    SITES,
    TERRAIN,
    hexside,
    terrains_in,
)
from palatine.games.demonlord.view.faces import counter_faces
from palatine.games.demonlord.view.wording import terrain_name

GROUPS = 12
"""Largest battle size on the terrain chart."""
DIRECTION_NAMES = ("north", "north-east", "south-east", "south", "south-west", "north-west")
COUNTER_STYLES = {
    "hosar": Style(fill="#d9a93a", dark="#b98a26", ink="#1f1a0d", name="Hosar"),
    "demon": Style(fill="#7d5fa6", dark="#6b4f94", ink="#fbf8ff", name="Demon"),
    "woods": Style(fill="#2f6b43", dark="#2a5f3b", ink="#f4fbf2", name="Great Woods"),
    "lyung": Style(fill="#3f74b5", dark="#35659f", ink="#f5faff", name="Lyung"),
    "altuhan": Style(fill="#9ccc7a", dark="#7fae5f", ink="#15220c", name="Altu'han"),
    "ancients": Style(fill="#8a5a35", dark="#7a4e2d", ink="#fff8f0", name="Ancients"),
    "ula": Style(fill="#b9a6d3", dark="#a08cbd", ink="#221a30", name="Ula"),
}
TERRAIN_STYLES = {
    "open": Style(fill="#c3d69b", dark="#4f6247", pattern="open", name="Open country"),
    "steppe": Style(fill="#d3c48a", dark="#655c3d", pattern="steppe", name="Steppe"),
    "desert": Style(fill="#ecd89a", dark="#7d6b3f", pattern="desert", name="Desert"),
    "forest": Style(fill="#7fa268", dark="#2f4a34", pattern="forest", name="Forest"),
    "hills": Style(fill="#d2a87c", dark="#6a4f3a", pattern="hills", name="Hills"),
    "mountains": Style(fill="#a98a70", dark="#564438", pattern="mountains", name="Mountains"),
    "swamp": Style(fill="#a5bb94", dark="#435a4d", pattern="swamp", name="Swamp"),
    "lake": Style(fill="#8fbfd6", dark="#2c5266", pattern="lake", name="Lake"),
}
LINE_STYLES = {
    "river": Style(fill="#5f9fc4", dark="#3f7695", width=0.11, pattern="river", name="River"),
    "ford": Style(fill="#f2ead6", dark="#c9bd9f", width=0.16, pattern="ford", name="Ford"),
    "bridge": Style(fill="#6b4a2b", dark="#b08a5e", width=0.16, pattern="bridge", name="Bridge"),
    "road": Style(fill="#8c6239", dark="#a98258", width=0.08, pattern="road", name="Road"),
    "alps": Style(fill="#ffffff", dark="#d9dde6", width=0.2, pattern="alps", name="Alps"),
    "lake-side": Style(fill="#6fa9c6", dark="#2c5266", width=0.24, pattern="lake-side", name="Lake"),
}


@cache
def boards() -> tuple[Board, ...]:
    """Return the map, the battle and the boxes; the same for every match."""
    return map_board(), battle_board(), off_board()


# The map


def map_board() -> Board:
    width, height = GRID.extent
    return Board(
        "map",
        "Nisshar and its neighbours",
        width,
        height,
        tuple(space(h) for h in range(HEXES)),
        lines=(*river_lines(), *road_lines(), *side_lines()),
        styles={**TERRAIN_STYLES, **LINE_STYLES, **COUNTER_STYLES},
        counters=counter_faces(),
        silhouettes=dict(SILHOUETTES),
        piece=1.05,
    )


def space(h: int) -> Space:
    site = SITES[SITE_AT[h]] if h in SITE_AT else None
    marks = (Mark(site.kind, site.name, SITE_SILHOUETTE.get(site.kind, "")),) if site else ()
    name = site.name if site else GRID.name(h)
    ground = tuple(ground_names(h))
    return Space(GRID.name(h), h, name, GRID.centre(h), GRID.outline(h), ground, marks, hex_text(h))


def ground_names(h: int) -> list[str]:
    """Return the styles of the terrains in a hex."""
    by_flag = dict(zip((1 << k for k in range(8)), TERRAIN_STYLES, strict=True))
    return [by_flag[t] for t in terrains_in(TERRAIN[h])]


def hex_text(h: int) -> str:
    """Return a hex in words: number, site, terrain, and features of its sides by direction."""
    parts = [f"Hex {GRID.name(h)}"]
    if h in SITE_AT:
        site = SITES[SITE_AT[h]]
        parts.append(f"{site.name} ({site.kind})")
    parts.append(" and ".join(terrain_name(t) for t in terrains_in(TERRAIN[h])))
    parts += [f"{what} to the {' and '.join(where)}" for what, where in sides_in_words(h).items()]
    return ", ".join(parts) + "."


def sides_in_words(h: int) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for d in range(6):
        side = h * 6 + d
        if NEIGHBOURS[h][d] < 0:
            continue
        names = [("", "river", "ford", "bridge")[RIVER[side]], "road" if ROAD[side] else ""]
        names.append(("", "lake", "alps")[BLOCK[side]])
        if BANK[side] != TERRAIN[h]:
            names.append("nothing but " + " and ".join(terrain_name(t) for t in terrains_in(BANK[side])))
        for name in filter(None, names):
            found.setdefault(name, []).append(DIRECTION_NAMES[d])
    return found


def side_ends(pair: str) -> tuple[Point, Point]:
    side, _ = hexside(pair)
    return GRID.hexside(side // 6, side % 6)


def river_lines() -> list[Line]:
    """Return each river as one line along its hexsides."""
    return [Line("river", tuple(chain_points([side_ends(pair) for pair in pairs])), name) for name, pairs in RIVERS]


def chain_points(sides: list[tuple[Point, Point]]) -> list[Point]:
    """Return the corners of consecutive hexsides, in drawing order."""
    first, second = sides[0], sides[1] if len(sides) > 1 else sides[0]
    start = first[0] if near(first[1], second[0]) or near(first[1], second[1]) else first[1]
    points = [start]
    for a, b in sides:
        points.append(b if near(points[-1], a) else a)
    return points


def near(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < 1e-6 and abs(a[1] - b[1]) < 1e-6


def road_lines() -> list[Line]:
    return [Line("road", tuple(GRID.centre(h) for h in hexes), name) for name, hexes in ROADS]


def side_lines() -> list[Line]:
    """Return fords, bridges, alps and lake hexsides as single lines."""
    found = []
    for h in range(HEXES):
        for d in range(3):
            side = h * 6 + d
            if NEIGHBOURS[h][d] < 0:
                continue
            if RIVER[side] in (FORD, BRIDGE):
                found.append(Line("ford" if RIVER[side] == FORD else "bridge", GRID.hexside(h, d)))
            if BLOCK[side]:
                found.append(Line("alps" if BLOCK[side] == ALL_ALPS else "lake-side", GRID.hexside(h, d)))
    return found


# The battle and the boxes

SIDE_TITLES = ("Hosar", "Demon")
PLACE = 1.5
"""Width of a place in the line."""
LINE = 2.5
"""Height of a place: room for two counters, one behind the other."""
GAP = 1.1
"""Height between the lines, where the chances of opponents are written."""
REAR = 5.2
"""Width of the reserve and the routed units, which stand at the left end of their line."""
MIDDLE = LINE + GAP / 2 + 2.6
"""Height of the middle between the lines."""


def battle_board() -> Board:
    """Return the battle board.

    Two facing lines of twelve places from left to right, so that the places in use lie beside the reserves, and the
    undeployed troops of each side behind its line.
    """
    spaces: list[Space] = []
    for side in (HOSAR, DEMON):
        away = -1 if side == HOSAR else 1
        line = MIDDLE + away * (GAP + LINE) / 2
        for i in range(GROUPS):
            at = (REAR + (i + 0.5) * PLACE, line)
            name = f"{SIDE_TITLES[side]}, place {i + 1}"
            spaces.append(
                Space(f"line.{side}.{i}", -1, name, at, size=(PLACE - 0.1, LINE), spread="row", text=name)
            )
        for key, title, at, size in (
            ("reserve", "reserve", (REAR / 2 - 0.05, line - LINE * 0.2), (REAR - 0.2, LINE * 0.6 - 0.1)),
            ("routed", "routed", (REAR / 2 - 0.05, line + LINE * 0.3), (REAR - 0.2, LINE * 0.4)),
            ("muster", "to be placed", (REAR, line + away * (LINE / 2 + 1.3)), (REAR * 2 - 0.2, 2.3)),
        ):
            name = f"{SIDE_TITLES[side]}, {title}"
            spaces.append(Space(f"{key}.{side}", -1, name, at, size=size, spread="row", text=name))
    return Board(
        "battle", "The battle", REAR + GROUPS * PLACE, 2 * MIDDLE, tuple(spaces),
        styles={**TERRAIN_STYLES, **COUNTER_STYLES}, counters=counter_faces(), silhouettes=dict(SILHOUETTES),
        piece=1.05, kind="scene",
    )  # fmt: skip


def beside_gap(side: int, x: float) -> Point:
    """Return where a text of a side stands between the lines."""
    return x, MIDDLE + (-1 if side == HOSAR else 1) * GAP / 4


BOXES = ("prisoners", "dead", "coming")


def off_board() -> Board:
    """Return the boxes of units lost, held and awaited by each side."""
    titles = {"prisoners": "Prisoners held by {0}", "dead": "Destroyed of {0}", "coming": "To come for {0}"}
    spaces = []
    for row, box in enumerate(BOXES):
        for side in (HOSAR, DEMON):
            name = titles[box].format(SIDE_TITLES[side])
            at = (4.5 + side * 9.0, 1.5 + row * 3.0)
            spaces.append(Space(f"{box}.{side}", -1, name, at, size=(8.8, 2.8), spread="row", text=name))
    return Board(
        "off", "Off the map", 18.0, 9.0, tuple(spaces), styles=COUNTER_STYLES, counters=counter_faces(),
        silhouettes=dict(SILHOUETTES), piece=1.05, kind="scene",
    )  # fmt: skip
