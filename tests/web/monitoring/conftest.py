"""A server that receives requests from any client address, through a proxy or directly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from loops import in_a_loop
from palatine.config import Config
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.web import create_app

NEAR = "127.0.0.1"


class Operated:
    """A server without background tasks, except those that a test starts."""

    def __init__(self, place: Path | str, config: Config | None = None) -> None:
        self.store = Store.open(place)
        self.services = MatchServices(self.store)
        self.app = create_app(self.services, self.store, config=config)
        self.operation = self.app.state.operation

    def ask(
        self, path: str, address: str = NEAR, *, method: str = "GET", json: Any = None, **headers: str
    ) -> httpx.Response:
        async def ask() -> httpx.Response:
            way = httpx.ASGITransport(app=self.app, client=(address, 5), raise_app_exceptions=False)  # type: ignore[arg-type]
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            async with httpx.AsyncClient(transport=way, base_url="http://palatine.localhost") as client:
                return await client.request(method, path, json=json, headers=named)

        return in_a_loop(ask())


@pytest.fixture
def make_operated(tmp_path: Path) -> Iterator[Callable[..., Operated]]:
    made: list[Operated] = []

    def make(config: Config | None = None, place: str = "palatine.db") -> Operated:
        made.append(Operated(tmp_path / place, config))
        return made[-1]

    yield make
    for each in made:
        each.operation.close()
        each.store.close()


@pytest.fixture
def operated(make_operated: Callable[..., Operated]) -> Operated:
    return make_operated()
