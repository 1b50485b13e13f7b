"""The boards as drawings: the map of the Young Kingdoms; see also `balance_board`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import cos, hypot, pi, sin
from typing import Final

from palatine.core import Board, Label, Line, Mark, Shape, Space, Style
from palatine.games.elric.components.world import (
    AREA_KEY,
    AREA_NAME,
    AREAS,
    AT,
    BLOCKED,
    BOILING,
    CITIES,
    CITY_AT,
    COASTS,
    DEFENCE,
    GROUND,
    IS_SEA,
    IS_WILD,
    ISLETS,
    LABELS,
    LAND_NEIGHBOURS,
    MAP,
    MELNIBONE,
    NATION_OF,
    NATIONS,
    OUTLINES,
    PORT_SEA,
    SEA_NEIGHBOURS,
    SITE,
    STARS,
    STRAITS,
    TEETH,
    WALL,
    WORLD,
)
from palatine.games.elric.view.balance_board import balance_board
from palatine.games.elric.view.faces import MARK_SILHOUETTE, SILHOUETTES, STYLE_OF, STYLES, counters_by_key
from palatine.games.elric.view.wording import catalogue
from palatine.geography.areas import OUTSIDE, Area, Border, Curve, Point, outlines

GROUND_STYLES: Final = {
    "sea": Style(fill="#8fbfd6", dark="#2c5266", pattern="water", name="Sea"),
    "desert": Style(fill="#f0d49b", dark="#5c421e", pattern="desert", name="Desert"),
    "forest": Style(fill="#c3cd9c", dark="#17352a", pattern="forest", name="Forest"),
    "hills": Style(fill="#dfcb9b", dark="#3d3226", pattern="hills", name="Hills"),
    "mountains": Style(fill="#cfbd9f", dark="#46434a", pattern="mountains", name="Mountains"),
    "open": Style(fill="#ece3c4", dark="#333b40", pattern="open", name="Open land"),
    "steppe": Style(fill="#e6dba4", dark="#42451f", pattern="steppe", name="Grassland"),
    "swamp": Style(fill="#bfcbac", dark="#1e443f", pattern="swamp", name="Marsh"),
    "waste": Style(fill="#d2c3b4", dark="#4d3136", pattern="waste", name="Waste"),
}
LINE_STYLES: Final = {
    "range": Style(fill="#6d5535", dark="#9a948c", pattern="peaks", name="Mountains"),
    "sea-border": Style(fill="#4b7c8c", dark="#5c93ad", pattern="border", name="Border of seas"),
    "province": Style(fill="#8a6f47", dark="#9a8f75", pattern="border", name="Border of provinces"),
    "sea-boiling": Style(fill="#e2562a", dark="#c8552f", pattern="haze", name="Boiling Sea"),
    "sea-teeth": Style(fill="#3f5f6e", dark="#7fa3b3", pattern="haze", name="Serpents Teeth"),
    "sea-chaos": Style(fill="#8a3aa6", dark="#9a4fb8", pattern="haze", name="Straits of Chaos"),
}
_REALMS: Final = (
    ("#b0561f", "#dd9a6b"), ("#b5651a", "#e3ab6c"), ("#a87d1f", "#d9bd76"), ("#5d6f24", "#a6b96c"),
    ("#227a5f", "#7cc9ae"), ("#2a7048", "#74bd92"), ("#97740c", "#e0c25d"), ("#7a4fae", "#c3a4ea"),
    ("#5b7f2a", "#abcb7e"), ("#2a5c93", "#84b3e6"), ("#7d2467", "#d987c4"), ("#75603d", "#c1ae8b"),
    ("#5b676b", "#a9b5b9"), ("#ad3327", "#ee9a86"), ("#65409a", "#b192de"), ("#6053a8", "#b3a9e6"),
    ("#2f7396", "#8cc4e2"), ("#6d7d1c", "#bfce6c"),
)  # fmt: skip
"""By nation: day and night colours of its frontier and name, near those of its counters."""
REALMS: Final = {
    f"realm-{STYLE_OF[n]}": Style(fill=fill, dark=dark, pattern="frontier", name=NATIONS[n])
    for n, (fill, dark) in enumerate(_REALMS)
}
SOIL: Final = {
    f"soil-{STYLE_OF[n]}": Style(fill=fill, dark=dark, name=NATIONS[n])
    for n, (fill, dark) in enumerate(
        (
            ("#e3b896", "#4a3226"), ("#f2cc9b", "#4d3a24"), ("#efdcae", "#463b25"), ("#c3cf93", "#2e3820"),
            ("#b5dccb", "#1f3d37"), ("#b2d3b4", "#20392b"), ("#f1dc94", "#463d1d"), ("#d7c5ea", "#372c4a"),
            ("#cfe0a8", "#303c24"), ("#b3cde9", "#213450"), ("#d9b0cd", "#421f3b"), ("#d3c5a8", "#393226"),
            ("#cdd3d3", "#2f363a"), ("#f3bfae", "#4f2a25"), ("#cdb8e2", "#33254a"), ("#d9d3f1", "#302d4a"),
            ("#c9e1ed", "#213a47"), ("#d6df95", "#373c1c"),
        )
    )
}  # fmt: skip
"""By nation: day and night colours of its land (7.2)."""

SEATS: Final = {
    "amber": Style(fill="#d98a00", dark="#f0a92b", name="Amber"),
    "jade": Style(fill="#6a9212", dark="#a9cf45", name="Jade"),
    "ruby": Style(fill="#b3123a", dark="#e0476b", name="Ruby"),
    "slate": Style(fill="#4b5a75", dark="#8fa0bf", name="Slate"),
}
"""By seat: the colour of its control marks."""


@cache
def boards() -> tuple[Board, ...]:
    """Return the map and the Balance with the Turn Track, identical in all matches."""
    return map_board(), balance_board()


# ------------------------------------------------------------------------------------------------ map


def map_board() -> Board:
    width, height = WORLD
    return Board(
        "map",
        "The Young Kingdoms",
        width,
        height,
        (*(space(a) for a in range(AREAS) if IS_SEA[a]), *(space(a) for a in range(AREAS) if not IS_SEA[a])),
        lines=(*ranges(), *sea_borders(), *province_borders(), *frontiers()),
        styles={**GROUND_STYLES, **LINE_STYLES, **REALMS, **SOIL, **SEATS, **STYLES},
        counters=counters_by_key(),
        silhouettes=dict(SILHOUETTES),
        piece=1.05,
        shapes=(Shape("sea", coasts()), *(Shape(style, OUTLINES[a]) for a, style in _PERILS)),
        labels=tuple(labels()),
    )


_PERILS: Final = ((BOILING, "sea-boiling"), (TEETH, "sea-teeth"), (STRAITS, "sea-chaos"))


def space(a: Area) -> Space:
    return Space(
        AREA_KEY[a], a, AREA_NAME[a], AT[a], OUTLINES[a][0], ground(a), tuple(printed_marks(a)), area_text(a)
    )


def ground(a: Area) -> tuple[str, ...]:
    if IS_SEA[a]:
        return ("sea",)
    if NATION_OF[a] < 0:
        return GROUND[a]
    return (f"soil-{STYLE_OF[NATION_OF[a]]}",)


def printed_marks(a: Area) -> Iterator[Mark]:
    """Iterate over the printed marks of an area: city, star, anchor, name."""
    if a in CITY_AT:
        yield city_mark(a)
    if a in STARS:
        site = SITE[a] if a not in CITY_AT else _point_beside(a)
        yield Mark("star", "" if a in CITY_AT else AREA_NAME[a], MARK_SILHOUETTE["star"], at=site)
    elif a not in CITY_AT and not IS_SEA[a]:
        yield Mark("province", AREA_NAME[a], at=SITE[a])
    if PORT_SEA[a] >= 0:
        yield Mark("port", "", MARK_SILHOUETTE["port"], at=anchor(a))
    for sea, style in _PERILS:
        if a == sea:
            yield Mark("peril", "", MARK_SILHOUETTE[style], at=AT[a])


def _point_beside(a: Area) -> Point:
    x, y = SITE[a]
    return x + 0.75, y - 0.2


def city_mark(a: Area) -> Mark:
    city = CITIES[CITY_AT[a]]
    if a == MELNIBONE:
        return Mark("capital", city.name, MARK_SILHOUETTE["imrryr"], at=SITE[a])
    if not city.wall:
        return Mark("wild-city", city.name, MARK_SILHOUETTE["town"], at=SITE[a])
    if city.capital:
        return Mark("capital", city.name, MARK_SILHOUETTE["capital"], at=SITE[a])
    return Mark("walled-city", city.name, MARK_SILHOUETTE["city"], at=SITE[a])


def anchor(a: Area) -> Point:
    """Return the position of a port's anchor: in its sea, off the coast nearest the city."""
    sea = PORT_SEA[a]
    shore = [
        (p, border) for border in MAP.borders if {border.left, border.right} == {a, sea} for p in border.points
    ]
    (x, y), _ = min(shore, key=lambda found: hypot(found[0][0] - SITE[a][0], found[0][1] - SITE[a][1]))
    (cx, cy) = SITE[a]
    far = hypot(x - cx, y - cy) or 1.0
    return x + 0.42 * (x - cx) / far, y + 0.42 * (y - cy) / far


def labels() -> Iterator[Label]:
    """Iterate over the names of nations, wildernesses and seas."""
    for text, kind, size, points in LABELS:
        of, _, nation = kind.partition(":")
        style = f"realm-{STYLE_OF[NATIONS.index(nation)]}" if nation else of
        yield Label(text, points, style, size)


# Lines


def ranges() -> Iterator[Line]:
    """Iterate over the borders blocked by mountains (7.5.3)."""
    for border in MAP.borders:
        if _area_pair(border) in BLOCKED:
            yield Line("range", border.points)


def _area_pair(border: Border) -> tuple[Area, Area]:
    return min(border.left, border.right), max(border.left, border.right)


def sea_borders() -> Iterator[Line]:
    for border in MAP.borders:
        if OUTSIDE not in _area_pair(border) and IS_SEA[border.left] and IS_SEA[border.right]:
            yield Line("sea-border", border.points)


def province_borders() -> Iterator[Line]:
    """Iterate over open land borders within a nation or wilderness."""
    for border in MAP.borders:
        if OUTSIDE in _area_pair(border) or IS_SEA[border.left] or IS_SEA[border.right]:
            continue
        if NATION_OF[border.left] == NATION_OF[border.right] and _area_pair(border) not in BLOCKED:
            yield Line("province", border.points)


def frontiers() -> Iterator[Line]:
    """Iterate over the nations' frontiers by land, slightly inside their land, in their colours."""
    for border in MAP.borders:
        if OUTSIDE in _area_pair(border) or IS_SEA[border.left] or IS_SEA[border.right]:
            continue
        if NATION_OF[border.left] == NATION_OF[border.right]:
            continue
        if NATION_OF[border.left] >= 0:
            yield Line(f"realm-{STYLE_OF[NATION_OF[border.left]]}", beside(border.points, INSET))
        if NATION_OF[border.right] >= 0:
            yield Line(f"realm-{STYLE_OF[NATION_OF[border.right]]}", beside(border.points, -INSET))


INSET: Final = 0.13


def beside(points: Curve, distance: float) -> Curve:
    """Return a parallel curve to the left, or to the right if `distance` is negative."""
    ends = (points[0], *points, points[-1])
    return tuple(
        _point_aside(before, at, after, distance)
        for before, at, after in zip(ends[:-2], points, ends[2:], strict=True)
    )


def _point_aside(before: Point, at: Point, after: Point, distance: float) -> Point:
    dx, dy = after[0] - before[0], after[1] - before[1]
    long = hypot(dx, dy) or 1.0
    return at[0] + dy / long * distance, at[1] - dx / long * distance


def coasts() -> tuple[Curve, ...]:
    """Return the outlines of all seas together, extended beyond the edge of the map."""
    sides = (_wet(border) for border in MAP.borders)
    return (
        *outlines(1, [side for side in sides if side is not None])[0],
        *(islet(at, size) for at, size in ISLETS),
    )


def islet(at: Point, size: float) -> Curve:
    """Return the outline of an island too small to be an area (3.1)."""
    turns = [2 * pi * k / 9 for k in range(9)]
    return tuple((at[0] + size * (1 + 0.3 * sin(3 * t)) * cos(t), at[1] + 0.7 * size * sin(t)) for t in turns)


def _wet(border: Border) -> Border | None:
    """Return a coast border with 0 for sea and OUTSIDE for land, or None for other borders."""
    left, right = (a != OUTSIDE and IS_SEA[a] for a in (border.left, border.right))
    if left == right:
        return None
    return Border(0 if left else OUTSIDE, 0 if right else OUTSIDE, tuple(map(_led_on, border.points)))


def _led_on(point: Point) -> Point:
    (x, y), (width, height) = point, WORLD
    far = 3.0
    x = -far if x <= 0 else width + far if x >= width else x
    y = -far if y <= 0 else height + far if y >= height else y
    return x, y


# Words


def area_text(a: Area) -> str:
    """Return an area in words: its kind, features and neighbours."""
    told = "; ".join((*_kind(a), *_features(a), *_borders_and_coasts(a)))
    return catalogue().say("space.text", name=AREA_NAME[a], told=told)


def _kind(a: Area) -> Iterator[str]:
    say = catalogue().say
    if IS_SEA[a]:
        yield say("space.wild-sea" if IS_WILD[a] else "space.sea")
    elif NATION_OF[a] >= 0:
        yield say("space.wild-province" if IS_WILD[a] else "space.province", of=NATIONS[NATION_OF[a]])
    else:
        yield say("space.wilderness")


def _features(a: Area) -> Iterator[str]:
    say = catalogue().say
    if a in CITY_AT:
        city = CITIES[CITY_AT[a]]
        rank = say("space.capital" if city.capital else "space.main" if city.main else "space.city")
        walls = say("space.wall" if WALL[a] else "space.unwalled", wall=WALL[a])
        yield say("space.city-text", name=city.name, rank=rank, walls=walls, defence=DEFENCE[a])
        if city.port >= 0:
            yield say("space.port", sea=AREA_NAME[city.port])
    if a in STARS:
        yield say("space.star")
    for sea, key in ((BOILING, "boiling"), (TEETH, "teeth"), (STRAITS, "straits")):
        if a == sea:
            yield say(f"space.{key}")


def _borders_and_coasts(a: Area) -> Iterator[str]:
    around = SEA_NEIGHBOURS[a] if IS_SEA[a] else LAND_NEIGHBOURS[a]
    for key, found in (
        ("borders", around),
        ("coasts" if IS_SEA[a] else "coast", COASTS[a]),
        ("beyond", _beyond_mountains(a)),
    ):
        if found:
            yield catalogue().say(f"space.{key}", names=", ".join(AREA_NAME[other] for other in found))


def _beyond_mountains(a: Area) -> tuple[Area, ...]:
    return tuple(sorted(other for pair in BLOCKED if a in pair for other in pair if other != a))
