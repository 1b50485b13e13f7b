"""Play the matches of the archive and pack them.

    PYTHONPATH=tests .venv/bin/python -m archive.record [--pack NUMBER] [--renew] [GAME ...]

For each game (all games by default), 12 matches, or 9 of a game with large tables, are played to their end, and 5
stay under way. They run through the server, as with people and bots. They cover every scenario, tables of all sizes,
random options, undos, shortcuts, lent seats, repeated hand-ins, missed turns, votes, resignations and branches.
Everything except the times follows from fixed seeds.

An existing pack is not played again. After a change of the rules, add a new one with `--pack 2`, so that old matches
are still checked against the rules.

With `--renew`, nothing is played. The expected results of a pack's matches are recorded again, for example after a
change of wording. Review the differences. Of matches that were played under other rules than today's, only the
journal is renewed.
"""

from __future__ import annotations

import argparse
import random as stdlib_random
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from archive import packs
from archive.players import Playing
from archive.today import (
    Unknown,
    counted,
    file_to_text,
    given,
    goes_on,
    journal_of,
    keep_positions,
    log_digest,
    logged,
    opened,
    palatine,
    rules_of,
)
from palatine.core import Refused

FINISHED, RUNNING = 12, 5
FINISHED_OF_CROWDS = 9
"""Number of finished matches of a game with large tables, so that its pack is below 1 MB."""
LONG = ("dark-emperor", "demonlord")
"""Games in which recruits take thousands of actions. Most of their matches are resigned."""
FEW, CROWD = 8, 20
"""Numbers of seats from which matches of orders are shorter, and tables are used less often."""
ON = 6
"""Number of steps by which a running match is continued."""


@dataclass(frozen=True)
class Course:
    """The set-up of a match, and the way in which it is played."""

    name: str
    game: str
    number: int
    is_finished: bool
    scenario: Any
    seats: tuple[str, ...]

    @property
    def style(self) -> str:
        return ("persons", "captain", "branch", "lent", "recruit")[self.number % 5]

    @property
    def ending(self) -> str:
        """The end of a finished match: resignation, recruits in all seats, or normal play."""
        if self.game in LONG:
            return "bots" if self.number % 13 == 4 else "resign"
        kinds = ("resign", "bots", "bots", "play", "bots", "play", "bots", "resign")
        return kinds[self.number % 8]


def courses(game: str) -> Iterator[Course]:
    scenarios = palatine.load(game).scenarios
    small = [each for each in scenarios if len(each.tables[0]) < CROWD]
    every = [*scenarios, *small * (1 if small == [*scenarios] else 6)]
    finished = FINISHED if small == [*scenarios] else FINISHED_OF_CROWDS
    for is_finished, wanted in ((True, finished), (False, RUNNING)):
        cycle = every if is_finished else small
        for number in range(wanted):
            scenario = cycle[number % len(cycle)]
            table = number // len(cycle) if is_finished else -1 - number // len(cycle)
            smallest = min(scenario.tables, key=len)
            seats = smallest if len(smallest) >= CROWD else scenario.tables[table % len(scenario.tables)]
            name = f"{game}-{'finished' if is_finished else 'running'}-{number + 1:02}-{scenario.name}"
            yield Course(name, game, number, is_finished, scenario, seats)


def play(course: Course, folder: Path, pack: int) -> packs.Kept:
    """Play a match and pack it.

    A match that should stay under way but ends too soon is played again with fewer steps.
    """
    for attempt in count(1):
        random = Random(f"{pack} {course.name} {attempt}")
        stdlib_random._urandom = random.randbytes  # `secrets` uses this for the server's seeds, keys and ids.
        place = folder / f"{course.name}.{attempt}.db"
        playing = begun(course, opened(place), place, random)
        playing.play(max(1, steps(course, random) // attempt))
        if course.style == "branch":
            playing = branched(playing)
            playing.play(max(1, steps(course, random) // attempt))
        if course.is_finished:
            end(course, playing)
            return kept_finished(course.name, playing.services.archive.export(playing.match), folder)
        playing.play_until_asked()
        if playing.info.status == "playing":
            return kept_running(course, playing)
    raise AssertionError


def begun(course: Course, services: Any, place: Path, random: Random) -> Playing:
    game = palatine.load(course.game)
    clock = None
    if game.orders:
        hours = random.choice((0, 0, 24, 48))
        clock = {"hours": hours, "early": random.random() < 0.7, "letters": random.choice(("turn", "now"))}
    bots = {seat: {"kind": "bot", "bot": course.style} for seat in course.seats[1:] if random.random() < 0.8}
    players = bots if course.style in ("captain", "recruit") else {}
    while True:
        try:
            options = chosen_options(course, random)
            made = services.matches.create(
                course.game, course.scenario.name, course.seats, options, players=players,
                forced=random.random() < 0.8, clock=clock,
            )  # fmt: skip
        except Unknown:
            continue  # These options cannot be combined.
        playing = Playing(services, place, course.game, made.match, made.keys, random, course.style == "lent")
        playing.sit()
        return playing


def chosen_options(course: Course, random: Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for option in palatine.load(course.game).options:
        if option.name == "turns" and course.is_finished:
            first = option.least or (1 if len(course.seats) >= CROWD else 2)
            found["turns"] = random.randint(first, first + (7 if option.least else 1))
        elif option.name != "turns" and course.number % 3 and random.random() < 0.5:
            found[option.name] = any_value(option, random)
    return found


def any_value(option: Any, random: Random) -> Any:
    if isinstance(option.default, bool):
        return random.random() < 0.5
    return random.choice(option.choices) if option.choices else random.randint(option.least, option.most)


def steps(course: Course, random: Random) -> int:
    if palatine.load(course.game).orders:
        rounds = (0.5, 1.3, 2.4, 5.6) if len(course.seats) < FEW else (0.3, 1.1, 1.2, 1.4)
        return round(len(course.seats) * random.choice(rounds))
    return random.choice((6, 15, 30, 60, 100, 160) if course.game in LONG else (6, 20, 50, 90, 140, 200))


def branched(parent: Playing) -> Playing:
    """Branch a match at a random ply, for one of its seats or for a spectator."""
    game = palatine.load(parent.game)
    seats = [each.seat for each in parent.info.seats]
    players = {seats[-1]: {"kind": "bot", "bot": "captain"}} if len(seats) > 1 else {}
    at = parent.random.randint(parent.info.at // 2, parent.info.at)
    while True:
        key = parent.random.choice([None, *parent.keys.values()])
        try:
            made = parent.services.archive.branch(parent.match, key, at, players)
        except Unknown:
            at -= 1  # The match was over at this ply.
            continue
        playing = Playing(parent.services, parent.place, game.name, made.match, made.keys, parent.random)
        playing.sit()
        return playing


def end(course: Course, playing: Playing) -> None:
    if course.ending == "resign":
        playing.resign()
    if course.ending == "bots" and playing.info.status == "playing":
        playing.leave_to_bots()
    playing.play(sys.maxsize)


# Packing


def kept_finished(name: str, file: dict[str, Any], folder: Path) -> packs.Kept:
    """Return a finished match with the database of a server that has imported it."""
    place = folder / f"{name}.taken-in.db"
    services = opened(place)
    match = services.archive.import_(file)
    about, log = told(name, file, "over", services.matches.info(match)), logged(place, match)
    expected = {**given(services, match, log), "match": match}
    expected["log"] = log_digest(place, match)
    journal, text = journal_of(services, match), file_to_text(file).encode()
    return packs.Kept(about, packed(place, match), expected, journal, text)


def packed(place: Path, match: str) -> bytes:
    """Return a database as one file, with every position of the match."""
    file = place.with_suffix(".packed")
    with closing(sqlite3.connect(place)) as database:
        database.execute("vacuum into ?", (str(file),))
    keep_positions(file, match)
    return file.read_bytes()


def kept_running(course: Course, playing: Playing) -> packs.Kept:
    """Return a running match with its packed database, and how it continues."""
    file = playing.place.with_suffix(".packed")
    file.write_bytes(packed(playing.place, playing.match))
    found = described(course.name, file, playing.match)
    playing.place, playing.services = file, opened(file)
    on = steps_on(playing)
    found.expected.update(match=playing.match, on=on, after=goes_on(playing.services, playing.match, []))
    return found


def described(name: str, file: Path, match: str) -> packs.Kept:
    data, log, services = file.read_bytes(), logged(file, match), opened(file)
    info = services.matches.info(match)
    about = told(name, log, info.status, info)
    expected = {**given(services, match, log), "log": log_digest(file, match)}
    return packs.Kept(about, data, expected, journal_of(services, match))


def steps_on(playing: Playing) -> list[list[Any]]:
    """Take the next steps of human players, and return them.

    They end where a bot must act, because bots may decide differently in later versions.
    """
    done: list[list[Any]] = []
    while len(done) < ON and (info := playing.info).status == "playing":
        asked = [seat for seat in playing.persons(info) if seat in info.asked]
        if not info.asked and not info.deadline:
            done.append(["", "run"])
        elif not asked or (not info.orders and any(seat not in asked for seat in info.asked)):
            break
        elif info.orders:
            done.append([playing.keys[asked[0]], playing.sheet(asked[0])])
        else:
            view = playing.services.matches.view(playing.match, asked[0], info.version).view
            done.append([playing.keys[asked[0]], list(playing.choice(view))])
        goes_on(playing.services, playing.match, done[-1:])
    return done


def told(name: str, log: dict[str, Any], status: str, info: Any) -> dict[str, Any]:
    """Return the line of a match in the list of its pack."""
    return {
        "name": name,
        "game": log["game"],
        "scenario": log["scenario"],
        "seats": len(log["seats"]),
        "status": status,
        "actions": info.at,
        "branch": log["origin"] is not None,
        "records": counted(log),
    }


def renewed(kept: packs.Kept, folder: Path) -> packs.Kept:
    """Return a match with the results that it gives now."""
    name, match = kept.about["name"], kept.expected["match"]
    file = folder / f"{name}.db"
    file.write_bytes(kept.database)
    if kept.expected["rules"] != rules_of(kept.about["game"]):
        return replace(kept, journal=journal_of(opened(file), match))
    found = described(name, file, match)
    found.expected["match"] = match
    if not kept.is_over:
        on = kept.expected["on"]
        while (after := _gone_on(file, match, on)) is None:
            on = on[:-1]
        found.expected.update(on=on, after=after)
    return replace(kept, about=found.about, expected=found.expected, journal=found.journal)


def _gone_on(file: Path, match: str, on: list[list[Any]]) -> dict[str, Any] | None:
    """Return the result of these steps, or None if one of them is refused today."""
    twin = file.with_suffix(".twin")
    twin.write_bytes(file.read_bytes())
    try:
        return goes_on(opened(twin), match, on)
    except Refused:
        return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--pack", type=int, default=1)
    parser.add_argument("--renew", action="store_true")
    wanted = parser.parse_args()
    for game in wanted.games or palatine.games():
        pack = f"{game}.{wanted.pack}"
        if not wanted.renew and pack in packs.packs():
            parser.error(f"{pack} is written already; add another: --pack {wanted.pack + 1}")
        with tempfile.TemporaryDirectory() as folder:
            if wanted.renew:
                matches = [renewed(packs.read(pack, name), Path(folder)) for name in packs.listed(pack)]
            else:
                matches = [timed(course, Path(folder), wanted.pack) for course in courses(game)]
            packs.write(pack, matches)


def timed(course: Course, folder: Path, pack: int) -> packs.Kept:
    since = monotonic()
    kept = play(course, folder, pack)
    sys.stderr.write(f"{course.name}: {kept.about['actions']} actions, {monotonic() - since:.1f} s\n")
    return kept


if __name__ == "__main__":
    main()
