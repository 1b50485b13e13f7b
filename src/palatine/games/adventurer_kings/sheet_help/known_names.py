"""Numbers for known names in orders: `MO Sarland` is read as `MO 304`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from palatine.core import OrdersGame, Problem, SyntaxProblem, Unreadable
from palatine.core.text.typed import normalize_typography
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders.comments import bare
from palatine.games.adventurer_kings.orders.grammar import Reader
from palatine.games.adventurer_kings.orders.tokens import NoNumber
from palatine.games.adventurer_kings.rules.common.naming import has_heard_of_realm
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view.report_tables import item_table

Named = tuple[str, int]
"""Name, and the number that replaces it."""
SUBSTITUTED = 12
"""Maximum number of names replaced in a line."""
_HEADING = re.compile(r"(char(?:acter)?\s+)(\D[^.:]*?)\s*:?\s*", re.IGNORECASE)
_LEAD = re.compile(r"([^\s\d.:\"][^.:\"]*?)(\s*[.:]\s*(?:\d|special)\b.*)", re.IGNORECASE)
_OPENING = re.compile(r"(?:to\s+)?(?:the\s+)?\"?\s*", re.IGNORECASE)
_WORD_END = r"(?![\w'-])"


class Ambiguous(Unreadable):
    """Name with several meanings."""


def with_numbers(game: OrdersGame[State], s: State, seat: str, text: str, players: Mapping[str, str]) -> str:
    """Return a text with numbers for names in lines that are otherwise unreadable.

    Raises SyntaxProblem.
    """
    if s.turn == 0:
        return text
    known = names(s, s.seats.index(seat), players)
    lines, reader, problems = text.split("\n"), Reader(), []
    for number, line in enumerate(lines, 1):
        try:
            lines[number - 1] = _numbered(game, reader, known, line)
        except Ambiguous as error:
            problems.append(Problem(number, "", str(error)))
        reader.line(number, lines[number - 1])
    if problems:
        raise SyntaxProblem(problems)
    return "\n".join(lines)


def names(s: State, me: int, players: Mapping[str, str]) -> dict[str, list[Named]]:
    """Return the names that a King knows, by the kind of number that an order needs.

    A player's name stands for the kingdom unless a kingdom or King has it.
    """
    lands = [(s.lands[place].name, s.atlas.numbers[place]) for place in s.known[me]]
    heroes = {n for n, *_ in s.sightings(me)} | {told.hero for told in s.known[me].values()}
    people = [(person.name, n) for n, person in s.at_home(me)]
    people += [(s.people[n].name, n) for n in sorted(heroes & s.people.keys()) if s.people[n].seat != me]
    lairs = [(tables.FEATURES[told.kind].name, number) for number, told in s.lore[me].items()]
    realms = [(realm.name, at + 1) for at, realm in enumerate(s.kingdoms) if has_heard_of_realm(s, me, at)]
    kings = [(s.king(at).name, at + 1) for at in range(len(s.kingdoms)) if at == me or at in s.kingdoms[me].met]
    taken = {name.casefold() for name, _ in (*realms, *kings)}
    kings += [
        (name, at + 1) for at, each in enumerate(s.seats) if (name := players.get(each, "")).casefold() not in taken
    ]
    found = {
        "a province": lands, "a character": people, "a Hero": people, "a feature": lairs,
        "a target": [*lands, *people, *lairs], "a kingdom": [*realms, *kings],
        "an item": [(name, int(number)) for number, name, *_ in item_table(s, me)],
    }  # fmt: skip
    return {
        what: [(normalize_typography(name), number) for name, number in each if name]
        for what, each in found.items()
    }


def _numbered(game: OrdersGame[State], reader: Reader, known: dict[str, list[Named]], line: str) -> str:
    """Return a line with numbers for names.

    A line that is readable, or contains no known name, stays as it is. Raises Ambiguous.
    """
    if reader.reads(bare(line)):
        return line
    found = _with_number(game, known["a character"], _with_own_numbers(known, line))
    for _ in range(SUBSTITUTED):
        try:
            reader.order(found)
        except NoNumber as error:
            start = len(found) - error.rest
            number, end = _number_of(game, known.get(error.what, []), found[start:])
            if not end:
                break
            found = f"{found[:start]}{number}{found[start + end :]}"
        except Unreadable:
            break
        else:
            break
    return found if found != bare(line) else line


def _with_own_numbers(known: dict[str, list[Named]], line: str) -> str:
    """Return a line without notes, with numbers in place of names like `Sarland (304)`.

    Only names that their numbers follow are replaced.
    """
    numbers = {int(found) for found in re.findall(r"\((\d{1,6})\)", line)}
    told = {(name, number) for each in known.values() for name, number in each if number in numbers}
    for name, number in sorted(told, key=lambda each: -len(each[0])):
        pattern = rf"(?<![\w'\"-]){_name_pattern(name)}\s*\({number}\)"
        line = re.sub(pattern, str(number), line, flags=re.IGNORECASE)
    return bare(line)


def _with_number(game: OrdersGame[State], people: list[Named], line: str) -> str:
    """Return a line with the number of the character whose name it begins with."""
    heading, lead = _HEADING.fullmatch(line), _LEAD.fullmatch(line)
    if heading is not None:
        number, end = _number_of(game, people, heading[2])
        return f"{heading[1]}{number}" if end == len(heading[2]) else line
    if lead is not None:
        number, end = _number_of(game, people, lead[1])
        return f"{number}{lead[2]}" if end == len(lead[1]) else line
    return line


def _number_of(game: OrdersGame[State], known: list[Named], text: str) -> tuple[int, int]:
    """Return the number for the name that begins a text, and the length of the name.

    Both are 0 if no known name begins it. Raises Ambiguous.
    """
    start = _OPENING.sub("", text, count=1).casefold()
    near = [(name, number) for name, number in known if start.startswith(name.split()[0].casefold())]
    found = [(len(match[0]), number) for name, number in near if (match := _match_name(name, text)) is not None]
    longest = max(found, default=(0, 0))[0]
    numbers = list(dict.fromkeys(number for length, number in found if length == longest))
    if len(numbers) > 1:
        told = [f"{text[:longest].strip(chr(34))} ({number})" for number in sorted(numbers)]
        raise Ambiguous(game.words.say("check.which-name", names=told))
    return (numbers[0], longest) if numbers else (0, 0)


def _match_name(name: str, text: str) -> re.Match[str] | None:
    """Match a name at the start of a text, with or without quotation marks."""
    spaced = _name_pattern(name)
    return re.match(rf'(?:to\s+)?(?:the\s+)?(?:"\s*{spaced}\s*"|{spaced}{_WORD_END})', text, re.IGNORECASE)


def _name_pattern(name: str) -> str:
    return r"\s+".join(map(re.escape, name.split()))
