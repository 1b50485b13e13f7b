"""Random requests in any order from two processes: errors are polite, and every log replays."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random

import pytest

from matches.helpers import Table, sit
from palatine.core import PalatineError
from palatine.matches import MatchServices
from palatine.matches.play import bots
from palatine.store import Store

Move = Callable[[MatchServices, Table, Random], object]


def legal(services: MatchServices, table: Table, random: Random) -> object:
    return Table(services, table.made).step(random)


def anything(services: MatchServices, table: Table, random: Random) -> object:
    verb = random.choice(("piece", "show", "go", "rest", "", "resign"))
    return services.matches.act(
        table.match, some_key(table, random), (verb, random.randrange(-2, 12)), some_version(table, random)
    )


def plan(services: MatchServices, table: Table, random: Random) -> object:
    for seat in table.asked:
        plans = services.matches.view(table.match, seat).view.shortcuts
        if plans and table.made.keys:
            extra = [("rest", 0)] * (random.random() < 0.3)
            return services.matches.act_all(
                table.match, table.key(seat), [*random.choice(plans).actions, *extra], table.version
            )
    return services.matches.act_all(table.match, some_key(table, random), [("rest", 0)], table.version)


def undo(services: MatchServices, table: Table, random: Random) -> object:
    return services.matches.undo(table.match, some_key(table, random), some_version(table, random))


def hand_over(services: MatchServices, table: Table, random: Random) -> object:
    return services.seats.lend_to_bot(
        table.match, some_key(table, random), random.choice(("recruit", "recruit", "nobody"))
    )


def take_back(services: MatchServices, table: Table, random: Random) -> object:
    return services.seats.take_back(table.match, some_key(table, random))


def rename(services: MatchServices, table: Table, random: Random) -> object:
    return services.seats.take_seat(table.match, some_key(table, random), random.choice("ABC"))


def resign(services: MatchServices, table: Table, random: Random) -> object:
    return random.random() < 0.1 and services.matches.resign(table.match, some_key(table, random), table.version)


def replay(services: MatchServices, table: Table, random: Random) -> object:
    seat = random.choice(("North", "South", None, "referee", "East"))
    return services.archive.replay(table.match, seat, random.randrange(-1, 60))


def branch(services: MatchServices, table: Table, random: Random) -> object:
    made = services.archive.branch(
        table.match, some_key(table, random), random.randrange(40), {"South": {"kind": "bot"}}
    )
    return services.seats.take_seat(made.match, made.keys["North"], "B")


def export(services: MatchServices, table: Table, random: Random) -> object:
    return services.archive.export(table.match, some_key(table, random))


def some_key(table: Table, random: Random) -> str:
    return random.choice([*table.made.keys.values()] * 8 + ["guess"])


def some_version(table: Table, random: Random) -> int:
    return table.version + random.choice((0, 0, 0, 0, 0, -1, 1))


MOVES: list[Move] = [legal] * 12 + [undo] * 6 + [
    anything, anything, plan, hand_over, take_back, take_back, rename, resign, replay, replay, branch, export,
]  # fmt: skip


@pytest.mark.parametrize(
    ("seed", "steps"), [(0, 150), *[pytest.param(seed, 500, id=f"{seed}-whole") for seed in range(3)]]
)
def test_whatever_is_done_the_logs_replay(
    store: Store, seed: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "UNWATCHED_SECONDS", inf)  # else a look may find bots half-way through their game
    random = Random(seed)
    processes = [MatchServices(store), MatchServices(store, cache=1), MatchServices(store, bots="background")]
    tables = [sit(processes[0], options={"days": 20}, forced=seed % 2 == 0) for _ in range(3)]
    done: dict[str, int] = {}
    for _ in range(steps):
        move, services, table = random.choice(MOVES), random.choice(processes), random.choice(tables)
        if services.matches.info(table.match).status == "over" and random.random() < 0.3:
            tables[tables.index(table)] = table = sit(services, options={"days": 20}, forced=seed % 2 == 0)
        before = table.version
        try:
            move(services, table, random)
            done[move.__name__] = done.get(move.__name__, 0) + 1
        except PalatineError:
            assert table.version == before, "what is refused changes nothing"
        looks = [each.matches.view(table.match, "North") for each in processes[:2]]
        assert looks[0] == looks[1]
    assert done["legal"] > steps // 10
    assert done["undo"] > steps // 100
    assert len(done) >= 8
    assert processes[0].archive.audit() == []
    for match in store.match_ids():
        if processes[0].matches.info(match).status == "over":
            assert processes[0].archive.verify(match).ok
