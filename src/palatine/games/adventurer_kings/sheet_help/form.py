"""Form of a sheet for players by mail: a new King, or a year's orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from palatine.core import Catalogue, Grid, OrdersGame, Panel, Section, SheetForm
from palatine.core.sheet import comment_lines
from palatine.games.adventurer_kings.components.real_maps import nations
from palatine.games.adventurer_kings.orders.kinds import KingLine
from palatine.games.adventurer_kings.orders.writing import write_line
from palatine.games.adventurer_kings.rules.common.naming import label, place_name
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.sheet_help.suggest import ready_king, ready_kings, realm_lines, suggest
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view import order_help

OF_EACH = 7
"""Number of suggestions for each character, one of each group first."""
MOST_LINES = 300
"""Maximum length of a form; a longer one omits the suggestions."""


def form(game: OrdersGame[State], s: State, seat: str) -> SheetForm:
    """Return the form of the current turn, which can be submitted unchanged."""
    me = s.seats.index(seat)
    return _king_form(game.words, s, me) if s.turn == 0 else _year_form(game, s, me)


# Before the first year


def _king_form(words: Catalogue, s: State, me: int) -> SheetForm:
    """Return a form with a ready-made King and explanations of the line (2.1)."""
    ready = list(ready_kings(me))
    lands = [nation.name for nation in nations(s.scenario)]
    lines = [
        write_line(ready_king(me)),
        "#",
        *comment_lines(words.say("form.lands" if lands else "form.realm", lands=lands)),
    ]
    lines += ['# realm ""', *comment_lines(words.say("form.contact")), '# contact ""']
    intro = (words.say("form.king"), words.say("form.levels"), words.say("form.by-lot"))
    lists = [_section(panel) for panel in order_help.making_a_king(words) if panel.id != "king"]
    return SheetForm("\n".join(lines), intro, (_ready_kings_table(words, ready), *lists))


def _ready_kings_table(words: Catalogue, ready: Iterable[KingLine]) -> Section:
    """Return ready-made Kings as a table, because some mail programs wrap their lines."""
    columns = tuple(words.say(f"form.column-{key}") for key in ("name", "race", "alignment", "temper", "levels"))
    rows = [
        (king.name, king.race, " or ".join(filter(None, [king.alignment, king.instead])), king.temper,
         ",".join(king.levels))
        for king in ready
    ]  # fmt: skip
    return Section("ready", words.say("form.others"), grids=(Grid(columns, tuple(rows)),))


def _section(panel: Panel) -> Section:
    """Return a list of the order page as a table."""
    rows = tuple((row.label, row.note) for row in panel.rows)
    return Section(panel.id, panel.title, grids=(Grid(("", ""), rows),))


# A year


def _year_form(game: OrdersGame[State], s: State, me: int) -> SheetForm:
    """Return a numbered line for every possible order, below suggestions (1.3)."""
    people = list(s.at_home(me))
    is_long = len(people) * (PHASES + 2 + OF_EACH) > MOST_LINES
    lines = comment_lines(game.words.say("form.head"))
    for n, person in people:
        who = game.words.say("form.who", number=n, who=person.name, place=place_name(s, person.place))
        lines += ["#", *comment_lines(who)]
        lines += [] if is_long else _suggested_orders(game, s, me, label(n, person))
        lines += [game.words.say("report.order-line", number=n, phase=phase) for phase in range(1, PHASES + 1)]
        lines.append(game.words.say("report.order-special", number=n))
    lines += ["#", *comment_lines(game.words.say("form.realm-lines"))]
    for each in [each for each in realm_lines(game.words, s, me) if each.text not in s.kingdoms[me].refused]:
        lines += _commented_order(each.text, each.title)
    intro = tuple(game.words.say(f"form.{key}") for key in ("year", "example", "years-sheet"))
    return SheetForm("\n".join(lines), intro, tuple(map(_section, order_help.codes(game.words))))


def _suggested_orders(game: OrdersGame[State], s: State, me: int, who: str) -> Iterator[str]:
    """Yield suggestions for the first phase of a character.

    One of each group comes first, then more. Offers refused last turn are omitted.
    """
    refused = s.kingdoms[me].refused
    offered = [
        each
        for each in suggest(game, s, s.seats[me], who)
        if each.slots and "\n" not in each.text and each.text.partition(" ")[2] not in refused
    ]
    seen: dict[str, int] = {}
    ranked = []
    for at, each in enumerate(offered):
        seen[each.group] = seen.get(each.group, 0) + 1
        ranked.append((seen[each.group], at))
    chosen = sorted(at for _, at in sorted(ranked)[:OF_EACH])
    for each in [offered[at] for at in chosen]:
        yield from _commented_order(each.text.partition(" ")[2], each.title)


def _commented_order(text: str, title: str) -> list[str]:
    return comment_lines(f"{text:<22} {title}", "   ", " " * 26)
