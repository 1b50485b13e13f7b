"""A server with its own mail, as with `palatine serve --mail demo`, and its users' browsers."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from palatine.config import Config, SiteSettings
from palatine.mail.demo import DeliveredMail, DemoServer
from palatine.mail.demo_server import DemoMailService
from palatine.notifications.delivery import DeliveryService
from palatine.notifications.reminders import ReminderService
from palatine.web import create_app
from palatine.web.rendering import render_page
from web.chromium import Browser
from web.helpers import Served

URL = "http://palatine.localhost"
PATIENCE = 20.0
SECONDS = 8
Found = TypeVar("Found")


class DemoSite(Served):
    """A server with demo mail in a thread of this process."""

    def __init__(self, place: Path) -> None:
        self.mail = DemoServer()
        self.config = self.mail.config(Config(site=SiteSettings(url=URL, access="open")))
        super().__init__(place, self.config)

    def make_app(self, config: Config | None, senders: Any) -> Any:
        self.mail_service = DemoMailService(self.services, self.store, self.config, self.mail, render_page)
        return create_app(
            self.services, self.store, (), config, self.mail_service.senders, self.mail_service.routes
        )

    def start(self) -> None:
        self.mail_service.start()
        super().start()

    def stop(self) -> None:
        super().stop()
        self.mail_service.stop()

    def come(self, browser: Browser, address: str) -> Any:
        """Sign up with a code sent by mail and return the browser context.

        The new account receives its notifications by mail.
        """
        context = browser.context()
        assert context.request.post("/api/session/mail", data={"address": address}).ok
        code = re.search(r"^ +([a-z0-9]{4} [a-z0-9]{4})$", self.mail_of(address).text, re.MULTILINE)
        assert code is not None, self.mail_of(address).text
        assert context.request.post("/api/session/code", data={"code": code[1]}).ok
        told = context.request.post("/api/me/channels", data={"kind": "mail", "target": address})
        assert told.ok, told.text()
        return context

    def remind(self) -> None:
        """Send the reminders that are due in two minutes, and their mails."""
        later = datetime.now(UTC) + timedelta(minutes=2)
        ReminderService(self.store.database).send_due(later)
        sending = DeliveryService(self.store.database, self.mail_service.senders, URL, services=self.services)
        for seconds in range(SECONDS):  # At most one mail is sent per second.
            sending.send_due(later + timedelta(seconds=seconds), ("mail",))

    def mails(self, address: str) -> list[DeliveredMail]:
        """Return the mails to an address, the newest first."""
        return self.mail.boxes.mails_of(address)

    def mail_of(self, address: str, *words: str) -> DeliveredMail:
        """Wait for a mail with all these words in its subject or text and return the newest one."""

        def found() -> DeliveredMail | None:
            told = ((each, f"{each.subject}\n{each.text}") for each in self.mails(address))
            return next((each for each, text in told if all(word in text for word in words)), None)

        return until(found)


def until(what: Callable[[], Found | None]) -> Found:
    """Wait for a result of `what` other than None and return it. Fail after `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while (found := what()) is None:
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
    return found
