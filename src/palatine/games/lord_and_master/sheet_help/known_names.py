"""Translation of names in orders into numbers: `alliance P2` for `alliance Dora`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from palatine.core import OrdersGame, Problem, SyntaxProblem
from palatine.core.text.typed import normalize_typography
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.state import State

_PROVINCE: Final = re.compile(
    rf"\b(?:the\s+)?(?:{'|'.join(sorted({re.escape(land.name) for land in world.PROVINCES.values()}, key=len)[::-1])})"
    r"\s+(?=\d)",
    re.IGNORECASE,
)
_BEFORE_PLAYER: Final = (
    r"^\s*(?:alliance|truce|pay)\s+",
    r"^\s*(?:ransom|sell|prisoner)\b.*\sto\s+",
    r"^\s*buy\b.*\sfrom\s+",
    r":\s*intervene\s+",
)
"""Patterns of the text before a player's number."""
_TO: Final = re.compile(r"\b(move|go)\s+to\s+(?=\d)", re.IGNORECASE)
_QUOTED: Final = re.compile(r'("[^"]*")')


def with_numbers(game: OrdersGame[State], s: State, seat: str, text: str, players: Mapping[str, str]) -> str:
    """Return a text with numbers for nations, their players and provinces.

    Raises SyntaxProblem for a name that several nations share.
    """
    if s.turn == 0:
        return text
    names = _names_of_nations(s, players)
    lines, problems = text.split("\n"), []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        body, mark, note = line.partition(";")
        body, among = _with_players(names, _with_squares(body))
        if among:
            problems.append(Problem(number, "", game.words.say("check.which-name", names=among)))
        lines[number - 1] = f"{body}{mark}{note}"
    if problems:
        raise SyntaxProblem(problems)
    return "\n".join(lines)


def _names_of_nations(s: State, players: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the seats by the names of their nations and players; nations take precedence."""
    nations: dict[str, list[str]] = {}
    people: dict[str, list[str]] = {}
    for seat, nation in zip(s.seats, s.nations, strict=False):
        nations.setdefault(_folded(nation.name), []).append(seat)
        people.setdefault(_folded(players.get(seat, "")), []).append(seat)
    codes = {"", *map(str.casefold, s.seats)}
    return {name: seats for name, seats in {**people, **nations}.items() if name not in codes}


def _folded(name: str) -> str:
    return " ".join(normalize_typography(name).casefold().split())


def _with_squares(line: str) -> str:
    parts = _QUOTED.split(line)
    return "".join(part if at % 2 else _TO.sub(r"\1 ", _PROVINCE.sub("", part)) for at, part in enumerate(parts))


def _with_players(names: Mapping[str, list[str]], line: str) -> tuple[str, list[str]]:
    """Return a line with a player's number for a name, and the players who share it."""
    for before in _BEFORE_PLAYER:
        start = re.search(before, line, re.IGNORECASE)
        if start is None:
            continue
        for name, players in sorted(names.items(), key=lambda each: -len(each[0])):
            spaced = r"\s+".join(map(re.escape, name.removeprefix("the ").split()))
            found = re.compile(rf'"?(?:the\s+)?{spaced}"?(?![\w\'-])', re.IGNORECASE).match(line, start.end())
            if found is not None:
                return line[: start.end()] + players[0] + line[found.end() :], players[1:] and players
    return line, []
