"""Kills at random moments: no acknowledged action is lost, and every match continues."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from matches.helpers import Table
from palatine.matches import MatchCreated, MatchServices
from palatine.store import Store

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("kills", [12, 25])
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path, kills: int) -> None:
    place = tmp_path / "matches.db"
    random = Random(20)
    keys: dict[str, dict[str, str]] = {}
    acted = 0
    for kill in range(kills):
        told = run_and_kill(place, random, kill, random.randint(4, 40))
        versions: dict[str, int] = {}
        for what, match, version, *rest in told:
            if what == "new":
                keys[match] = dict(pair.split("=") for pair in rest)
            versions[match] = int(version)
        acted += len(told)
        store = Store.open(place)
        check(MatchServices(store, bots="background"), store, versions)
        play_on(MatchServices(store), keys, versions, random)
        store.close()
    store = Store.open(place)
    services = MatchServices(store)
    assert services.archive.audit() == []
    assert acted >= 4 * kills
    finished = [match for match in store.match_ids() if services.matches.info(match).status == "over"]
    for match in finished:
        assert services.archive.verify(match).ok
    store.close()


def run_and_kill(
    place: Path, random: Random, seed: int, lines: int, script: str = "acting_forever.py", *more: str
) -> list[list[str]]:
    """Return what a process acknowledged before SIGKILL, sent after `lines` acknowledgements."""
    command = [sys.executable, str(Path(__file__).parent / script), str(place), str(seed), *more]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    told = [process.stdout.readline() for _ in range(lines)]
    time.sleep(random.uniform(0, 0.02))  # anywhere in the middle of an action
    process.send_signal(signal.SIGKILL)
    told += process.stdout.readlines()
    process.wait()
    return [line.split() for line in told if line.endswith("\n")]


def check(services: MatchServices, store: Store, versions: dict[str, int]) -> None:
    """Check that everything acknowledged is stored and the log has no gap or partial action."""
    for match, version in versions.items():
        info = services.matches.info(match)
        assert info.version >= version
        assert [record.n for record in store.records(match)] == list(range(1, info.version + 1))
        services.matches.view(match)


def play_on(
    services: MatchServices, keys: dict[str, dict[str, str]], versions: dict[str, int], random: Random
) -> None:
    for match in versions:
        for key in keys[match].values():
            if services.matches.info(match).status == "open":
                services.seats.take_seat(match, key, "B")
        Table(services, MatchCreated(match, keys[match])).play(random, 5)
