"""The view of a seat: the board, the troops on it, its choices, and their texts.

The functions take the game as an argument, so that they use the same rules as other callers.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from palatine.core import (
    Action,
    Board,
    Counter,
    Game,
    Layer,
    Panel,
    Piece,
    Row,
    Shortcut,
    Space,
    Style,
    View,
)
from palatine.core.messages import Namer
from palatine.testing.examples.ford.components import FACES, GROUND, SEATS, SPACES, WIDTH
from palatine.testing.examples.ford.rules.movement import reach
from palatine.testing.examples.ford.secrecy import is_known
from palatine.testing.examples.ford.state import GONE, FordState, side

NAMERS: Mapping[str, Namer] = {
    "seat": SEATS.__getitem__,
    "face": FACES.__getitem__,
    "space": SPACES.__getitem__,
    "text": str,
}
"""Functions that format the game's numbers in messages."""


def view(game: Game[FordState], s: FordState, seat: str | None) -> View:
    """Return all that `seat` (None: a spectator) may see.

    The view is built from scratch, so that no secret is included by accident.
    """
    base = game.base_view(s, seat)
    return replace(
        base,
        heading=f"Day {min(s.day, s.options['days'])} of {s.options['days']}",
        prompt=game.prompt(s, seat) if base.asked else game.words.say("prompt.over"),
        pieces=tuple(_piece(s, p, seat) for p in range(6) if s.place[p] != GONE),
        choices=tuple(game.choices(s, seat)) if seat in base.asked else (),
        shortcuts=_shortcuts(game, s, seat) if seat in base.asked else (),
        panels=(Panel("fallen", "Fallen", tuple(_fallen_rows(s))),),
    )


def _piece(s: FordState, p: int, seat: str | None) -> Piece:
    """Return a troop as `seat` sees it, face down if it may not know the face."""
    owner, space = s.seats[side(p)], f"s{s.place[p]}"
    if not is_known(s, p, seat):
        return Piece(f"p{p}", space, style=owner, text=f"a hidden troop of {owner}")
    text = f"{FACES[s.face[p]]} of {owner}" + ("" if s.shown[p] else ", hidden")
    return Piece(f"p{p}", space, face=FACES[s.face[p]], operand=p, style=owner, text=text)


def _fallen_rows(s: FordState) -> list[Row]:
    fallen = [p for p in range(6) if s.place[p] == GONE]
    return [Row(f"{FACES[s.face[p]]} of {s.seats[side(p)]}", piece=FACES[s.face[p]]) for p in fallen]


def _shortcuts(game: Game[FordState], s: FordState, seat: str | None) -> tuple[Shortcut, ...]:
    """Return shortcuts that choose a troop and its destination at the same time."""
    ready = [p for verb, p in (game.actions(s, seat) if seat else []) if verb == "piece"]
    moves = [(p, x) for p in ready for x in reach(s, p)]
    return tuple(Shortcut(f"Piece {p} to {SPACES[x]}", (("piece", p), ("go", x)), x) for p, x in moves)


def action_text(game: Game[FordState], s: FordState, action: Action) -> str:
    """Return an action as a phrase."""
    verb, operand = action
    if verb == "go":
        return game.words.say("action.go", space=operand)
    return game.words.say("action." + verb, face=s.face[operand], space=s.place[operand])


def layers(s: FordState, seat: str | None) -> tuple[Layer, ...]:
    """Return an overlay with the strength of every troop that the seat knows."""
    known = [p for p in range(6) if s.place[p] != GONE and is_known(s, p, seat)]
    text = {f"s{s.place[p]}": str(s.face[p]) for p in known}
    return (Layer("strength", "Strength known", f"{sum(map(int, text.values()))} in all", text, "North"),)


def boards(s: FordState) -> tuple[Board, ...]:
    """Return the board, the same in every match: nine squares, counters, colours."""
    squares = [(float(i % WIDTH), float(i // WIDTH)) for i in range(len(SPACES))]
    spaces = [
        Space(
            f"s{i}",
            i,
            SPACES[i],
            (x + 0.5, y + 0.5),
            ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)),
            (GROUND[i],),
        )
        for i, (x, y) in enumerate(squares)
    ]
    styles = {"bank": Style("#9a6"), "deep": Style("#258"), "ford": Style("#7bd")}
    styles |= {"North": Style("#ddd", ink="#222"), "South": Style("#a33", ink="#fff")}
    counters = {name: Counter(name, "North", figures={"se": str(n)}) for n, name in enumerate(FACES) if name}
    return (Board("map", "The ford", 3.0, 3.0, tuple(spaces), styles=styles, counters=counters, piece=0.5),)
