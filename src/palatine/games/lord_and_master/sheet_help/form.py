"""Order forms for play by mail: for founding a nation and for a turn's orders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from palatine.core import Catalogue, Grid, OrdersGame, Section, SheetForm, Suggestion
from palatine.core.game import REFEREE
from palatine.core.messages import join_words
from palatine.core.sheet import comment_lines
from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.orders.writing import write_order
from palatine.games.lord_and_master.rules.common.naming import place_name
from palatine.games.lord_and_master.rules.setup import founding, setup_rules
from palatine.games.lord_and_master.rules.setup.setup_rules import MOST_TROOPS, RECRUITED, TROOPS_GOLD
from palatine.games.lord_and_master.sheet_help import suggest as suggesting
from palatine.games.lord_and_master.state import State

OF_EACH = 6
"""Maximum number of suggestions per character, spread over the groups."""
MOST_LINES = 250
"""Number of lines above which there are fewer suggestions per character."""
PLAIN = 72
"""Maximum length of a line that mail programs do not break."""
ORDERS = (
    "lead", "lead-assault", "lead-siege", "move", "tax", "recruit", "raise", "train", "diplomacy", "treasury",
    "independence", "colonise", "shield", "steal", "assassinate", "rescue", "rain", "summon", "teleport", "raisedead",
    "heal", "vheal", "exorcise", "consecrate", "intervene", "bolts", "runes", "initiate", "equip", "alliance", "truce",
    "pay", "sell", "buy", "prisoner", "ransom", "heir", "command", "retreat",
)  # fmt: skip
"""Orders explained in the form.

`form.order-NAME` has the syntax, `form.does-NAME` the effect.
"""


def form(game: OrdersGame[State], s: State, seat: str) -> SheetForm:
    """Return the form for the open turn, which is itself a valid sheet."""
    words = game.words
    if s.turn == 0 and seat != REFEREE:
        return _founding_form(words, s, s.seats.index(seat))
    intro = [words.say("form.turn"), words.say("form.nation"), words.say("form.codes")]
    lines = comment_lines(words.say("form.head"))
    people = suggesting.characters(s, seat)
    each = max(1, min(OF_EACH, MOST_LINES // (2 * len(people) + 2) - 1))
    for name in people:
        lines += [
            "#",
            *comment_lines(_character_text(words, s, name)),
            *_commented_orders(_chosen(game.suggest(s, seat, name), each)),
        ]
    refused = () if seat == REFEREE else s.nations[s.seats.index(seat)].refused
    offered = [offer for offer in game.suggest(s, seat, None) if offer.text not in refused]
    lines += ["#", *comment_lines(words.say("form.whole")), *_commented_orders(_chosen(offered, each))]
    rows = tuple((_form_text(words, f"order-{name}"), _form_text(words, f"does-{name}")) for name in ORDERS)
    lists = (_table(words, "orders", rows), _types(words))
    return SheetForm("\n".join(lines), tuple(intro), lists)


def _form_text(words: Catalogue, key: str, **facts: Any) -> str:
    return words.say(f"form.{key}", **facts)


# A turn


def _character_text(words: Catalogue, s: State, name: str) -> str:
    person = next(person for person in s.people.values() if person.name == name)
    facts = {"name": name, "of": pieces.CLASSES[person.of].name, "level": person.level}
    return words.say("form.who", place=place_name(s, person.place), **facts)


def _chosen(offered: Sequence[Suggestion], most: int) -> list[Suggestion]:
    """Return some suggestions, spread over the groups, without lines that mail might break."""
    seen: dict[str, int] = {}
    ranked = []
    for at, each in enumerate(offered):
        if any(len(f"# {line}") > PLAIN for line in each.text.splitlines()):
            continue
        seen[each.group] = seen.get(each.group, 0) + 1
        ranked.append((seen[each.group], at))
    return [offered[at] for at in sorted(at for _, at in sorted(ranked)[:most])]


def _commented_orders(offered: Iterable[Suggestion]) -> list[str]:
    lines = []
    for each in offered:
        about = "; ".join([part for part in (each.title, each.cost, each.chance) if part])
        lines += [f"# {line}" for line in each.text.splitlines()] + comment_lines(about, "     ")
    return lines


# The founding


def _founding_form(words: Catalogue, s: State, me: int) -> SheetForm:
    """Return the form for the founding: a complete nation with explanations (SET)."""
    lines: list[str] = []
    told = ""
    for order in founding.ready_made(s, me).orders:
        line = _shortened(order)
        word = line.partition(" ")[0]
        lines += comment_lines(_explanation(words, s, me, word)) if word != told else []
        lines.append(line)
        told = word
    if not any(line.startswith("advantage ") for line in lines):
        lines += [
            *comment_lines(words.say("form.bargain")),
            "# advantage good-reputation",
            "# disadvantage holy-treasury",
        ]
    intro = [words.say("form.founding", squares=list(s.groups[me])), words.say("form.leader")]
    lists = (_provinces(words), _classes(words), _types(words), _gods(words), *_traits(words))
    return SheetForm("\n".join(lines), (*intro, words.say("form.by-lot")), lists)


def _explanation(words: Catalogue, s: State, me: int, word: str) -> str:
    facts = {"squares": list(s.groups[me]), "most": MOST_TROOPS, "gold": TROOPS_GOLD, "count": RECRUITED}
    return _form_text(words, f"word-{word}", **facts)


def _shortened(order: sheets.TurnLine | sheets.SetupLine) -> str:
    """Return a line of a set-up; a long description is cut after its first part."""
    line = write_order(order)
    if len(line) > PLAIN and isinstance(order, sheets.About):
        parts = re.split(r"[;,.:]", order.text)
        line = write_order(msgspec.structs.replace(order, text=parts[0].strip() + "."))
    return line


def _table(words: Catalogue, name: str, rows: tuple[tuple[str, ...], ...]) -> Section:
    columns = tuple("" for _ in rows[0])
    return Section(f"form-{name}", _form_text(words, f"title-{name}"), grids=(Grid(columns, rows),))


def _provinces(words: Catalogue) -> Section:
    rows = tuple(
        (letter, land.name, words.say("form.land", tax=land.tax, tribute=land.tribute))
        for letter, land in world.PROVINCES.items()
    )
    return _table(words, "provinces", rows)


def _classes(words: Catalogue) -> Section:
    """Return the table of classes: races led and special powers."""
    rows = []
    for of, known in pieces.CLASSES.items():
        races = join_words([pieces.RACE_NAME[race] for race in pieces.RACES if race in known.lead])
        powers = [words.say(f"power.{each}") for each in sorted(known.powers)]
        key = "form.class" if powers else "form.class-plain"
        rows.append((of, known.name, words.say(key, races=races, powers=powers)))
    return _table(words, "classes", tuple(rows))


def _types(words: Catalogue) -> Section:
    """Return the table of troop types with the prices of their equipment."""
    rows = []
    for kind, name in pieces.KIND_NAME.items():
        cost = setup_rules.price_of_code(pieces.KINDS[kind][0])
        rows.append((kind, name, words.say("form.cost", gold=cost) if cost else ""))
    return _table(words, "types", tuple(rows))


def _gods(words: Catalogue) -> Section:
    return _table(words, "gods", tuple((god, words.say(f"founding.{god}")) for god in tables.GODS))


def _traits(words: Catalogue) -> Iterable[Section]:
    for name, known in (("advantages", tables.ADVANTAGES), ("disadvantages", tables.DISADVANTAGES)):
        yield _table(words, name, tuple((key, trait.text) for key, trait in known.items()))
