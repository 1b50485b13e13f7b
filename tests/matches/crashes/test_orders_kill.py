"""Kills at random moments: no acknowledged sheet, draft, letter or turn is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from matches.crashes.test_kill import check, run_and_kill
from palatine import registry
from palatine.matches import MatchServices
from palatine.store import Store

GAMES = ["tithe", *[name for name in registry.games() if name != "tithe" and registry.load(name).orders]]


@pytest.mark.parametrize(
    ("game", "kills"),
    [(game, kills) for game in GAMES for kills in (4, 8)],
)
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path, game: str, kills: int) -> None:
    place = tmp_path / "matches.db"
    random = Random(21)
    told: list[list[str]] = []
    for kill in range(kills):
        told += run_and_kill(place, random, kill, random.randint(4, 24), "ordering_forever.py", game)
        store = Store.open(place)
        services = MatchServices(store)
        check(services, store, {match: int(version) for _, match, version, *_ in told})
        assert list(lost(services, store, told)) == []
        services.matches.resume()
        assert services.runtime.storage.match_ids(due=True) == [], "a turn that was to be run is run"
        store.close()
    store = Store.open(place)
    assert MatchServices(store).archive.audit() == []
    store.close()
    assert len(told) >= 4 * kills
    assert {what for what, *_ in told} >= {"new", "handed", "draft", "letter"}


def lost(services: MatchServices, store: Store, told: list[list[str]]) -> Iterator[list[str]]:
    """Return what was acknowledged but is not stored."""
    sheets = {match: marks(store, match) for match in {each[1] for each in told}}
    last = {(each[1], each[3], each[4]): each for each in told if each[0] == "draft"}
    for each in told:
        what, match, _, *rest = each
        if what == "handed" and rest[2] not in sheets[match]:
            yield each
        if what == "letter" and f"# {rest[2]}" not in [
            m.text[: len(rest[2]) + 2] for m in services.orders.letters(match, rest[1])
        ]:
            yield each
    for (match, seat, turn), each in last.items():
        draft = store.draft(match, seat, int(turn))
        if draft is None or number(draft[0].split()[1]) < number(each[5]):
            yield each


def marks(store: Store, match: str) -> set[str]:
    """Return the marks of the sheets in the log; a bot's sheet has none."""
    texts = [record.data["text"] for record in store.records(match) if record.kind == "hand_in"]
    return {text.split()[1] for text in texts if text.startswith("#")}


def number(mark: str) -> tuple[int, int]:
    kill, step = mark.split("-")
    return int(kill), int(step)
