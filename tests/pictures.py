"""Pictures for the README and the docs, taken from the running program: `make pictures`.

Bots play the matches with dice from a fixed seed. `python tests/pictures.py NAME` makes one picture.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import sync_playwright

from browser import launch
from palatine.accounts.match_terms import Terms
from palatine.config import Config, SiteSettings
from palatine.matches.clock import now
from palatine.matches.services import MatchServices
from waiting import until
from web.chromium import DESKTOP, PHONE, READY, SETTLED, WRITTEN, Browser
from web.helpers import Served

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
WINDOW = {"width": 1280, "height": 800}
QUALITY = 82
SHARP = 2
"""Device pixels per CSS pixel in pictures of a phone."""
MOST = 4000
"""Maximum number of bot decisions until a position is reached."""

Shot = Callable[["Studio"], Any]
SHOTS: dict[str, Shot] = {}
"""The functions that open each picture's page, by the picture's name."""


def shot(name: str) -> Callable[[Shot], Shot]:
    """Register a function that opens the page of a picture."""

    def register(make: Shot) -> Shot:
        SHOTS[name] = make
        return make

    return register


class Seats:
    """A match and the keys of its seats."""

    def __init__(self, services: MatchServices, game: str, **how: Any) -> None:
        made = services.matches.create(game, **how)
        self.services, self.match, self.keys = services, made.match, made.keys
        for key in made.keys.values():
            services.seats.take_seat(made.match, key, None, "7")

    def play(self, seat: str, until: Callable[[Any], bool], bot: str = "captain") -> Seats:
        """Let bots play all seats until `seat` must act and `until` holds, then take the seats back."""
        for key in self.keys.values():
            self.services.seats.lend_to_bot(self.match, key, bot)
        for _ in range(MOST):
            info = self.services.matches.info(self.match)
            if info.status == "over":
                raise RuntimeError(f"The match of {info.game} is over before the position")
            if seat in info.asked and until(info):
                break
            self.services.matches.step_bots(self.match)
        for key in self.keys.values():
            self.services.seats.take_back(self.match, key)
        return self


class StillServer(Served):
    """A server whose bots play only when a script steps them."""

    def start(self) -> None:
        self.thread.start()
        until(lambda: self.server.started)


class Studio:
    """A local server, a server with accounts, and browsers for both."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack
        self.local = self._serve("local.db", Config())

    def _serve(self, place: str, config: Config) -> StillServer:
        served = StillServer(self.folder / place, config)
        served.start()
        self.stack.callback(served.stop)
        return served

    @cached_property
    def chromium(self) -> Any:
        return launch(self.stack.enter_context(sync_playwright()))

    @cached_property
    def browser(self) -> Browser:
        return Browser(self.chromium, self.local, self.folder)

    @cached_property
    def club(self) -> StillServer:
        """The server with accounts, which `club_browser` visits."""
        return self._serve("club.db", Config(site=SiteSettings(access="open", name="The Wednesday club")))

    @cached_property
    def club_browser(self) -> Browser:
        return Browser(self.chromium, self.club, self.folder)

    def seats(self, game: str, **how: Any) -> Seats:
        return Seats(self.local.services, game, **how)

    def at(self, found: Seats, seat: str, size: dict[str, int] = DESKTOP) -> Any:
        return self.browser.at(found, seat, size=size)  # type: ignore[arg-type]

    def lesson(self, game: str, lesson: str, step: int = 0) -> Any:
        made = httpx.post(f"{self.local.url}/api/lessons/{game}/{lesson}", json={"step": step}, timeout=60).json()
        context = self.browser.context(WINDOW)
        (value,) = made["keys"].values()
        context.add_cookies([{"name": f"palatine-{made['match']}", "value": value, "url": self.local.url}])
        page = self.browser.page(context, f"/play/{made['match']}")
        page.wait_for_selector(READY)
        return page

    def member(self, name: str, path: str, role: Any = "", size: dict[str, int] = WINDOW, **more: Any) -> Any:
        """Open a page of the server with accounts, as a member or, without a name, as a guest."""
        people = self.club.app.state.people
        known = people.accounts.find_by_name(name) if name else people.accounts.create_guest(now())
        account = known or people.accounts.create_member(name, now(), role)
        context = self.club_browser.context(size, **more)
        secret, _ = people.sign_in(account, "Firefox on Linux", now())
        context.add_cookies([{"name": "palatine", "value": secret, "url": self.club.url}])
        return self.club_browser.page(context, path)


# Matches


def in_turn(turn: int) -> Callable[[Any], bool]:
    return lambda info: info.turn >= turn


@shot("map")
def demonlord(studio: Studio) -> Any:
    found = studio.seats("demonlord").play("Hosar", lambda info: info.at > 220)
    return studio.at(found, "Hosar")


@shot("elric-map")
def elric(studio: Studio) -> Any:
    found = studio.seats("elric")
    seat = next(iter(found.keys))
    return studio.at(found.play(seat, lambda info: info.at > 25), seat)


@shot("desk")
def desk(studio: Studio) -> Any:
    return _desk(studio.at(_nations(studio), "P1"))


@shot("report")
def report(studio: Studio) -> Any:
    found = _nations(studio)
    page = studio.at(found, "P1")
    page.goto(f"/report/{found.match}?seat=P1")
    page.wait_for_selector("main")
    return page


@shot("adventurer-kings-map")
def kings(studio: Studio) -> Any:
    found = studio.seats("adventurer-kings").play("K1", in_turn(4))
    return _desk(studio.at(found, "K1"))


def _nations(studio: Studio) -> Seats:
    return studio.seats("lord-and-master").play("P1", in_turn(3))


def _desk(page: Any) -> Any:
    page.wait_for_selector(WRITTEN)
    page.wait_for_selector("#desk-body:not([hidden])")
    return page


# Lessons


@shot("lesson")
def lesson(studio: Studio) -> Any:
    page = studio.lesson("demonlord", "first-battle")
    page.wait_for_selector(".lesson-dots i")
    return page


@shot("puzzle")
def puzzle(studio: Studio) -> Any:
    return studio.lesson("demonlord", "temple-of-ninnghiz")


# Accounts


@shot("invitation")
def invitation(studio: Studio) -> Any:
    people = studio.club.app.state.people
    ann = people.accounts.find_by_name("Ann") or people.accounts.create_member("Ann", now(), "admin")
    made = studio.club.services.matches.create("demonlord", title="The Wednesday war")
    people.match_terms.database.write(
        lambda connection: people.match_terms.store_terms(connection, made.match, ann.id, Terms(), now())
    )
    token, _ = people.invitations.create(ann, made.match, "Demon", now=now())
    page = studio.club_browser.page(studio.club_browser.context(PHONE, device_scale_factor=SHARP), f"/i/{token}")
    page.wait_for_selector(".card-map.drawn")
    return page


@shot("account")
def account(studio: Studio) -> Any:
    return studio.member("", "/me")


@shot("checklist")
def checklist(studio: Studio) -> Any:
    return studio.member("Ann", "/admin/checklist", "admin")


# Files


@contextmanager
def studio() -> Iterator[Studio]:
    """Yield a studio, and restore the random numbers of the process at the end."""
    drawn = random._urandom  # type: ignore[attr-defined]
    with TemporaryDirectory() as folder, ExitStack() as stack:
        try:
            yield Studio(Path(folder), stack)
        finally:
            random._urandom = drawn  # type: ignore[attr-defined]


def make(found: Studio, name: str) -> bytes:
    """Return a picture as WebP. Its dice are derived from its name."""
    random._urandom = random.Random(name).randbytes  # type: ignore[attr-defined]
    page = SHOTS[name](found)
    page.evaluate(SETTLED)
    with Image.open(BytesIO(page.screenshot())) as image:
        file = BytesIO()
        image.convert("RGB").save(file, "WEBP", quality=QUALITY, method=6)
    page.close()
    return file.getvalue()


def main(names: list[str]) -> None:
    """Make the named pictures, or all by default, and delete files of former pictures."""
    FOLDER.mkdir(exist_ok=True)
    with studio() as found:
        for name in names or SHOTS:
            data = make(found, name)
            (FOLDER / f"{name}.webp").write_bytes(data)
            print(f"{name}: {len(data) / 1000:.0f} kB", flush=True)
    for path in FOLDER.iterdir():
        if path.name not in {f"{name}.webp" for name in SHOTS}:
            path.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
