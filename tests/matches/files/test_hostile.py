"""Hostile match files: refused within time and memory limits, and the server survives."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from archive import packs
from matches.files.hostile import Case, attempt, position
from palatine import registry
from palatine.core import Unreadable
from palatine.core.field_ranges import check_ranges
from palatine.games.dark_emperor.rules.magic.elemental import Shipyard
from palatine.games.demonlord.rules.combat.sieges import SiegeMagic
from palatine.matches import MatchServices, file_from_text
from palatine.matches.files import checking
from palatine.matches.files.matchfile import digest, parse_file
from palatine.matches.files.start_positions import read_start
from palatine.matches.files.verify import replay_file
from palatine.processes import ProcessPool, SerialExecutor, WorkFailed, WorkLimitExceeded
from palatine.store import Store

GAMES = [name for name in registry.games() if name not in ("ford", "tithe", "spies")]


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPool]:
    made = ProcessPool(2, preload=["processes.work"])
    yield made
    made.close()


def file_from(game: str, state: Any, **changes: Any) -> dict[str, Any]:
    """Return a valid file of a match that starts from that position and ends by resignation."""
    services = MatchServices(Store.open(":memory:"))
    made = services.matches.create(game, players={seat: {"number": "7"} for seat in state.seats})
    seat = state.seats[0]
    services.matches.resign(made.match, made.keys[seat], services.matches.info(made.match).version)
    plain = services.archive.export(made.match)
    plain |= {
        "start": base64.b64encode(registry.load(game).encode(state)).decode(),
        "origin": {"match": "m", "at": 0},
    }
    plain["log"] = [plain["log"][0] | {"rolls": []}, plain["log"][-1] | {"n": 2, "ply": 0}]
    return sealed(plain | changes)


def sealed(plain: dict[str, Any]) -> dict[str, Any]:
    return plain | {"digest": digest(msgspec.convert(plain, type(parse_file(plain | {"digest": ""}))))}


def demonlord(passes: int) -> Any:
    state = registry.load("demonlord").setup(seed=b"1")
    state.flow[-1] = SiegeMagic(hex=40, assault=False, side=0, passes=passes)
    return state


def shipyard(most: int) -> Any:
    game = registry.load("dark-emperor")
    state = game.setup(seed=b"1")
    state.flow.append(Shipyard(0, 0, most))
    return state


@pytest.mark.parametrize(
    ("game", "state", "says"),
    [("demonlord", demonlord(-(2**62)), "SiegeMagic.passes"), ("dark-emperor", shipyard(10**8), "Shipyard.most")],
)
def test_numbers_that_no_play_reaches_are_refused_at_once(
    game: str, state: Any, says: str, services: MatchServices
) -> None:
    with pytest.raises(Unreadable, match=says):
        services.archive.import_(file_from(game, state))
    assert services.matches.find() == []


@pytest.mark.parametrize("limits", [{"TIMEOUT_SECONDS": 1.0}, {"MEMORY_MEGABYTES": 250}])
def test_what_no_bound_stops_is_ended(
    limits: dict[str, Any], pool: ProcessPool, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time or memory runs out; the file is refused and the next one is checked."""
    for name, value in limits.items():
        monkeypatch.setattr(checking, name, value)
    kind = "processes.work:hang" if "TIMEOUT_SECONDS" in limits else "processes.work:grow"
    monkeypatch.setattr(checking, "_kind", lambda name: kind)
    with pytest.raises(Unreadable, match="more than"):
        MatchServices(store, executor=pool).archive.import_({} if "TIMEOUT_SECONDS" in limits else 10**9)  # type: ignore[arg-type]
    monkeypatch.undo()
    with pytest.raises(Unreadable, match="its format"):
        MatchServices(store, executor=pool).archive.import_({"format": "?"})


def test_a_branched_match_is_taken_in_as_ever(store: Store, pool: ProcessPool) -> None:
    services = MatchServices(store, executor=pool)
    for game in ("demonlord", "lord-and-master"):
        first = services.matches.create(
            game, players={seat: {"kind": "bot", "bot": "recruit"} for seat in seats_of(game)[1:]}
        )
        seat = seats_of(game)[0]
        services.seats.take_seat(first.match, first.keys[seat], number="7")
        made = services.archive.branch(
            first.match, first.keys[seat], 0, {each: {"number": "1"} for each in seats_of(game)}
        )
        services.matches.resign(made.match, made.keys[seat], services.matches.info(made.match).version)
        if services.matches.info(made.match).status == "over":
            assert services.archive.verify(services.archive.import_(services.archive.export(made.match))).ok


def seats_of(game: str) -> tuple[str, ...]:
    return registry.load(game).scenarios[0].tables[0]


def resigned(services: MatchServices) -> dict[str, Any]:
    made = services.matches.create("ford", players={seat: {"number": "7"} for seat in ("North", "South")})
    services.matches.resign(made.match, made.keys["North"], services.matches.info(made.match).version)
    return services.archive.export(made.match)


@pytest.mark.parametrize(
    "changes",
    [
        {"result": {"winners": ["South"], "clause": "", "resigned": "North"}},
        {"result": {"winners": ["South"], "margin": 7, "clause": "", "resigned": "North"}},
        {"result": {"winners": ["Nobody"], "margin": "", "clause": "", "resigned": "North"}},
        {"result": {"winners": "South", "margin": "", "clause": "", "resigned": "North"}},
        {"result": None},
        {"origin": {"match": "m"}},
        {"origin": {"match": {}, "at": 0}},
        {"scenario": "nowhere"},
        {"options": {"days": 2**62}},
        {"options": {"colour": "red"}},
        {"options": {"days": [[[[[]]]]]}},
        {"start": "gA=="},
        {"start": "////"},
        {"numbers": {"North": 7}},
        {"title": "x" * 10_000},
        {"created": "yesterday" * 100},
        {"seats": []},
    ],
)
def test_a_file_that_would_be_unreadable_here_is_refused(services: MatchServices, changes: dict[str, Any]) -> None:
    plain = resigned(services) | changes
    with suppress(Unreadable, msgspec.ValidationError):  # some are so wrong that there is not even a digest of them
        plain = sealed(plain)
    with pytest.raises(Unreadable):
        services.archive.import_(plain)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("begin", {"clock": 7}),
        ("begin", {"clock": {"hours": 10**9}}),
        ("vote", {"out": 1}),
        ("vote", {"against": ["South"], "out": {}}),
        ("sit", {"name": {"a": 1}, "number": []}),
        ("sit", {"name": None, "number": "7" * 100}),
        ("turn", {"why": "x", "turn": "x"}),
        ("eject", {}),
        ("action", {"says": 7}),
        ("undo", {"version": "x"}),
        ("x" * 15, {}),
    ],
)
def test_what_cannot_be_told_is_refused_and_what_is_taken_in_can(
    services: MatchServices, kind: str, data: dict[str, Any]
) -> None:
    plain = resigned(services)
    plain["log"].insert(1, {"n": 2, "kind": kind, "ply": 0, "seat": "North", "data": data})
    plain["log"][2]["n"] = 3
    try:
        match = services.archive.import_(sealed(plain))
    except Unreadable:
        return
    assert services.matches.info(match).status == "over"
    for seat in (None, "North", "South"):
        services.matches.view(match, seat)
        services.archive.replay(match, seat, 0)
    assert services.archive.verify(match).ok
    assert services.archive.export(match)["log"][1]["kind"] == kind


def test_boxes_in_boxes_are_refused(services: MatchServices) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    with pytest.raises(Unreadable, match="nested too deeply"):
        file_from_text(deep)
    plain = resigned(services)
    box: Any = 0
    for _ in range(200):
        box = [box]
    plain["log"][0]["data"] = {"box": box}
    with pytest.raises(Unreadable, match="nested too deeply"):
        services.archive.import_(plain)


def test_a_verdict_is_kept(store: Store) -> None:
    class Counting(SerialExecutor):
        calls = 0

        def call(self, kind: str, data: bytes, **limits: Any) -> bytes:
            self.calls += 1
            return super().call(kind, data, **limits)

    executor = Counting()
    services = MatchServices(store, executor=executor)
    match = services.archive.import_(resigned(services))
    assert executor.calls == 1
    first = services.archive.verify(match)
    assert services.archive.verify(match) == first
    assert first.ok
    assert executor.calls == 2


# Fuzz: positions altered at random


@pytest.mark.parametrize("game", GAMES)
def test_altered_positions_are_refused_or_played(game: str, pool: ProcessPool, parts: int) -> None:
    found = tried(game, pool, range(25 // parts), seconds=20)
    assert found["played"] + found["refused"] > 20 // parts, found


@pytest.mark.parametrize("game", GAMES)
def test_many_altered_positions_are_refused_or_played(game: str, pool: ProcessPool) -> None:
    found = tried(game, pool, range(1000, 5000), seconds=20)
    assert found["played"] + found["refused"] > 3800, found


def tried(game: str, pool: ProcessPool, seeds: range, seconds: float) -> Counter[str]:
    """Return the results of checking altered positions; each is limited in time and memory."""
    found: Counter[str] = Counter()
    case = position(game, seeds[0])
    for seed in seeds:
        if seed % 10 == 0:
            case = position(game, seed)
        data = msgspec.msgpack.encode(Case(case.game, case.seats, case.state, seed))
        try:
            answer = pool.call(f"matches.files.hostile:{attempt.__name__}", data, seconds=seconds, megabytes=700)
        except WorkLimitExceeded as error:
            pytest.fail(f"{game}, seed {seed}: {error}")
        except WorkFailed as error:
            answer = str(error).encode()
        found[answer.decode()] += 1
    return found


@pytest.mark.parametrize("game", GAMES)
def test_positions_of_play_are_within_their_bounds(game: str) -> None:
    for seed in range(4):
        case = position(game, seed)
        loaded = registry.load(game)
        check_ranges(loaded, loaded.decode(case.state))


def test_a_position_in_which_the_rules_cannot_even_tell_whose_turn_it_is() -> None:
    """The fuzzer found this position, which has fewer Kings than seats."""
    game, case = registry.load("adventurer-kings"), position("adventurer-kings", 1)
    state = game.decode(case.state)
    assert len(state.kingdoms) == len(case.seats)
    state.kingdoms = state.kingdoms[:-3]
    with pytest.raises(Unreadable, match="cannot go on from the position"):
        read_start(game, game.encode(state), case.seats)


@pytest.mark.parametrize("pack", packs.packs())
def test_no_position_of_an_old_match_is_out_of_bounds(pack: str) -> None:
    for name, about in packs.listed(pack).items():
        if about["status"] == "over":
            replayer, _ = replay_file(parse_file(file_from_text(packs.read(pack, name).match)))
            for state in replayer.states[::10]:
                check_ranges(replayer.game, state)
