"""Which worker a request falls to."""

from __future__ import annotations

import pytest

from palatine.matches.fairness import new_id
from palatine.web.workers.shards import HOUSE, NO_MATCH, SHARDS, match_asked_for, match_of, shard_of


def test_matches_are_spread_evenly() -> None:
    counts = [0] * SHARDS
    for _ in range(20 * SHARDS):
        counts[shard_of(new_id())] += 1
    assert min(counts) > 0
    assert max(counts) < 60


def test_a_shard_is_the_same_everywhere() -> None:
    assert [shard_of(match) for match in ("7qqevcue5ffj2x", "gaxwpwqvdvp46a", "ä")] == [254, 92, 131]


@pytest.mark.parametrize(
    "path",
    ["/api/matches/abc", "/api/matches/abc/events?seat=x", "/api/matches/a%62c/actions", "/play/abc", "/watch/abc?x",
     "/replay/abc", "/story/abc", "/verify/abc", "/report/abc", "/api/tables/abc/sit"],
)  # fmt: skip
def test_a_path_about_a_match(path: str) -> None:
    assert match_of(path) == "abc"
    assert match_asked_for(f"POST {path} HTTP/1.1\r\nHost: x\r\n".encode()) == "abc"


@pytest.mark.parametrize("path", ["/post/demo", "/post/demo?box=a@b.test"])
def test_a_path_that_the_worker_with_the_post_answers(path: str) -> None:
    assert match_asked_for(f"GET {path} HTTP/1.1\r\n".encode()) == match_of(path) == NO_MATCH
    assert shard_of(NO_MATCH) == HOUSE


@pytest.mark.parametrize(
    "path", ["/", "/post/demonic", "/api/matches", "/api/matches/", "/api/me/matches", "/people/abc", "/static/x"]
)
def test_a_path_that_any_worker_answers(path: str) -> None:
    assert match_of(path) is None
    assert match_asked_for(f"GET {path} HTTP/1.1\r\n".encode()) is None


def test_what_is_no_request_is_about_nothing() -> None:
    assert match_asked_for(b"\x16\x03\x01 /api/matches/abc HTTP/1.1\r\n") is None
    assert match_asked_for(b"") is None
