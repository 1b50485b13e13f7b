"""`palatine login`, `logout` and `join`: accounts on remote servers."""

from __future__ import annotations

import os
import platform
from argparse import Namespace
from collections.abc import Callable
from getpass import getpass
from pathlib import Path
from time import sleep
from urllib.parse import urlsplit

import msgspec

from palatine.cli.common import Keyring, catalogue, data_folder
from palatine.cli.remote import RemoteAccount, RemoteMatchService
from palatine.core import Unknown, Unreadable
from palatine.matches import MatchInfo

POLL_SECONDS = 2.0
"""Interval in seconds between checks whether the other device has confirmed."""


class SignIn(msgspec.Struct):
    """Credentials at a server: the cookies of a session of this terminal, or a token."""

    name: str
    cookies: dict[str, str] = {}
    token: str = ""


class SignIns:
    """The user's sign-ins at servers, in a file that only its owner can read."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "servers.json"
        self.known: dict[str, SignIn] = {}
        if self.path.exists():
            try:
                self.known = msgspec.json.decode(self.path.read_bytes(), type=dict[str, SignIn])
            except msgspec.MsgspecError as error:
                raise Unreadable(catalogue().say("elsewhere.unreadable", file=str(self.path))) from error

    def save(self) -> None:
        """Save the sign-ins."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.touch(mode=0o600)
        part.write_bytes(msgspec.json.format(msgspec.json.encode(self.known), indent=1))
        part.replace(self.path)

    def client_for(self, url: str) -> RemoteMatchService:
        """Return a client for the server at a URL; anonymous unless signed in."""
        known = self.known.get(url, SignIn(""))
        return RemoteMatchService(url, known.token, known.cookies)


def login(args: Namespace) -> int:
    """Sign in to a remote server by a code from a signed-in device, a password, or a token."""
    url = server_url(args.url)
    remote = RemoteMatchService(url)
    if remote.me().joining == "local":
        raise Unknown(catalogue().say("elsewhere.local", url=url))
    token = _token(args)
    if token:
        remote = RemoteMatchService(url, token)
    elif args.name:
        remote.sign_in_with_password(args.name, getpass(catalogue().say("elsewhere.password", name=args.name)))
    else:
        _pair_device(remote, input)
    name = remote.me().name
    if not name:
        raise Unknown(catalogue().say("elsewhere.nobody", url=url))
    known = SignIns()
    known.known[url] = SignIn(name, dict(remote.client.cookies), token)
    known.save()
    print(catalogue().say("elsewhere.signed-in", url=url, name=name))
    return 0


def _token(args: Namespace) -> str:
    """Return the token from $PALATINE_TOKEN or a prompt; "" for none.

    It is never an argument, which other users of the machine could read.
    """
    if not args.token:
        return ""
    return os.environ.get("PALATINE_TOKEN") or getpass(catalogue().say("elsewhere.token"))


def _pair_device(remote: RemoteMatchService, ask: Callable[[str], str]) -> RemoteAccount:
    print(catalogue().say("elsewhere.pair", url=remote.url))
    remote.pair(
        ask(catalogue().say("elsewhere.code")).strip(), catalogue().say("elsewhere.device", host=platform.node())
    )
    print(catalogue().say("elsewhere.say-yes"))
    while (entered := remote.finish_pair()).waiting:
        sleep(POLL_SECONDS)
    return entered


def logout(args: Namespace) -> int:
    """Sign out and end this terminal's session at the server.

    A token stays valid until it is revoked on the account's page.
    """
    url, known = server_url(args.url), SignIns()
    if url not in known.known:
        raise Unknown(catalogue().say("elsewhere.not-signed-in", url=url))
    if not known.known[url].token:
        known.client_for(url).sign_out()
    del known.known[url]
    known.save()
    print(catalogue().say("elsewhere.signed-out", url=url))
    return 0


def join(args: Namespace) -> int:
    """Take a seat by the link of an invitation."""
    base, slash, token = args.link.rpartition("/i/")
    if not slash or not token:
        raise Unknown(catalogue().say("elsewhere.no-link", text=args.link))
    url = server_url(base)
    remote = SignIns().client_for(url)
    if not remote.me().name:
        raise Unknown(catalogue().say("elsewhere.sign-in-first", url=url))
    sat = remote.join(token, args.seed or "")
    print(catalogue().say("elsewhere.sat", seat=sat.seat, match=sat.match, at=url))
    return 0


def server_url(text: str) -> str:
    """Return a server's URL as it is stored: with a scheme and without a trailing slash."""
    plain = text if "://" in text else f"https://{text}"
    parts = urlsplit(plain)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise Unknown(catalogue().say("elsewhere.no-address", text=text))
    return plain.rstrip("/")


def remote_service(args: Namespace) -> RemoteMatchService | None:
    """Return a client for the server that a command names; None for this machine.

    Raises Unknown for an invalid address.
    """
    named = args.server or os.environ.get("PALATINE_SERVER", "")
    if not named:
        return None
    known = SignIns()
    near = [url for url in known.known if urlsplit(url).hostname == named or url == named.rstrip("/")]
    return known.client_for(near[0] if len(near) == 1 else server_url(named))


def own_seats(remote: RemoteMatchService, args: Namespace, match: str) -> dict[str, str]:
    """Return the user's seats in a remote match: those of the account and of stored keys."""
    keyring = Keyring.for_database(args)
    if getattr(args, "key", None):
        keyring.add(match, {remote.take_seat_by_key(match, args.key): args.key})
    remote.keys = keyring.keys_of_match(match)
    held = next((info.yours for info in remote.find() if info.match == match), ())
    return {seat: seat for seat in dict.fromkeys([*held, *remote.keys])}


def remote_seat(remote: RemoteMatchService, args: Namespace) -> tuple[MatchInfo, str, str]:
    """Return the remote match, the seat and its name as a key: the named ones or the only ones.

    Raises Unknown if the choice is ambiguous.
    """
    found = [remote.info(args.match)] if args.match else remote.find()
    known = [info for info in found if args.match or (info.orders and info.status == "playing")]
    places = [
        (info, seat)
        for info in known
        for seat in (own_seats(remote, args, info.match) if args.match else info.yours)
        if args.seat in (None, seat)
    ]
    if len(places) != 1:
        names = [f"{info.match} {seat}" for info, seat in places]
        raise Unknown(catalogue().say("orders.which" if names else "orders.none", places=names))
    return *places[0], places[0][1]
