"""A request that is passed on to another machine: what goes along, what comes back, and whom the inner door lets in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import pytest

from loops import in_a_loop
from palatine.web.workers import gate
from palatine.web.workers.gate import CONNECTION, HOPS, Gate
from palatine.web.workers.inner import word_of
from palatine.web.workers.shards import SHARDS
from palatine.web.workers.standing import HERE, NOBODY, Roll, Standing

SECRET = "a secret of sixteen letters"
WORD = word_of(SECRET)
PATH = "/api/matches/abcdefgh234567"
ANSWER = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ndate: today\r\nconnection: close\r\n"


class Connection:
    """What a request comes on."""

    def __init__(self, *, is_inner: bool = False) -> None:
        self.is_inner = is_inner
        self.has_hung_up = False

    async def hang_up(self) -> None:
        self.has_hung_up = True


class Ours:
    """The application of this machine."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked.append(scope)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


class Asking:
    """A request as it comes in, and what is answered."""

    def __init__(self, *headers: tuple[bytes, bytes], method: str = "GET", body: tuple[bytes, ...] = ()) -> None:
        self.connection = Connection()
        self.scope = {
            "type": "http", "method": method, "path": PATH, "raw_path": PATH.encode(), "query_string": b"seat=A%20b",
            "headers": list(headers), "client": ("203.0.113.9", 4711), "scheme": "https", CONNECTION: self.connection,
        }  # fmt: skip
        self.said = [
            {"type": "http.request", "body": each, "more_body": n < len(body) - 1} for n, each in enumerate(body)
        ] or [{"type": "http.request", "body": b"", "more_body": False}]
        self.gone = asyncio.Event()
        self.answered: list[Any] = []
        self.has_answered = asyncio.Event()

    async def receive(self) -> Any:
        if self.said:
            return self.said.pop(0)
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.answered.append(message)
        self.has_answered.set()

    @property
    def status(self) -> int:
        return int(self.answered[0]["status"])

    @property
    def body(self) -> bytes:
        return b"".join(each["body"] for each in self.answered[1:])


@asynccontextmanager
async def another(answer: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Any]) -> AsyncIterator[str]:
    """The inner door of another machine, and its address."""
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    yield f"{host}:{port}"
    server.close()


def roll(address: str, machine: int = 1) -> Roll:
    return Roll((7,), monotonic() + 60, False, (address,), bytes([machine]) * SHARDS)


def gate_at(address: str) -> Gate:
    standing = Standing(7)
    standing.tell(roll(address))
    return Gate(Ours(), standing, SECRET)


async def pass_on(asking: Asking, answer: Any) -> Gate:
    """Ask this machine what another holds."""
    async with another(answer) as address:
        here = gate_at(address)
        await here(asking.scope, asking.receive, asking.send)
    return here


class Told:
    """A machine that notes what it is asked, and answers."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = pieces
        self.head, self.body = b"", b""

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.head = await reader.readuntil(b"\r\n\r\n")
        if b"content-length: 3" in self.head:
            self.body = await reader.readexactly(3)
        elif b"chunked" in self.head:
            self.body = await reader.readuntil(b"0\r\n\r\n")
        for piece in self.pieces:
            writer.write(piece)
            await writer.drain()
        writer.close()


def test_a_request_goes_on_as_it_came_and_its_answer_comes_back() -> None:
    async def run() -> None:
        told = Told(ANSWER + b"content-length: 5\r\n\r\nhel", b"lo")
        asking = Asking((b"cookie", b"palatine=x"), (b"content-length", b"3"), method="POST", body=(b"ab", b"c"))
        await pass_on(asking, told)
        assert told.head.startswith(
            b"POST /api/matches/abcdefgh234567?seat=A%20b HTTP/1.1\r\ncookie: palatine=x\r\n"
        )
        assert told.body == b"abc"
        assert (asking.status, asking.body) == (200, b"hello")
        assert asking.answered[0]["headers"] == [(b"content-type", b"text/plain"), (b"content-length", b"5")]
        assert not asking.answered[-1].get("more_body")

    in_a_loop(run())


def test_a_body_in_chunks_goes_on_in_chunks() -> None:
    async def run() -> None:
        told = Told(ANSWER + b"transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n", b"2\r\nde\r\n0\r\n\r\n")
        asking = Asking((b"transfer-encoding", b"chunked"), method="POST", body=(b"one", b"", b"two"))
        await pass_on(asking, told)
        assert told.body == b"3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"
        assert asking.body == b"abcde"

    in_a_loop(run())


def test_to_a_head_there_is_no_body() -> None:
    async def run() -> None:
        asking = Asking(method="HEAD")
        await pass_on(asking, Told(ANSWER + b"content-length: 5\r\n\r\n"))
        assert (asking.status, asking.body) == (200, b"")
        assert not asking.connection.has_hung_up

    in_a_loop(run())


def test_what_a_client_says_of_itself_in_our_words_goes_no_further() -> None:
    async def run() -> None:
        told = Told(ANSWER + b"content-length: 0\r\n\r\n")
        await pass_on(
            Asking((b"palatine-client", b"127.0.0.1 1"), (b"palatine-word", b"x"), (b"te", b"gzip")), told
        )
        head = told.head.lower()
        assert head.count(b"palatine-client") == head.count(b"palatine-word") == 1
        assert b"palatine-client: 203.0.113.9 4711\r\n" in head
        assert b"palatine-scheme: https\r\n" in head
        assert b"palatine-hops: 1\r\n" in head
        assert b"palatine-word: " + WORD in head
        assert b"te: gzip" not in head

    in_a_loop(run())


@pytest.mark.parametrize("said", [b"", ANSWER, ANSWER + b"content-length: 9\r\n\r\nhalf", b"nonsense\r\n\r\n"])
def test_whoever_asked_is_let_go_when_the_other_machine_dies_in_the_middle(said: bytes) -> None:
    async def run() -> None:
        asking = Asking()
        here = await pass_on(asking, Told(said))
        assert asking.connection.has_hung_up
        assert here.passages == set()

    in_a_loop(run())


def test_the_other_machine_hears_when_whoever_asked_has_gone() -> None:
    async def run() -> None:
        heard = asyncio.Event()

        async def stream(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(ANSWER + b"transfer-encoding: chunked\r\n\r\n1\r\na\r\n")
            assert await reader.read() == b""
            heard.set()
            writer.close()

        asking = Asking()
        async with another(stream) as address:
            here = gate_at(address)
            passing = asyncio.create_task(here(asking.scope, asking.receive, asking.send))
            await asking.has_answered.wait()
            asking.gone.set()
            async with asyncio.timeout(10):
                await heard.wait()
                await passing

    in_a_loop(run())


def test_a_stream_ends_when_the_machine_is_no_more_though_nobody_says_so() -> None:
    async def run() -> None:
        async def stream(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(ANSWER + b"transfer-encoding: chunked\r\n\r\n1\r\na\r\n")
            await reader.read()
            writer.close()

        asking = Asking()
        async with another(stream) as address:
            here = gate_at(address)
            passing = asyncio.create_task(here(asking.scope, asking.receive, asking.send))
            await asking.has_answered.wait()
            here.let_go()
            assert len(here.passages) == 1
            here.standing.tell(roll("127.0.0.9:1"))
            here.let_go()
            async with asyncio.timeout(10):
                await passing
        assert asking.connection.has_hung_up

    in_a_loop(run())


def test_while_the_machine_cannot_be_reached_a_request_waits_for_who_takes_its_match() -> None:
    async def run() -> None:
        here = gate_at("127.0.0.1:1")
        asking = Asking()
        waiting = asyncio.create_task(here(asking.scope, asking.receive, asking.send))
        while not here.standing._waiting:
            await asyncio.sleep(0)
        here.standing.tell(roll("127.0.0.1:1", NOBODY))
        while not here.standing._waiting:
            await asyncio.sleep(0)
        here.standing.tell(roll("127.0.0.1:1", HERE))
        await waiting
        assert asking.status == 204
        assert len(here.app.asked) == 1

    in_a_loop(run())


def test_it_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "PATIENCE", 0.0)

    async def run() -> None:
        here = gate_at("127.0.0.1:1")
        asking = Asking()
        await here(asking.scope, asking.receive, asking.send)
        assert asking.status == 503
        assert (b"retry-after", b"1") in asking.answered[0]["headers"]

    in_a_loop(run())


def inner(*headers: tuple[bytes, bytes]) -> Asking:
    """A request at the inner door."""
    asking = Asking(*headers)
    asking.scope["client"], asking.scope["scheme"] = ("10.0.0.2", 9), "http"
    asking.connection.is_inner = True
    return asking


def from_a_machine(hops: int) -> Asking:
    return inner(
        (b"palatine-word", WORD), (b"palatine-client", b"2001:db8::1 4711"), (b"palatine-scheme", b"https"),
        (b"palatine-hops", b"%d" % hops),
    )  # fmt: skip


def test_at_the_inner_door_the_machine_says_who_asks() -> None:
    async def run() -> None:
        here = gate_at("127.0.0.1:1")
        here.standing.tell(roll("127.0.0.1:1", HERE))
        asking = from_a_machine(1)
        await here(asking.scope, asking.receive, asking.send)
        assert here.app.asked[0]["client"] == ("2001:db8::1", 4711)
        assert here.app.asked[0]["scheme"] == "https"

    in_a_loop(run())


@pytest.mark.parametrize("word", [b"", b"x", SECRET.encode(), word_of("another secret of many letters")])
def test_whoever_does_not_know_the_word_is_not_let_in(word: bytes) -> None:
    async def run() -> None:
        here = gate_at("127.0.0.1:1")
        here.standing.tell(roll("127.0.0.1:1", HERE))
        asking = inner((b"palatine-word", word), (b"palatine-client", b"1.1.1.1 1"), (b"palatine-scheme", b"http"))
        await here(asking.scope, asking.receive, asking.send)
        assert asking.status == 403
        assert here.app.asked == []

    in_a_loop(run())


def test_outside_the_inner_door_our_words_mean_nothing() -> None:
    async def run() -> None:
        here = gate_at("127.0.0.1:1")
        here.standing.tell(roll("127.0.0.1:1", HERE))
        asking = from_a_machine(1)
        asking.connection.is_inner = False
        await here(asking.scope, asking.receive, asking.send)
        assert here.app.asked[0]["client"] == ("10.0.0.2", 9)

    in_a_loop(run())


def test_a_request_does_not_go_round() -> None:
    async def run() -> None:
        told = Told(ANSWER + b"content-length: 0\r\n\r\n")
        async with another(told) as address:
            here = gate_at(address)
            for hops in range(1, HOPS + 1):
                asking = from_a_machine(hops)
                await here(asking.scope, asking.receive, asking.send)
                assert asking.status == (200 if hops < HOPS else 503)
        assert b"palatine-hops: %d\r\n" % HOPS in told.head

    in_a_loop(run())
