"""Study files, and the settings and games they describe."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from palatine import registry
from palatine.core import Game, Unknown, Unreadable
from palatine.core.scenario import REFEREE
from palatine.lab.selfplay import Setting

TournamentKind = Literal["round robin", "gauntlet", "ladder"]


class SettingGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[[settings]]` table of a study.

    It stands for every combination of its scenarios, seats, bots and options.
    """

    game: str
    scenarios: tuple[str, ...] = ()
    """Empty for the game's first scenario."""
    seats: tuple[tuple[str, ...], ...] = ()
    """Lists of seats; empty for the usual seats of the scenario."""
    bots: tuple[str | dict[str, str], ...] = ("captain",)
    """One bot for all seats, or bots by seat, with recruits in the rest."""
    options: tuple[dict[str, Any], ...] = ({},)
    games: int = 0
    """Games per setting; 0 for the study's number."""


class StudyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Contents of a study's TOML file."""

    title: str
    settings: tuple[SettingGroup, ...]
    seed: str = "0"
    games: int = 100
    part: int = 10
    """Games stored together. A power failure loses at most one part per worker."""


class Tournament(msgspec.Struct, frozen=True):
    """A tournament: its bots, pairings and stopping rule."""

    kind: TournamentKind
    bots: tuple[str, ...]
    seats: tuple[str, ...]
    """Seats of the tournament's bots: all except the referee's."""
    most: int
    """Maximum number of games between two bots."""
    sure: float
    bar: float
    """Share of wins that the first bot of a pair is tested against."""


class StudyPart(msgspec.Struct, frozen=True):
    """Consecutive games of one setting, played by one worker."""

    number: int
    """Number of the setting in the plan."""
    setting: Setting
    first: int
    games: int

    @property
    def name(self) -> str:
        return f"{self.number:04}-{self.first:08}"


class StudyPlan(msgspec.Struct, frozen=True):
    """A complete study: its settings in order, each with its number of games."""

    title: str
    settings: tuple[tuple[Setting, int], ...]
    part: int
    tournament: Tournament | None = None

    @property
    def games(self) -> int:
        """Number of games; for a tournament, the maximum."""
        return sum(games for _, games in self.settings)

    def parts(self) -> Iterator[StudyPart]:
        """Yield all parts: the first part of every setting, then the second, and so on."""
        longest = max(games for _, games in self.settings)
        for first in range(0, longest, self.part):
            for number, (setting, games) in enumerate(self.settings):
                if first < games:
                    yield StudyPart(number, setting, first, min(self.part, games - first))


def load_plan(path: Path) -> StudyPlan:
    """Return the plan in a TOML file.

    Raises Unreadable if the file is not a study, Unknown for an unknown game, scenario, seat, option or bot.
    """
    return study_plan(read_toml(path, StudyFile, "study"))


T = TypeVar("T")


def read_toml(path: Path, kind: type[T], description: str) -> T:
    """Return the contents of a TOML file.

    Raises Unreadable, with the location of the error, if the file cannot be read or converted to `kind`.
    """
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, msgspec.ValidationError) as error:
        raise Unreadable(f"{path.name} is no {description}: {error}.") from error


def study_plan(file: StudyFile) -> StudyPlan:
    """Return the plan of a study, with duplicate settings removed.

    Raises Unknown for an unknown game, scenario, seat, option or bot, and for a study without games.
    """
    if file.part < 1 or file.games < 1 or any(group.games < 0 for group in file.settings) or not file.settings:
        raise Unknown("A study has settings, and at least one game of each, in parts of at least one.")
    found: dict[bytes, tuple[Setting, int]] = {}
    for group in file.settings:
        for setting in _settings(group, file.seed):
            found.setdefault(msgspec.json.encode(setting, order="sorted"), (setting, group.games or file.games))
    return StudyPlan(file.title, tuple(found.values()), file.part)


def _settings(group: SettingGroup, seed: str) -> Iterator[Setting]:
    game = registry.load(group.game)
    for name in group.scenarios or (game.scenarios[0].name,):
        scenario = game.scenario(name)
        for seats, bots, options in product(group.seats or (scenario.tables[0],), group.bots, group.options):
            if seats not in scenario.tables:
                raise Unknown(f"{scenario.title} is for {scenario.players}; {', '.join(seats)} cannot play it.")
            yield Setting(game.name, name, seats, game.complete_options(options), _bots(game, seats, bots), seed)


def _bots(game: Game[Any], seats: tuple[str, ...], given: str | dict[str, str]) -> tuple[str, ...]:
    if isinstance(given, str):
        given = {seat: given for seat in seats if seat != REFEREE}
    strangers = sorted(set(given) - set(seats))
    if strangers:
        raise Unknown(f"{strangers[0]} is none of the seats {', '.join(seats)}.")
    names = tuple(given.get(seat, "recruit") for seat in seats)
    for name in names:
        check_bot(game, name)
    return names


def check_bot(game: Game[Any], text: str) -> None:
    """Raise Unknown unless `text` names a deterministic bot such as "captain", "marshal:150"."""
    registry.study_bot(text, game, 0)
