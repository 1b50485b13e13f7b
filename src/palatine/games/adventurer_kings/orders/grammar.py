"""Parser of sheets in two forms: the order editor's and the printed order sheet's (11.2).

`writing` writes the first form. Its lines name a character and a phase: `12.1 MO 304`, or `12.special FI,ME`. In the
second form a line `char 12` begins a character, followed by lines such as `1 (MO) NE 304 (Burgundy)`. Text in
parentheses is ignored, except armies, `(on 304)` and `(to 88)`, which the printed sheet puts there. Phases without an
order stay empty.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from palatine.core import Problem, SyntaxProblem, Unreadable
from palatine.core.sheet import MAX_LINES
from palatine.core.text.typos import correct
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.grid import COMPASS
from palatine.games.adventurer_kings.components.pieces import NO_LEADER
from palatine.games.adventurer_kings.components.wording import said
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.comments import bare, is_heading, is_order
from palatine.games.adventurer_kings.orders.encounter_plans import planned, read_plan
from palatine.games.adventurer_kings.orders.kingdom_lines import REALM
from palatine.games.adventurer_kings.orders.tokens import OrderWords, ability_code, meant, spell_code
from palatine.games.adventurer_kings.orders.typo_table import SLIPS, respelled

WORDS: Final = {
    "MOVE": "MO", "EXPLORE": "EX", "SEARCH": "SE", "RECRUIT": "RE", "HIRE": "HI", "DISBAND": "DI", "FIRE": "FI",
    "LEAVE": "LE", "PICK": "PI", "PICKUP": "PI", "CAST": "CA", "USE": "US", "ENCOUNTER": "EN", "PRACTICE": "PR",
    "PRACTISE": "PR", "SPY": "SP", "DEFEND": "DE", "PURSUE": "PU", "TRAIL": "TR", "GIVE": "GI",
}  # fmt: skip
_TYPES: Final = {
    **{code: code for code in tables.ARMY_CODES},
    **{kind.name.upper(): kind.code for kind in tables.ARMY},
}
_LEAD: Final = re.compile(r"(\d{1,4})\s*[.:]\s*(\d|special)\b\s*(.*)", re.IGNORECASE | re.DOTALL)
TOLD = 2
"""Maximum number of typos to report per line."""


def parse(text: str) -> orders.Sheet:
    """Return the sheet of a text.

    Raises SyntaxProblem with a problem for each line that cannot be parsed.
    """
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise SyntaxProblem([Problem(0, "", f"A sheet has at most {MAX_LINES} lines; this one has {len(lines)}.")])
    reader = Reader()
    for number, line in enumerate(lines, 1):
        reader.line(number, line)
    if reader.problems:
        raise SyntaxProblem(reader.problems)
    return orders.Sheet(tuple(reader.orders))


def line_numbers(text: str) -> list[int]:
    """Return the line numbers of a sheet's orders in its text."""
    return [number for number, line in enumerate(text.splitlines(), 1) if is_order(bare(line))]


class Reader:
    """Line-by-line reader; a heading applies until the next one."""

    def __init__(self) -> None:
        self.orders: list[orders.Line] = []
        self.problems: list[Problem] = []
        self.character = 0

    def line(self, number: int, text: str) -> None:
        line = bare(text)
        if is_heading(line):
            found = re.search(r"\d+", line)
            self.character = int(found[0]) if found else 0
        if not is_order(line):
            return
        try:
            self.orders.append(self.order(line))
        except Unreadable as error:
            slips, right = correct(line, SLIPS, self.reads)
            reason = " ".join(said(f"slip.{each}") for each in slips[:TOLD])
            self.problems.append(Problem(number, "", reason or str(error), right or respelled(line, self.reads)))

    def reads(self, line: str) -> bool:
        """Return whether a line is an order or empty."""
        try:
            return not line or bool(self.order(line))
        except Unreadable:
            return False

    def order(self, line: str) -> orders.Line:
        led = _LEAD.fullmatch(line)
        if led is not None:
            return character_line(int(led[1]), led[2].lower(), led[3])
        word, _, rest = line.partition(" ")
        if word.lower() in REALM:
            return REALM[word.lower()](OrderWords(rest))
        if self.character:
            return self.in_block(word.lower(), rest, line)
        if word.isdecimal() and rest:
            raise Unreadable(f"Say in which phase: {word}.1 {rest}")
        raise Unreadable(
            f"“{word}” begins no line. Begin with a character's number and a phase, as in 12.1 MO 304."
        )

    def in_block(self, word: str, rest: str, line: str) -> orders.Line:
        if re.fullmatch(r"\d[.:]?", word) or word == "special":
            return character_line(self.character, word.rstrip(".:"), rest)
        return character_line(self.character, "1", line)


def character_line(character: int, when: str, rest: str) -> orders.Line:
    """Return a character's order for a phase, or the Special Encounter Plan."""
    words = OrderWords(rest)
    if when == "special":
        plan = read_plan(words)
        return orders.Special(character, plan)
    if when not in ("1", "2", "3", "4", "5"):
        raise Unreadable(f"A year has phases 1 to 5, not {when}.")
    action = read_action(words)
    return orders.Act(character, int(when), action)


def read_action(words: OrderWords) -> orders.Action:
    word = words.take("an order").upper()
    glued = re.fullmatch(r"(CA)-([A-Z]{2}(?:-[A-Z]{2})?)", word)
    if glued is not None:
        words.left.insert(0, glued[2])
        word = "CA"
    code = WORDS.get(word, word)
    if code not in READERS:
        raise Unreadable(f"“{word}” is not an order.{meant(word, {code: code for code in READERS} | WORDS)}")
    if code == "PI":
        words.skip("UP")
    found = READERS[code](words)
    words.end()
    return found


# Actions


def read_move(words: OrderWords) -> orders.Move:
    compass = words.take("a province").upper() if words.peek() in COMPASS else ""
    return orders.Move(words.number("a province"), compass)


def read_province_number(words: OrderWords) -> int:
    return words.number("a province") if words else 0


def read_search(words: OrderWords) -> orders.Search:
    return orders.Search(words.number("a feature"), planned(words))


def read_recruit(words: OrderWords) -> orders.Recruit:
    leader = read_leader(words)
    types = [each.upper() for each in words.listed()]
    for each in types:
        if each not in tables.ARMY_CODES:
            raise Unreadable(f"“{each}” is not an army type.{meant(each, _TYPES)}")
    if not types:
        raise Unreadable("Add the army types to raise, such as LE,LE,HC.")
    return orders.Recruit(tuple(types), leader or read_leader(words))


def read_leader(words: OrderWords) -> int:
    """Return the leader of new armies, which can be named before or after the armies."""
    if not words.skip("FOR", "TO", "UNDER") or words.skip("GARRISON"):
        return NO_LEADER
    return words.number("a character")


def read_hire(words: OrderWords) -> orders.Hire:
    hero = words.number("a Hero")
    words.skip("OFFER", "FOR")
    offer = words.number("an offer in gold")
    words.skip("GOLD")
    return orders.Hire(hero, offer)


def read_armies(words: OrderWords) -> tuple[int, ...]:
    if words.skip("ALL") or not words:
        return ()
    found = []
    for word in words.listed():
        if not re.fullmatch(r"\d{1,6}", word, re.ASCII):
            raise Unreadable(f"“{word}” is not the number of an army.")
        found.append(int(word))
    return tuple(found)


def read_disband(words: OrderWords) -> orders.Disband:
    return orders.Disband(read_armies(words))


def read_leave(words: OrderWords) -> orders.Leave:
    armies = read_armies(words)
    to = NO_LEADER
    if words.skip("TO", "WITH"):
        to = NO_LEADER if words.skip("GARRISON") else words.number("a character")
    return orders.Leave(armies, to)


def read_spell(words: OrderWords) -> orders.CastSpell:
    spell = spell_code(words.take("a spell"))
    target, terrain = read_target(words)
    return orders.CastSpell(spell, target, terrain)


def read_target(words: OrderWords) -> tuple[int, str]:
    words.skip("ON", "AT")
    target = words.number("a target") if words and words.peek() not in ("AS", "TO") else 0
    terrain = ""
    if words.skip("AS"):
        terrain = words.take("a terrain").lower()
        if terrain not in tables.TERRAINS:
            raise Unreadable(f"“{terrain}” is not a terrain; they are {', '.join(tables.TERRAINS)}.")
    return target, terrain


def read_use(words: OrderWords) -> orders.Use:
    item = words.number("an item")
    target, terrain = read_target(words)
    return orders.Use(item, target, terrain)


def read_encounter(words: OrderWords) -> orders.Encounter:
    return orders.Encounter(words.number("a character"), planned(words))


def read_practise(words: OrderWords) -> orders.Practise:
    return orders.Practise(ability_code(words.take("an ability")))


def read_pursue(words: OrderWords) -> orders.Pursue:
    return orders.Pursue(words.number("a character"), planned(words))


def read_give(words: OrderWords) -> orders.Give:
    gold = item = 0
    if words.skip("GOLD"):
        gold = words.number("an amount of gold")
    else:
        item = words.number("an item")
        if words.skip("GOLD"):
            gold, item = item, 0
    words.skip("TO")
    to = words.number("a character")
    wanted = words.number("an item") if words.skip("IF", "FOR") else 0
    return orders.Give(to, item, gold, wanted)


READERS: Final[dict[str, Callable[[OrderWords], orders.Action]]] = {
    "MO": read_move, "EX": lambda words: orders.Explore(read_province_number(words)), "SE": read_search,
    "RE": read_recruit,
    "HI": read_hire, "DI": read_disband, "FI": lambda words: orders.Dismiss(words.number("a Hero")), "LE": read_leave,
    "PI": lambda words: orders.PickUp(read_armies(words)), "CA": read_spell, "US": read_use, "EN": read_encounter,
    "PR": read_practise, "SP": lambda words: orders.Spy(read_province_number(words)),
    "DE": lambda words: orders.Defend(read_province_number(words)), "PU": read_pursue,
    "TR": lambda words: orders.Trail(words.number("a character")), "GI": read_give,
}  # fmt: skip
