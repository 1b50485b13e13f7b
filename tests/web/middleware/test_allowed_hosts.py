"""Host names that the server accepts, so that a page cannot read it through its own name."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from litestar.testing import TestClient

from palatine.matches import MatchServices
from palatine.web import create_app
from palatine.web.middleware.allowed_hosts import AllowedHosts
from palatine.web.rendering import static_path

OWN = socket.gethostname()


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "localhost:8080", "LOCALHOST:1", "palatine.localhost", "127.0.0.1:8080", "127.9.9.9", "[::1]:8080",
        "192.168.1.7:8080", "10.0.0.2", "172.16.3.4", "[fe80::1]:80", "[fd00::7]", "play.example.org",
        "Play.Example.org:443", "play.example.org.", f"{OWN}:8080", f"{OWN}.local", "203.0.113.9:8080",
    ],
)  # fmt: skip
def test_names_that_are_the_server_s(host: str) -> None:
    assert AllowedHosts(["play.example.org"]).allows(host, "203.0.113.9")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "notlocalhost", "",
        "play.example.org.evil.example", "play.example.org@evil.example", "203.0.114.1", "8.8.8.8:80", "[2001:db9::1]",
        "localhost:99999999", "localhost:", "local host", "127.0.0.1, evil.example", "0x7f.1", "[::1", "a" * 9000,
    ],
)  # fmt: skip
def test_names_of_others(host: str) -> None:
    assert not AllowedHosts(["play.example.org"]).allows(host, "203.0.113.9")


@pytest.mark.parametrize(
    "path", ["/", "/api/games", "/play/m", f"{static_path()}/base.css", "/schema/openapi.json"]
)
def test_a_page_whose_name_was_made_to_point_here_reads_nothing(client: Any, path: str) -> None:
    """DNS rebinding keeps the browser's origin, so only the host name reveals it."""
    answer = client.get(path, headers={"host": "rebound.evil.example:8080"})
    assert answer.status_code == 421
    assert answer.headers["content-type"] == "application/problem+json"
    assert "palatine serve --name" in answer.json()["detail"]
    assert "Demonlord" not in answer.text


BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


def test_a_browser_is_told_so_on_a_page_that_needs_no_other_file(client: Any) -> None:
    headers = {"host": "rebound.evil.example:8080", "accept": BROWSER}
    answer = client.get("/play/m", headers=headers)
    assert answer.status_code == 421
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "palatine serve --name NAME" in answer.text
    assert "/static/" not in answer.text, "by this name none would be given"
    assert "content-security-policy" in answer.headers
    write = client.post("/api/matches", json={"game": "ford"}, headers=headers)
    assert (write.status_code, write.headers["content-type"]) == (421, "application/problem+json")


def test_nor_does_it_write(client: Any) -> None:
    host = "rebound.evil.example"
    headers = {"host": host, "origin": f"http://{host}", "sec-fetch-site": "same-origin"}
    assert client.post("/api/matches", json={"game": "ford"}, headers=headers).status_code == 421


def test_a_server_answers_to_the_name_it_was_given(services: MatchServices) -> None:
    with TestClient(
        create_app(services, allowed_hosts=["play.example.org"]), base_url="https://play.example.org"
    ) as client:
        assert client.get("/api/games").status_code == 200
