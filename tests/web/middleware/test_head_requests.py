"""HEAD requests, answered like GET without a body."""

from __future__ import annotations

from typing import Any

import httpx
import pytest


def plain_paths(app: Any) -> list[str]:
    """Return the GET paths without parameters, except streams."""
    found = {each.path for each in app.routes if "GET" in getattr(each, "methods", set()) and "{" not in each.path}
    return sorted(found - {"/api/me/events"})


@pytest.fixture
def direct(served: Any) -> Any:
    with httpx.Client(base_url=served.url, timeout=20) as client:
        yield client


def test_every_route_that_is_read_answers_head_as_it_answers_get(served: Any, direct: Any, parts: int) -> None:
    paths = plain_paths(served.app)
    assert {"/", "/healthz", "/readyz", "/metrics", "/api/games", "/credits", "/manifest.json"} <= set(paths)
    for path in paths[::parts]:
        got, head = direct.get(path), direct.head(path)
        assert head.status_code == got.status_code, path
        assert head.content == b""
        assert head.headers.get("content-type") == got.headers.get("content-type"), path
        assert set(head.headers) == set(got.headers), path


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz"])
def test_a_probe_may_ask_for_the_head_alone(direct: Any, path: str) -> None:
    head = direct.head(path)
    assert head.status_code == 200
    assert int(head.headers["content-length"]) > 0


def test_head_of_a_stream_ends(direct: Any, new_table: Any) -> None:
    table = new_table()
    for query in ("", "?seat=North&since=0&changes=true"):
        head = direct.head(f"{table.base}/events{query}", headers=table.headers("North") if query else {})
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"].startswith("text/event-stream")
    assert direct.head("/api/me/events").status_code == 204


def test_what_is_not_read_is_405_to_head_and_what_is_not_there_404(direct: Any) -> None:
    assert direct.head("/api/me/guest").status_code == 405
    assert direct.head("/nowhere").status_code == 404
    assert direct.head("/healthz", headers={"host": "evil.example"}).status_code == 421
