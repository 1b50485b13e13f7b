"""The board: 108 squares with their cities and forts, and the faces of all counters."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from palatine.core import Board, Counter, Mark, Space, Style
from palatine.core.view import Point
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import city_in, fort_in
from palatine.games.lord_and_master.components.wording import said
from palatine.games.lord_and_master.state import State

WIDE, HIGH = 6.0, 5.0
"""Width and height of a square in drawing units; provinces measure 120 by 100 miles."""
MOST = 6
"""Number of nations with a colour."""
INNER = (2.0, 1.5)
"""Width and height of the box of a city or fort in its square."""
GROUND = {"c": "cropland", "f": "forest", "g": "grassland", "o": "orc-mountain", "d": "dwarf-mountain",
          "s": "swamp", "w": "wasteland", "x": "start"}  # fmt: skip
STYLES = {
    "cropland": Style(fill="#dfd08a", dark="#6b6335", pattern="open"),
    "forest": Style(fill="#7fa268", dark="#2f4a34", pattern="forest"),
    "grassland": Style(fill="#bcd39a", dark="#4c6144", pattern="steppe"),
    "orc-mountain": Style(fill="#a98a70", dark="#564438", pattern="mountains"),
    "dwarf-mountain": Style(fill="#9aa0ad", dark="#474d5c", pattern="mountains"),
    "swamp": Style(fill="#9db592", dark="#3e554a", pattern="swamp"),
    "wasteland": Style(fill="#d8c7a6", dark="#5d5240", pattern="waste"),
    "start": Style(fill="#efeae0", dark="#3b3a36"),
    "P1": Style(fill="#c0453a", dark="#b8463c", ink="#fff6f2"),
    "P2": Style(fill="#2f6fb0", dark="#3a77b3", ink="#f4f9ff"),
    "P3": Style(fill="#d9a52c", dark="#c6962a", ink="#241a04"),
    "P4": Style(fill="#7a4fa3", dark="#835bab", ink="#fbf6ff"),
    "P5": Style(fill="#5f8a16", dark="#6d9a22", ink="#f9fff0"),
    "P6": Style(fill="#c26a9b", dark="#b9648f", ink="#fff4fa"),
    "neutral": Style(fill="#b9b2a2", dark="#7f7a6e", ink="#22201a"),
    "magnate": Style(fill="#5a4632", dark="#6a5540", ink="#fff7ec"),
    "wild": Style(fill="#2a2a30", dark="#3a3a44", ink="#e9e6ff"),
}  # fmt: skip


def _styles(nations: tuple[str, ...]) -> dict[str, Style]:
    """Return the styles; those of seats are named after their nations once these are founded."""
    seats = [nations[at] if at < len(nations) else said("ground.nation", number=at + 1) for at in range(MOST)]
    names = {f"P{seat}": name for seat, name in enumerate(seats, 1)}
    return {key: replace(style, name=names.get(key) or said(f"ground.{key}")) for key, style in STYLES.items()}


@cache
def silhouettes() -> dict[str, str]:
    return world.DATA.read_silhouettes()


@cache
def counters() -> dict[str, Counter]:
    """Return a face for each unit code and each character class."""
    faces = {code: _unit(code) for code in pieces.TROOPS}
    faces.update({f"{of}": _character(of) for of in pieces.CLASSES})
    faces["demon"] = Counter("Demon", "magnate", pieces.CLASSES["M"].silhouette, {"s": "demon"})
    return faces


def _unit(code: str) -> Counter:
    troop = pieces.TROOPS[code]
    attack, defence, movement = troop.full
    figures = {"nw": code, "s": f"{attack} {defence} {movement}"}
    hurt = dict(zip(("attack", "defence", "movement"), troop.wounded or (), strict=False))
    worse = said("board.wounded", **hurt) if hurt else said("board.lost")
    text = said(
        "board.unit", name=troop.name, attack=attack, defence=defence, movement=movement, worse=worse,
        men=pieces.men(code),
    )  # fmt: skip
    return Counter(troop.name, "neutral", troop.silhouette, figures, "solid", text)


def _character(of: str) -> Counter:
    known = pieces.CLASSES[of]
    return Counter(known.name, "neutral", known.silhouette, {"nw": of}, "solid", known.name)


def corner(square: int) -> Point:
    """Return the upper left corner of a square."""
    return (world.column(square) - 1) * WIDE, (world.row(square) - 1) * HIGH


def boards(s: State) -> tuple[Board, ...]:
    """Return the map of a match."""
    nations = tuple([nation.name for nation in s.nations]) if s.turn else ()
    return (map_board(_ground(s), tuple(sorted(_names(s).items())), tuple(sorted(s.forts.items())), nations),)


def _ground(s: State) -> str:
    return "".join(letter or "-" for letter in s.terrain)


def _names(s: State) -> dict[int, str]:
    return {square: s.city(square).name for square in (*world.CITIES, *s.own_cities) if s.has_city(square)}


@cache
def map_board(
    ground: str,
    cities: tuple[tuple[int, str], ...],
    forts: tuple[tuple[int, str], ...],
    nations: tuple[str, ...] = (),
) -> Board:
    spaces = [_square(square, ground[square]) for square in range(1, world.SQUARES + 1)]
    spaces += [_walled(square, name, city_in(square), "city") for square, name in cities]
    spaces += [_walled(square, name, fort_in(square), "fort") for square, name in forts]
    return Board(
        "map", said("board.title"), world.COLUMNS * WIDE, world.ROWS * HIGH, tuple(spaces), styles=_styles(nations),
        counters=counters(), silhouettes=silhouettes(), piece=2.0,
    )  # fmt: skip


def _square(square: int, letter: str) -> Space:
    x, y = corner(square)
    outline = ((x, y), (x + WIDE, y), (x + WIDE, y + HIGH), (x, y + HIGH))
    text = _square_description(square, letter)
    name = f"{square}{letter}"
    return Space(str(square), square, name, (x + WIDE / 2, y + HIGH / 2), outline, (GROUND[letter],), text=text)


def _square_description(square: int, letter: str) -> str:
    """Return the description of a province; a start square has no terrain yet."""
    province = world.PROVINCES.get(letter)
    if province is None:
        return said("board.start", square=square)
    return said(
        "board.province", name=province.name, square=square, tax=province.tax, tribute=province.tribute,
        cost=province.cost,
    )  # fmt: skip


def _walled(square: int, name: str, place: int, kind: str) -> Space:
    """Return the space of a city (upper right of its square) or fort (upper left)."""
    x, y = corner(square)
    wide, high = INNER
    left = x + WIDE - wide - 0.25 if kind == "city" else x + 0.25
    top = y + 0.25
    outline = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
    mark = Mark(kind, name, _icon(square, kind))
    return Space(
        f"{square}{kind}",
        place,
        name,
        (left + wide / 2, top + high / 2),
        outline,
        (),
        (mark,),
        text=said("board.walled", name=name, kind=said(f"board.{kind}")),
    )


def _icon(square: int, kind: str) -> str:
    known = world.CITIES.get(square)
    if kind == "city":
        return known.silhouette if known is not None else "white-tower"
    return "stone-tower"
