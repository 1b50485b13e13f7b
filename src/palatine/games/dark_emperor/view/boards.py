"""The boards of Dark Emperor as drawings: the world of Loslon, and the boxes off the map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from palatine.core import Board, Label, Line, Mark, Shape, Space, Style
from palatine.games.dark_emperor.components.pieces import BOX, NECROMANCER, POWER_NAME
from palatine.games.dark_emperor.components.tables import LAST_TURN
from palatine.games.dark_emperor.components.world import (
    BATTLEFIELDS,
    CITIES,
    CITY_AT,
    COASTAL,
    DATA,
    GRID,
    GROUND,
    GROUND_NAMES,
    HEXES,
    HOLY,
    KINGDOMS,
    NEIGHBOURS,
    OWNER,
    PARTS,
    PENTACLES,
    RIVERS,
    RUNE_OF,
    RUNES,
    SEA,
    SIDE_LAND,
    SIDE_RIVER,
    SIDE_SEA,
    TAXATION,
    City,
    hex_name,
)
from palatine.games.dark_emperor.view.faces import (
    MARK_SILHOUETTE,
    RUNE_SILHOUETTE,
    SILHOUETTES,
    STYLE_OF,
    STYLES,
    counter_faces,
)
from palatine.games.dark_emperor.view.outlines import coast_outlines, coast_runs, frontiers

DIRECTION_NAMES: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")
GROUND_STYLES: Final = {
    "settled": Style(fill="#c3d69b", dark="#4f6247", pattern="open", name="Settled land"),
    "mountain": Style(fill="#a98a70", dark="#564438", pattern="mountains", name="Mountains"),
    "all-sea": Style(fill="#8fbfd6", dark="#2c5266", pattern="water", name="Sea"),
}
LINE_STYLES: Final = {"river": Style(fill="#5f9fc4", dark="#3f7695", width=0.11, pattern="river", name="River")}
CODES: Final = STYLE_OF[:10]
"""By kingdom: the style of its counters; frontier and name use similar colours."""
REALMS: Final = dict(
    zip(
        (f"realm-{code}" for code in CODES),
        (
            Style(fill="#3a63b0", dark="#83a8ea", pattern="frontier", name="Ahautsieron"),
            Style(fill="#0f7f9e", dark="#6cc7df", pattern="frontier", name="Ferlarie"),
            Style(fill="#b23c2e", dark="#e98b7e", pattern="frontier", name="Kelaron Oiret"),
            Style(fill="#a4601f", dark="#dda163", pattern="frontier", name="Lammarech"),
            Style(fill="#75552a", dark="#c9a873", pattern="frontier", name="Loymarech"),
            Style(fill="#2a7d55", dark="#77cba2", pattern="frontier", name="The Scythe"),
            Style(fill="#8f2747", dark="#e07f9d", pattern="frontier", name="Starkeep"),
            Style(fill="#5c7a1c", dark="#a9c869", pattern="frontier", name="Stavror"),
            Style(fill="#5a6472", dark="#a9b6c6", pattern="frontier", name="Tal Pletor"),
            Style(fill="#7440a6", dark="#b995e6", pattern="frontier", name="Zolahaureslor"),
        ),
        strict=True,
    )
)
TINTS: Final = {
    f"tint-{code}": Style(fill=realm.fill, dark=realm.dark, pattern="tint", name=realm.name)
    for code, realm in zip(CODES, REALMS.values(), strict=True)
}

PORT_CAPITAL: Final = "port-capital"
WAVES: Final = (
    "M26 548c38-42 77-42 115 0s77 42 115 0 77-42 115 0 77 42 115 0v42c-38 42-77 42-115 0"
    "s-77-42-115 0-77 42-115 0-77-42-115 0z"
)
"""SVG path of water below a drawing 512 wide, for capitals that are ports."""


@cache
def boards() -> tuple[Board, ...]:
    """Return the map and the off-map board; the same for every match."""
    return map_board(), off_board()


# The map


def map_board() -> Board:
    width, height = GRID.extent
    return Board(
        "map",
        "The world of Loslon",
        width,
        height,
        tuple(space(h) for h in range(HEXES)),
        lines=(*frontier_lines(), *river_lines()),
        styles={**GROUND_STYLES, **LINE_STYLES, **REALMS, **TINTS, **STYLES},
        counters=counter_faces(),
        silhouettes={**SILHOUETTES, PORT_CAPITAL: SILHOUETTES[MARK_SILHOUETTE["capital"]] + WAVES},
        piece=1.05,
        shapes=(Shape("all-sea", (around(width, height), *coast_outlines())),),
        labels=tuple(labels()),
    )


def around(width: float, height: float) -> tuple[tuple[float, float], ...]:
    """Return an outline well outside the map, so that the sea extends beyond its edge."""
    corners = ((-9.0, -9.0), (width + 9.0, -9.0), (width + 9.0, height + 9.0), (-9.0, height + 9.0))
    return tuple(corner for corner in corners for _ in range(2))


def space(h: int) -> Space:
    name = CITIES[CITY_AT[h]].name if h in CITY_AT else hex_name(h)
    outline = GRID.outline(h)
    grounds, marks = (GROUND_NAMES[GROUND[h]],), tuple(printed_marks(h))
    return Space(hex_name(h), h, name, GRID.centre(h), outline, grounds, marks, hex_text(h))


def printed_marks(h: int) -> Iterator[Mark]:
    """Return what is printed in a hex; a city's value follows its name."""
    if h in CITY_AT:
        city = CITIES[CITY_AT[h]]
        yield Mark("city" if city.capital else "town", f"{city.name} {city.value}", city_sign(city))
    if HOLY[h]:
        yield Mark("holy", "", MARK_SILHOUETTE["holy"])
    if h in PENTACLES:
        yield Mark("pentacle", "", MARK_SILHOUETTE["pentacle"])
    if RUNE_OF[h] >= 0:
        yield Mark("rune", "", RUNE_SILHOUETTE[RUNE_OF[h]])
    for where, name in BATTLEFIELDS:
        if where == h:
            yield Mark("battlefield", name, MARK_SILHOUETTE["battlefield"])


def city_sign(city: City) -> str:
    if city.capital:
        return PORT_CAPITAL if city.port else MARK_SILHOUETTE["capital"]
    return MARK_SILHOUETTE["port" if city.port else "city"]


def hex_text(h: int) -> str:
    """Return a hex in words: number, ground, owner, features, and sides by direction."""
    return ", ".join((f"Hex {hex_name(h)}", *ground_in_words(h), *features(h), *sides_in_words(h))) + "."


def ground_in_words(h: int) -> Iterator[str]:
    if GROUND[h] == SEA:
        yield "all-sea"
        return
    yield f"{'coastal ' if COASTAL[h] else ''}{GROUND_NAMES[GROUND[h]]} land of {KINGDOMS[OWNER[h]]}"
    if PARTS[h] > 1:
        yield f"{PARTS[h]} lands the sea parts"


def features(h: int) -> Iterator[str]:
    if h in CITY_AT:
        city = CITIES[CITY_AT[h]]
        kind = f"capital of {KINGDOMS[city.kingdom]}" if city.capital else "city"
        yield f"{city.name}, {kind}{' and port' if city.port else ''}, City Value {city.value}"
    if HOLY[h]:
        yield "holy place"
    if h in PENTACLES:
        yield "magic hex"
    if RUNE_OF[h] >= 0:
        yield f"{RUNES[RUNE_OF[h]].capitalize()} rune"
    yield from (name for where, name in BATTLEFIELDS if where == h)


def sides_in_words(h: int) -> Iterator[str]:
    """Return, for a land hex, its sides by kind: land, land and sea, all sea."""
    if GROUND[h] == SEA:
        return
    inside = [d for d in range(6) if NEIGHBOURS[h][d] >= 0]
    for what, found in (
        ("land", [d for d in inside if SIDE_LAND[h * 6 + d] and not SIDE_SEA[h * 6 + d]]),
        ("land and sea", [d for d in inside if SIDE_LAND[h * 6 + d] and SIDE_SEA[h * 6 + d]]),
        ("all sea", [d for d in inside if not SIDE_LAND[h * 6 + d]]),
        ("a river", [d for d in inside if SIDE_RIVER[h * 6 + d]]),
    ):
        if found:
            yield f"{what} to the {' and '.join(DIRECTION_NAMES[d] for d in found)}"


def river_lines() -> Iterator[Line]:
    """Return a line for each river, from the middle of its source to its mouth or the sea."""
    for name, course in RIVERS:
        points = [GRID.centre(h) for h in course]
        if mouth := outlet(course):
            points.append(mouth)
        yield Line("river", tuple(points), name)


def outlet(course: tuple[int, ...]) -> tuple[float, float] | None:
    """Return the middle of the hexside where a river enters the sea, or None.

    Of several, it is the farthest from the previous hex.
    """
    last, before = course[-1], GRID.centre(course[-2])
    if not COASTAL[last] or any(last in other[:-1] for _, other in RIVERS):
        return None
    middles = [middle(last, d) for d in range(6) if SIDE_SEA[last * 6 + d]]
    wet = [middle(last, d) for d in range(6) if SIDE_SEA[last * 6 + d] and not SIDE_LAND[last * 6 + d]]
    return max(wet or middles, key=lambda p: (p[0] - before[0]) ** 2 + (p[1] - before[1]) ** 2)


def middle(h: int, d: int) -> tuple[float, float]:
    (ax, ay), (bx, by) = GRID.hexside(h, d)
    return (ax + bx) / 2, (ay + by) / 2


def frontier_lines() -> Iterator[Line]:
    """Return the frontiers of the kingdoms, and their coasts in their colours."""
    for kingdom in range(10):
        yield from (Line(f"realm-{CODES[kingdom]}", points) for points in frontiers(kingdom))
    for kingdom, points in coast_runs():
        yield Line(f"tint-{CODES[kingdom]}", points)


def labels() -> Iterator[Label]:
    """Return labels of kingdoms with Taxation Values (7.14), and of seas."""
    for row in DATA.read_toml("map.toml")["label"]:
        points = tuple((float(x), float(y)) for x, y in row["points"])
        if row["kind"] == "sea":
            yield Label(row["text"], points, "sea", row["size"])
            continue
        kingdom = KINGDOMS.index(row["text"])
        yield Label(row["text"], points, f"realm-{CODES[kingdom]}", row["size"], str(TAXATION[kingdom]))


# What lies off the map

WIDE: Final = 18.0
Box = tuple[float, float, float, float]
"""Left, top, width and height of a place."""


def off_board() -> Board:
    """Return the board of the Mercenary Holding Box, turn track and recruitment pools (3)."""
    spaces = [
        box("mercenaries", "Mercenary Holding Box", (0.0, 0.0, WIDE, 3.0), BOX),
        *(turn_box(turn) for turn in range(1, LAST_TURN + 1)),
        *(pool_box(power) for power in range(NECROMANCER + 1)),
    ]
    return Board(
        "off", "Off the map", WIDE, 20.4, tuple(spaces), styles=dict(STYLES), counters=counter_faces(),
        silhouettes=dict(SILHOUETTES), piece=1.05, kind="scene",
    )  # fmt: skip


def box(id_: str, name: str, place: Box, operand: int = -1) -> Space:
    """Return a place for pieces side by side."""
    left, top, width, height = place
    at = (left + width / 2, top + height / 2)
    return Space(id_, operand, name, at, size=(width - 0.15, height - 0.15), spread="row", text=name)


def turn_box(turn: int) -> Space:
    wide = WIDE / LAST_TURN
    return box(f"turn.{turn}", f"Turn {turn}", ((turn - 1) * wide, 3.1, wide, 1.7))


def pool_box(power: int) -> Space:
    """Return a pool's place: kingdoms in pairs, groups in threes, vampires below."""
    name = f"Pool: {POWER_NAME[power]}"
    if power == NECROMANCER:
        return box(f"pool.{power}", name, (0.0, 17.4, WIDE, 3.0))
    if power < len(KINGDOMS):
        return box(f"pool.{power}", name, (power % 2 * WIDE / 2, 5.0 + power // 2 * 1.75, WIDE / 2, 1.75))
    row, column = divmod(power - len(KINGDOMS), 3)
    return box(f"pool.{power}", name, (column * WIDE / 3, 13.8 + row * 1.75, WIDE / 3, 1.75))
