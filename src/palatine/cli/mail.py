"""`palatine mail`, which receives mail from other programs, and the server's mail service."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from datetime import UTC, datetime

from msgspec.structs import replace

from palatine.cli.common import open_existing
from palatine.config import Config, find_config
from palatine.mail.demo import DemoServer, free_port
from palatine.mail.demo_server import DemoMailService, check_host
from palatine.mail.intake import AcceptedMail, Intake
from palatine.mail.reading import MAX_MAIL_BYTES
from palatine.mail.service import MailService, mail_settings
from palatine.mail.settings import MailServiceSettings
from palatine.matches import MatchServices, StorageError
from palatine.store import Store
from palatine.web.rendering import render_page

EXIT_NO_USER, EXIT_UNAVAILABLE, EXIT_TRY_AGAIN = 67, 69, 75
"""Exit codes for mail servers (sysexits.h): unknown user, rejected, try again."""


def receive(args: Namespace) -> int:
    """Run `palatine mail receive SENDER RECIPIENT < mail`.

    Returns 0 once the mail is stored; the server processes it later.
    """
    raw = sys.stdin.buffer.read(MAX_MAIL_BYTES + 1)
    try:
        store = open_existing(args, check=False)
        found = Intake(store.database, _settings(args)).receive(args.sender, args.recipient, raw, datetime.now(UTC))
    except StorageError as error:
        print(error, file=sys.stderr)
        return EXIT_TRY_AGAIN
    except FileNotFoundError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return EXIT_TRY_AGAIN
    if isinstance(found, AcceptedMail):
        return 0
    print(found.text, file=sys.stderr)
    if not found.is_final:
        return EXIT_TRY_AGAIN
    return EXIT_NO_USER if found.code == 550 else EXIT_UNAVAILABLE


def _settings(args: Namespace) -> MailServiceSettings:
    """Return the mail settings; without a domain, the recipient's counts as our own."""
    config = find_config(args.config)
    if not config.mail.domain and not config.site.url:
        config = replace(config, mail=replace(config.mail, domain=args.recipient.rpartition("@")[2]))
    return mail_settings(config)


def mail_service_factory(
    args: Namespace, config: Config
) -> tuple[Config, Callable[[MatchServices, Store], MailService] | None]:
    """Return the server's settings and a factory of its mail service; None without mail.

    Raises Unreadable for invalid settings.
    """
    if args.mail == "demo":
        check_host(args.host or config.server.host)
        server = DemoServer()
        settings = server.config(_with_site_url(config))
        return settings, lambda services, store: DemoMailService(services, store, settings, server, render_page)
    if not config.mail.smtp_url and not config.mail.inbound_url:
        return config, None
    return config, lambda services, store: MailService(services, store, config)


def _with_site_url(config: Config) -> Config:
    """Return the settings with a local site URL if there is none.

    Mails link to the site, so a free port is chosen now.
    """
    if config.site.url:
        return config
    port = config.server.port or free_port()
    site = replace(config.site, url=f"http://localhost:{port}")
    return replace(config, site=site, server=replace(config.server, port=port))
