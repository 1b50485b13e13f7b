"""One game of a study and its record: a pure function of the setting and the number."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Bot, Game, PalatineError
from palatine.lab.selfplay import Setting, refusal_text, seed_number
from palatine.lab.studies.collecting import ChanceRow, Collector, MeasureRow, MentionRow, OccupancyRow
from palatine.lab.studies.plans import StudyPart
from palatine.matches.fairness import mix_seed

MAX_DECISIONS = 1_000_000
"""Maximum number of decisions; a longer game is considered broken."""


class StudyGame(msgspec.Struct, frozen=True):
    """Record of a game of a study. All of it follows from the setting and the number."""

    id: str
    """"SETTING/GAME": number of the setting in the study and number of the game."""
    setting: int
    number: int
    seed: str
    game: str
    rules: str
    scenario: str
    options: str
    """A JSON object with sorted keys."""
    seats: list[str]
    bots: list[str]
    winners: list[str]
    ranks: list[list[str]]
    margin: str
    """The kind of end, in the game's own term."""
    told: str
    """The end as a sentence."""
    clause: str
    decisions: int
    boundaries: int
    """Number of planning periods (phases, player-turns or turns) that ended."""
    measures: list[MeasureRow]
    chances: list[ChanceRow]
    spaces: list[OccupancyRow]
    """Occupancy of the first board, as the seats saw it together."""
    named: list[MentionRow]


def play_part(part: StudyPart) -> list[StudyGame]:
    """Play the games of a part, in order."""
    numbers = range(part.first, part.first + part.games)
    return [play_recorded(part.setting, number, part.number) for number in numbers]


def play_recorded(setting: Setting, number: int, setting_number: int = 0) -> StudyGame:
    """Play game `number` of a setting to its end and return its record.

    `setting_number` is the number of the setting in its study. Raises PalatineError if a bot takes an illegal action or
    the game does not end.
    """
    game = registry.load(setting.game)
    dice = mix_seed(server_seed(setting, number), [(seat, "") for seat in setting.seats])
    state = game.setup(setting.scenario, setting.seats, dice, setting.options)
    bots = create_bots(game, setting, number)
    watch = Collector(game, state)
    decisions = 0
    while actors := game.actors(state):
        seat = actors[0]
        action = bots[seat].decide(state, seat)
        reason = refusal_text(game, state, seat, action)
        if reason or decisions == MAX_DECISIONS:
            raise PalatineError(f"Game {number}, {seat}, {action!r}: {reason or 'the game does not end.'}")
        watch.on_entry(state, seat, action)
        game.take(state, seat, action)
        decisions += 1
        watch.on_state(state)
    return _record(game, state, setting, (setting_number, number), decisions, watch)


def server_seed(setting: Setting, number: int) -> bytes:
    """Return the seed that a server would have drawn for a game: 32 bytes.

    It includes no random numbers of players.
    """
    return blake2b(f"{setting.seed}/{number}".encode(), digest_size=32).digest()


def create_bots(game: Game[Any], setting: Setting, number: int) -> dict[str, Bot]:
    """Return the bots of a game of a study, by seat."""
    pairs = zip(setting.seats, setting.bots, strict=True)
    return {
        seat: registry.study_bot(bot, game, seed_number(f"{setting.seed}/{number}/{seat}")) for seat, bot in pairs
    }


def _record(
    game: Game[Any], state: Any, setting: Setting, place: tuple[int, int], decisions: int, watch: Collector
) -> StudyGame:
    outcome = game.outcome(state)
    if outcome is None:
        raise PalatineError(f"Game {place[1]} ended without an outcome.")
    return StudyGame(
        id=f"{place[0]}/{place[1]}", setting=place[0], number=place[1], seed=f"{setting.seed}/{place[1]}",
        game=game.name, rules=game.rules_version, scenario=setting.scenario,
        options=msgspec.json.encode(setting.options, order="sorted").decode(),
        seats=list(setting.seats), bots=list(setting.bots),
        winners=list(outcome.winners), ranks=[list(group) for group in outcome.ranks],
        margin=state.outcome.margin, told=outcome.margin, clause=outcome.clause,
        decisions=decisions, boundaries=watch.passed,
        measures=watch.measures, chances=watch.chances, spaces=watch.occupancy(), named=watch.mentions(),
    )  # fmt: skip
