"""`palatine status`, `checklist` and `config`: the state of a server and its settings."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from palatine.cli.common import catalogue, open_existing
from palatine.cli.lists import print_json
from palatine.config import find_config, settings_text
from palatine.core import Unknown
from palatine.matches.clock import now

TIMEOUT_SECONDS = 10.0


def config(args: Namespace) -> int:
    """Run `palatine config`: print the settings in effect, without secrets."""
    print(settings_text(find_config(args.config)), end="")
    return 0


def checklist(given: Namespace) -> int:
    """Run `palatine checklist`; return 1 if something is missing."""
    from palatine.web.monitoring.checklist import Facts  # here with the web for start-up time, as in `status`
    from palatine.web.monitoring.checklist import checklist as checks
    from palatine.web.monitoring.reachability import check_url
    from palatine.web.monitoring.readiness import database_trouble

    settings = find_config(given.config)
    store = open_existing(given, check=False)
    reached = check_url(settings.site.url) if settings.site.url else None
    found = checks(Facts(settings, store, now(), database_trouble(store), reached))
    for each in found:
        print(catalogue().say(f"checklist.{each.state}", title=each.title, text=each.text))
        if each.advice:
            print(catalogue().say("checklist.do", advice=each.advice))
    return 1 if any(each.state == "missing" for each in found) else 0


def status(args: Namespace) -> int:
    """Run `palatine status`; return 1 if something needs attention.

    That is a stuck match, a parked job or a server that is not ready.
    """
    import msgspec  # here with the web for start-up time: no other command reads the status

    from palatine.web.monitoring.server_status import ServerStatus, read_status

    if args.url:
        return _print_status(args.url)
    found: ServerStatus = read_status(open_existing(args, check=False), datetime.now(UTC))
    if args.json:
        print_json(msgspec.to_builtins(found))
    else:
        print("\n".join(_lines(found)))
    return 1 if found.stuck_count or found.jobs_parked or found.mail_trouble else 0


def _lines(found: object) -> Iterator[str]:
    from palatine.web.monitoring.page import size_text  # as above
    from palatine.web.monitoring.server_status import ServerStatus

    assert isinstance(found, ServerStatus)
    say = catalogue().say
    by = found.matches
    counts = {status: by.get(status, 0) for status in ("open", "playing", "over")}
    yield say("status.matches", **counts)
    yield say("status.people", here=found.here, members=found.members, guests=found.guests)
    yield say("status.jobs", waiting=found.jobs_waiting, due=found.jobs_due, parked=found.jobs_parked)
    store = found.storage
    yield say(
        "status.storage", size=size_text(store.database), log=size_text(store.log), free=size_text(store.free)
    )
    if found.mail_trouble:
        yield say("status.mailbox", since=found.mail_since, why=found.mail_trouble)
    for stuck in found.stuck:
        yield say("status.stuck", match=stuck.match, why=stuck.why, error=stuck.error)
    for job in found.parked:
        yield say("status.parked", job=job.key, trouble=job.trouble)
    for key, n in found.outbox.items():
        state, via = key.split(" ", 1)
        yield say(f"status.outbox-{state}", via=via, n=n)
    for each in found.slow:
        yield say("status.slow", seconds=f"{each.seconds:.2f}", game=each.game, file=each.file)


# A running server


def _print_status(url: str) -> int:
    """Print the readiness of a running server and its main metrics; return 1 if it has problems."""
    base = url.rstrip("/")
    status, told = _get(f"{base}/readyz")
    print(told.strip())
    _, text = _get(f"{base}/metrics", wanted=200)
    for line in text.splitlines():
        if line.startswith(_SHOWN):
            name, _, value = line.rpartition(" ")
            print(f"{name.removeprefix('palatine_')}: {value}")
    return 0 if status == 200 and MAILBOX_DOWN_METRIC not in text.splitlines() else 1


_SHOWN = tuple(
    f"palatine_{name}"
    for name in (
        "listeners",
        "open_matches",
        "queue_depth",
        "bots_thinking",
        "jobs",
        "matches",
        "worker_alive",
        "mailbox_up",
    )
)
MAILBOX_DOWN_METRIC = "palatine_mailbox_up 0.0"


def _get(url: str, wanted: int = 0) -> tuple[int, str]:
    """Return status and text of a URL.

    Raises Unknown if the server does not respond, or with another status than `wanted`.
    """
    if not url.startswith(("http://", "https://")):
        raise Unknown(catalogue().say("status.no-url", url=url))
    try:
        with urlopen(Request(url, headers={"accept": "text/plain"}), timeout=TIMEOUT_SECONDS) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        if wanted:
            raise Unknown(catalogue().say("status.refused", url=url, status=error.code)) from error
        return error.code, error.read().decode(errors="replace")
    except (URLError, OSError) as error:
        raise Unknown(catalogue().say("status.nobody", url=url)) from error
