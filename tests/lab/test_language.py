"""Language models as players: replies, prompts, and a served model."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

import palatine
from palatine.core import PalatineError
from palatine.lab.action_menus import MenuMatch
from palatine.lab.language import MAX_PROMPTS, build_prompt, chat_completions_player, parse_reply, play_models

TEXTS = ["Move to the ford.", "Move to the ford and dig in.", "Wait."]


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("2", 2), ("I weigh 0 against 1.\n\n1", 1), ("Choice: 0.", 0), ("**2**", 2), ("wait", 2), ("I say: Wait.", 2),
        ("Move to the ford.", 0), ("", None), ("3", None), ("0 or 1", None), ("-1", None), ("1.5", None),
        ("I move to the ford and dig in!", None), ("Retreat", None), ("999999999999999", None),
    ],
)  # fmt: skip
def test_a_reply_names_one_choice_or_none(reply: str, number: int | None) -> None:
    assert parse_reply(reply, TEXTS) == number


@pytest.mark.parametrize(
    ("reply", "number"),
    [("Take 3 archers", 1), ("I stand my ground.", None), ("We end it: end!", 0), ("2", 2)],
)
def test_a_text_is_named_word_for_word_and_before_the_numbers_in_it(reply: str, number: int | None) -> None:
    assert parse_reply(reply, ["End", "Take 3 archers", "2", "Go on"]) == number


@pytest.mark.parametrize("game", ["ford", "tithe"])
def test_a_function_plays_a_match_against_a_recruit(game: str) -> None:
    seats = MenuMatch(palatine.load(game)).seats
    told: list[str] = []

    def first(text: str) -> str:
        told.append(text)
        return "0"

    played = play_models(game, {seats[0]: first, seats[1]: "recruit"}, seed="m")
    assert played.is_over
    assert sum(played.shares.values()) in (0.0, 1.0)
    assert played.misunderstood == {seats[0]: 0, seats[1]: 0}
    assert told
    assert all(f"as {seats[0]}." in text for text in told)
    assert play_models(game, {seats[0]: first, seats[1]: "recruit"}, seed="m") == played


def test_who_names_no_choice_is_asked_again_and_then_takes_the_first(ford: Any) -> None:
    told: list[str] = []

    def mumble(text: str) -> str:
        told.append(text)
        return "hm"

    played = play_models(ford, {"North": mumble, "South": mumble}, max_picks=1)
    assert not played.is_over
    assert sum(played.misunderstood.values()) == len(told) == MAX_PROMPTS
    assert "named none of the choices: 'hm'" in told[1]
    assert "named none" not in told[0]


@pytest.mark.parametrize("reply", [None, 0, b"0"])
def test_a_reply_that_is_no_text_is_an_error_in_a_line(ford: Any, reply: Any) -> None:
    with pytest.raises(PalatineError, match=rf"model of North is to reply with a text, not with {reply!r}\."):
        play_models(ford, {"North": lambda text: reply, "South": "recruit"})


def test_the_prompt_is_the_same_whatever_the_seat_may_not_know(tithe: Any) -> None:
    match = MenuMatch(tithe)
    seat, other = match.seats
    while other in match.seats_to_act:
        match.pick(other, 2 if len(match.menu(other)) > 2 else 0)
    assert build_prompt(match, seat) == build_prompt(match.sampled(seat, b"x"), seat)
    assert "0: Hand in the sheet as it is." in build_prompt(match, seat)


@pytest.fixture
def address() -> Iterator[tuple[str, list[Any]]]:
    """Return the address of a model with a constant answer, and its requests."""
    sent: list[Any] = []

    class Model(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if body["model"] == "gone":
                return
            sent.append((self.path, self.headers.get("Authorization"), body))
            reply = (
                b"{}" if body["model"] == "mute" else b'{"choices": [{"message": {"content": "So be it:\\n0"}}]}'
            )
            self.send_response(200)
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1", sent
    server.shutdown()
    server.server_close()


def test_a_served_model_plays(address: tuple[str, list[Any]], ford: Any) -> None:
    url, sent = address
    played = play_models(
        ford, {"North": chat_completions_player(url, "small", "secret"), "South": "recruit"}, max_picks=3
    )
    assert played.misunderstood["North"] == 0
    path, key, body = sent[0]
    assert (path, key, body["model"]) == ("/v1/chat/completions", "Bearer secret", "small")
    assert "as North." in body["messages"][0]["content"]


def test_a_model_that_gives_no_reply_is_an_error(address: tuple[str, list[Any]]) -> None:
    with pytest.raises(PalatineError, match="mute gave no reply"):
        chat_completions_player(address[0], "mute")("?")
    with pytest.raises(PalatineError, match="small gave no reply"):
        chat_completions_player("http://127.0.0.1:9/v1", "small", seconds=5)("?")
    with pytest.raises(PalatineError, match="gone gave no reply"):
        chat_completions_player(address[0], "gone")("?")
    with pytest.raises(PalatineError, match="small gave no reply"):
        chat_completions_player("no address", "small")("?")
