"""The checklist for operators: what a server for other people needs and what is missing.

The page `/admin/checklist` and the command `palatine checklist` show the same checks. Only the test of the URL opens a
connection; all others read the settings, the database and the files beside it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec

from palatine import __version__
from palatine.accounts.accounts import Accounts
from palatine.config import Config, is_loopback_host
from palatine.config.reading import config_file, exposes_secrets
from palatine.matches.clock import parse_time, seconds_between
from palatine.notifications.mail_status import mail_trouble, read_mail_status
from palatine.notifications.test_mail import ProbeMail, send_trouble
from palatine.store import Store
from palatine.store.peers.claims import serving_versions
from palatine.store.server_notes import BackupNote, read_note
from palatine.web.middleware.allowed_hosts import network_address
from palatine.web.monitoring.reachability import Reachability, is_private_host
from palatine.web.monitoring.readiness import free_bytes
from palatine.web.wording import say

State = Literal["good", "missing", "optional"]

PACKAGES = (
    "webauthn",
    "argon2",
    "httpx",
    "pywebpush",
    "aiosmtpd",
    "imap_tools",
    "inscriptis",
    "resvg_py",
    "authlib",
)
"""Modules of the extra `server`, which sign-in, mail and notifications need."""
ENOUGH_FREE = 1_000_000_000
"""Bytes that should be free on the disk of the database."""
BACKUP_DAYS = 2
"""Days after which a backup is too old."""
CERTIFICATE_DAYS = 14
"""Days before the certificate expires from which the checklist asks for its renewal."""
TEST_DAYS = 90
"""Days after which a test mail says nothing about today."""


class ChecklistItem(msgspec.Struct, frozen=True):
    """An item of the checklist: what was found and, unless it is good, what to do."""

    name: str
    state: State
    text: str
    advice: str = ""
    time: str = ""
    """The moment that the text names, ISO 8601 in UTC."""
    time_text: str = ""
    """The words of the text for `time`; a browser shows it in the reader's time zone."""

    @property
    def title(self) -> str:
        return say(f"checklist.title.{self.name}")


class Facts(msgspec.Struct, frozen=True):
    """The data that the checks examine."""

    config: Config
    store: Store
    now: str
    trouble: str = ""
    """Reason why the process cannot work, as in `/readyz`; "" if it can."""
    reached: Reachability | None = None
    """The result of the test of `site.url`; None without a URL."""
    opened_at: str = ""
    """Base URL at which the admin opened the page; "" in the command."""


def checklist(facts: Facts) -> list[ChecklistItem]:
    """Return all items that apply to a server.

    Raises StorageError if the database cannot be read.
    """
    return [check for find in CHECKS for check in find(facts)]


def _item(name: str, state: State, key: str, data: dict[str, Any], advice: str = "") -> ChecklistItem:
    """Return an item whose text may name the day of `data["time"]`."""
    time = data.get("time", "")
    data["day"] = time[:10]
    return ChecklistItem(
        name, state, say(f"checklist.{key}", **data), advice and say(f"checklist.{advice}", **data), time, time[:10]
    )


def _good_item(name: str, key: str = "", /, **data: Any) -> ChecklistItem:
    return _item(name, "good", key or name, data)


def _missing_item(name: str, key: str, /, **data: Any) -> ChecklistItem:
    return _item(name, "missing", key, data, f"{key}-do")


def _optional(name: str, key: str, /, **data: Any) -> ChecklistItem:
    return _item(name, "optional", key, data, f"{key}-do")


# The server


def _working(facts: Facts) -> Iterator[ChecklistItem]:
    if facts.trouble:
        yield ChecklistItem("working", "missing", facts.trouble, say("checklist.working-do"))
    else:
        yield _good_item("working", version=__version__)


def _access(facts: Facts) -> Iterator[ChecklistItem]:
    """Yield who can use the server, and whether it has an administrator."""
    if facts.config.is_local:
        yield _optional("access", "access-local", address=network_address() or "192.168.1.20")
        return
    yield _good_item("access", f"access-{facts.config.site.access}")
    admins = Accounts(facts.store.database).admins()
    yield (
        _good_item("admin", names=[each.name for each in admins])
        if admins
        else _missing_item("admin", "admin-none")
    )


def _packages(facts: Facts) -> Iterator[ChecklistItem]:
    if facts.config.is_local:
        return
    absent = [name for name in PACKAGES if find_spec(name) is None]
    yield _missing_item("packages", "packages-absent", names=absent) if absent else _good_item("packages")


# Address and encryption


def _address(facts: Facts) -> Iterator[ChecklistItem]:
    url = facts.config.site.url.rstrip("/")
    if facts.config.is_local:
        return
    if not url:
        yield _missing_item("address", "address-none", address=network_address() or "192.168.1.20")
    elif is_loopback_host(urlsplit(url).hostname or ""):
        yield _missing_item("address", "address-here", url=url, address=network_address() or "192.168.1.20")
    elif facts.opened_at == url and facts.reached is not None and facts.reached.trouble:
        yield _good_item("address", "address-opened", url=url)
    elif facts.reached is not None and facts.reached.trouble:
        yield ChecklistItem("address", "missing", say("checklist.address-silent", url=url, why=facts.reached.trouble),
                    say("checklist.address-silent-do", url=url))  # fmt: skip
    else:
        yield _good_item("address", url=url)


def _encryption(facts: Facts) -> Iterator[ChecklistItem]:
    url = urlsplit(facts.config.site.url)
    if facts.config.is_local or not url.hostname or is_loopback_host(url.hostname):
        return
    if url.scheme != "https":
        kind = _optional if is_private_host(url.hostname) else _missing_item
        yield kind("encryption", "encryption-private" if kind is _optional else "encryption-none")
    elif facts.reached is not None and facts.reached.expires:
        ends = datetime.fromtimestamp(facts.reached.expires, UTC)
        left = ends - parse_time(facts.now)
        key = "" if left > timedelta(days=CERTIFICATE_DAYS) else "encryption-ends"
        data: dict[str, Any] = {"time": ends.isoformat(), "days": max(left.days, 0)}
        yield _missing_item("encryption", key, **data) if key else _good_item("encryption", **data)
    elif facts.opened_at.startswith("https:"):
        yield _good_item("encryption", "encryption-opened")


# Mail


def _mail(facts: Facts) -> Iterator[ChecklistItem]:
    """Yield whether mail leaves and arrives, as the test mail has shown."""
    config = facts.config
    if config.is_local:
        return
    if not config.sends_mail:
        yield _optional("mail-out", "mail-none" if not config.mail.smtp_url else "mail-no-url")
        return
    with facts.store.database.reading() as connection:
        note = read_note(connection, ProbeMail)
        state, trouble = send_trouble(connection, note) if note is not None else ("", "")
        status, broken = read_mail_status(connection), mail_trouble(connection, facts.now)
    if note is None or seconds_between(note.sent, facts.now) > TEST_DAYS * 86400:
        yield _missing_item("mail-out", "mail-untested")
    elif note.read:
        yield _good_item("mail-out", address=note.address, time=note.read)
    elif trouble:
        yield _missing_item("mail-out", "mail-failed", address=note.address, why=trouble)
    elif state == "waiting":
        yield _missing_item("mail-out", "mail-waiting", address=note.address)
    else:
        yield _missing_item("mail-out", "mail-unread", address=note.address)
    if not config.mail.inbound_url:
        yield _optional("mail-in", "mail-in-none")
    elif broken is not None:
        yield _missing_item("mail-in", "mail-in-broken", why=broken.trouble, time=broken.since)
    elif note is not None and note.answered:
        yield _good_item("mail-in", address=note.address, time=note.answered)
    else:
        yield _missing_item("mail-in", "mail-in-unanswered" if status is not None else "mail-in-idle")


# Data


def _backups(facts: Facts) -> Iterator[ChecklistItem]:
    with facts.store.database.reading() as connection:
        note = read_note(connection, BackupNote)
    if note is None:
        yield _missing_item("backups", "backups-none")
        return
    age = seconds_between(note.time, facts.now)
    data = {"time": note.time, "file": note.file, "days": int(age // 86400)}
    is_old = age > BACKUP_DAYS * 86400
    yield _missing_item("backups", "backups-old", **data) if is_old else _good_item("backups", **data)


def _processes(facts: Facts) -> Iterator[ChecklistItem]:
    """Yield whether all processes of a PostgreSQL database have the same version."""
    if facts.store.database.is_sqlite:
        return
    with facts.store.database.reading() as connection:
        found = serving_versions(connection)
    versions = sorted(set(found))
    if len(versions) > 1:
        yield _missing_item("processes", "processes-differ", versions=versions)
    else:
        yield _good_item("processes", count=len(found))


def _disk(facts: Facts) -> Iterator[ChecklistItem]:
    free = free_bytes(facts.store)
    if free is None:
        return
    data = {"free": f"{free / 1e9:.1f}"}
    yield _good_item("disk", **data) if free >= ENOUGH_FREE else _missing_item("disk", "disk-full", **data)


def _files(facts: Facts) -> Iterator[ChecklistItem]:
    """Yield whether other users of the machine can read the database or passwords."""
    beside = facts.store.database.sibling_path("lock")
    database = facts.store.database.engine.url.database
    exposed = []
    if beside is not None and database and not os.access(beside.parent, os.W_OK):
        yield _missing_item("files", "files-folder", folder=str(beside.parent))
        return
    if beside is not None and database and _others_read(Path(database)):
        exposed.append(database)
    settings = config_file(None, os.environ)
    if settings is not None and settings.is_file() and exposes_secrets(settings):
        exposed.append(str(settings.resolve()))
    yield _missing_item("files", "files-exposed", files=exposed) if exposed else _good_item("files")


def _others_read(path: Path) -> bool:
    """Return whether users other than owner and group can read a file in its folder."""
    return bool(path.stat().st_mode & stat.S_IROTH and path.resolve().parent.stat().st_mode & stat.S_IXOTH)


CHECKS: tuple[Callable[[Facts], Iterator[ChecklistItem]], ...] = (
    _working, _access, _packages, _address, _encryption, _mail, _backups, _processes, _disk, _files,
)  # fmt: skip
"""The checks in the order in which an operator does them."""
