"""Postfix and Dovecot from Debian's packages, in separate folders and on free local ports."""

from __future__ import annotations

import re
import shutil
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path
from typing import Any, TypeVar, cast

from mail.relaying import free_port

T = TypeVar("T")
HOST = "127.0.0.1"
PATIENCE = 40.0
"""Maximum seconds to wait for an expected event."""
OWNER = 8
"""Id of Debian's user and group `mail`, which own the mailboxes."""
PASSWORD = "open/sesame"
DOCS = Path(__file__).parents[2] / "docs" / "mail.md"

SERVICES = """
{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 5 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""
"""The services of Postfix that are needed, none of them in a chroot."""
MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
myhostname = {name}
mydestination =
alias_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtp_dns_support_level = disabled
mynetworks = 127.0.0.0/8
address_verify_poll_delay = 1
"""
BOXES = """
virtual_mailbox_domains = {domain}
virtual_mailbox_base = {mail}
virtual_mailbox_maps = inline:{{ {rows} }}
virtual_uid_maps = static:{owner}
virtual_gid_maps = static:{owner}
virtual_minimum_uid = 1
recipient_delimiter = +
"""
DOVECOT = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
disable_plaintext_auth = no
ssl = yes
ssl_cert = <{certificate}
ssl_key = <{key}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={owner} gid={owner} home={mail}/%n
}}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:{mail}/%n
service imap-login {{
  inet_listener imap {{
    port = {plain}
  }}
  inet_listener imaps {{
    port = {tls}
  }}
}}
"""


def until(
    what: Callable[[], T | None], why: Callable[[], str] = str, patience: float = PATIENCE, every: float = 0.05
) -> T:
    """Wait for a true result of `what` and return it. Fail with `why` after `patience` seconds."""
    end = time.monotonic() + patience
    while True:
        found = what()
        if found:
            return found
        assert time.monotonic() < end, f"it never came; {why()}"
        time.sleep(every)


def listens(port: int) -> bool:
    with socket.socket() as found:
        return found.connect_ex((HOST, port)) == 0


@contextmanager
def folder() -> Iterator[Path]:
    """Yield a folder that the mail servers' users can read.

    Its path is short enough for the servers' sockets.
    """
    made = Path(tempfile.mkdtemp(prefix="palatine-"))
    made.chmod(0o755)
    try:
        yield made
    finally:
        shutil.rmtree(made)


def run(*command: str) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, f"{' '.join(command)}\n{ran.stdout}{ran.stderr}"
    return ran.stdout


# Postfix


@dataclass(frozen=True)
class Postfix:
    """A running Postfix."""

    place: Path
    port: int

    def tell(self, program: str, *words: str) -> str:
        return run(f"/usr/sbin/{program}", "-c", str(self.place / "etc"), *words)

    @property
    def log(self) -> str:
        return (self.place / "log").read_text(errors="replace")

    @property
    def waiting(self) -> list[str]:
        """The queue ids of the waiting mails."""
        return re.findall(r'"queue_id": "(\w+)"', self.tell("postqueue", "-j"))

    def try_again(self) -> None:
        """Retry the deferred mails immediately."""
        self.tell("postqueue", "-f")

    def is_empty(self) -> bool:
        """Return whether the queue is empty. If not, retry the queued mails."""
        if self.waiting:
            self.try_again()
            return False
        return True

    def client(self) -> smtplib.SMTP:
        return smtplib.SMTP(HOST, self.port, timeout=30)

    def send(self, sender: str, to: str, raw: bytes) -> None:
        with self.client() as client:
            client.sendmail(sender, [to], raw)


@contextmanager
def postfix(place: Path, name: str, port: int, more: str) -> Iterator[Postfix]:
    """Run Postfix under a host name, with `more` lines in its main.cf."""
    for each in ("etc", "queue", "data"):
        (place / each).mkdir(parents=True)
    shutil.chown(place / "data", "postfix")
    (place / "etc" / "master.cf").write_text(SERVICES.format(port=f"{HOST}:{port}"))
    (place / "etc" / "main.cf").write_text(MAIN.format(folder=place, name=name) + more)
    made = Postfix(place, port)
    made.tell("postfix", "start")
    try:
        until(lambda: listens(port), lambda: made.log)
        yield made
    finally:
        made.tell("postfix", "abort")


# Dovecot


@dataclass(frozen=True)
class Dovecot:
    """A running Dovecot."""

    place: Path
    plain: int
    tls: int

    @property
    def log(self) -> str:
        return (self.place / "log").read_text(errors="replace")

    def tell(self, *words: str) -> str:
        return run("/usr/bin/doveadm", "-c", str(self.place / "dovecot.conf"), *words)

    def kick(self) -> None:
        """Close all connections."""
        self.tell("kick", "*")


@contextmanager
def dovecot(place: Path, mail: Path, plain: int, tls: int, authority: Path) -> Iterator[Dovecot]:
    """Run Dovecot for the mailboxes in a folder.

    Its certificate is for "localhost", signed by `authority`.
    """
    place.mkdir(parents=True)
    certificate, key = signed(authority, place)
    values = {"folder": place, "mail": mail, "plain": plain, "tls": tls, "certificate": certificate, "key": key}
    (place / "dovecot.conf").write_text(DOVECOT.format(owner=OWNER, password=PASSWORD, **values))
    made = Dovecot(place, plain, tls)
    with (place / "out").open("wb") as out:
        command = ["/usr/sbin/dovecot", "-F", "-c", str(place / "dovecot.conf")]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    try:
        until(lambda: listens(plain) and listens(tls), lambda: (place / "out").read_text() + made.log)
        yield made
    finally:
        process.terminate()
        process.wait(PATIENCE)


def authority_in(place: Path) -> Path:
    """Create a certificate authority: a folder with `ca.pem` and `ca.key`."""
    place.mkdir(parents=True)
    subject = ["-subj", "/CN=An authority for tests", "-days", "2"]
    new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    made = ["-keyout", str(place / "ca.key"), "-out", str(place / "ca.pem")]
    run("openssl", "req", "-x509", *new_key, *subject, *made)
    return place


def signed(authority: Path, place: Path) -> tuple[Path, Path]:
    """Create a certificate for "localhost", signed by `authority`, and return it and its key."""
    certificate, key, wish = place / "cert.pem", place / "cert.key", place / "wish.pem"
    new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    named = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    run("openssl", "req", *new_key, *named, "-keyout", str(key), "-out", str(wish))
    ours = ["-CA", str(authority / "ca.pem"), "-CAkey", str(authority / "ca.key"), "-CAcreateserial"]
    run("openssl", "x509", "-req", "-in", str(wish), *ours, "-days", "2", "-copy_extensions", "copy",
        "-out", str(certificate))  # fmt: skip
    return certificate, key


# A club and its players' provider


def documented(kind: str, holding: str) -> str:
    """Return the block of this kind in docs/mail.md that contains `holding`.

    The tests use the settings that an operator copies from there.
    """
    found = re.findall(rf"^```{kind}\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (one,) = [block for block in found if holding in block]
    return cast(str, one)


@dataclass(frozen=True)
class Post:
    """The mail servers of a club and of its players' provider, which relay only to each other."""

    club: Postfix
    provider: Postfix
    lmtp_port: int
    """Port to which the club's server delivers mail for Palatine."""
    boxes: Path

    def mails(self, name: str) -> list[EmailMessage]:
        """Return the mails in a player's mailbox, the oldest first."""
        return mails_in(self.boxes / name)

    def told(self) -> str:
        """Return the last 40 log lines of each server."""
        return "\n".join([*self.club.log.splitlines()[-40:], *self.provider.log.splitlines()[-40:]])

    def got(self, name: str, wanted: Callable[[EmailMessage], object], patience: float = PATIENCE) -> EmailMessage:
        """Wait for the first mail to a player that satisfies `wanted` and return it."""
        return until(lambda: next((mail for mail in self.mails(name) if wanted(mail)), None), self.told, patience)

    def write(self, sender: str, to: str, raw: bytes) -> None:
        """Send a mail through the provider's server, as a player does."""
        self.provider.send(sender, to, raw)


@contextmanager
def post(names: tuple[str, ...], more: str = "", *, lines: str = "") -> Iterator[Post]:
    """Run the mail servers of a club and of its players' provider.

    The club's is set up as in docs/mail.md or with `lines`, and with `more` lines. The provider, at home.test, has a
    mailbox for each of `names`.
    """
    with folder() as place:
        lmtp_port, front, home = free_port(), free_port(), free_port()
        mail = place / "mail"
        boxes = boxes_for("home.test", names, mail)
        ours = (lines or documented("text", "relay_domains")).replace("2424", str(lmtp_port))
        with (
            postfix(place / "c", "mail.club.test", front, f"{ours}\nrelayhost = [{HOST}]:{home}\n{more}") as club,
            postfix(place / "p", "mail.home.test", home, f"{boxes}relayhost = [{HOST}]:{front}\n") as provider,
        ):
            yield Post(club, provider, lmtp_port, mail)


def boxes_for(domain: str, names: tuple[str, ...], place: Path) -> str:
    """Return the main.cf lines for these mailboxes. Mail to NAME+anything goes to NAME."""
    place.mkdir()
    shutil.chown(place, OWNER, OWNER)
    rows = ", ".join(f"{{ {name}@{domain} = {name}/ }}" for name in names)
    return BOXES.format(domain=domain, mail=place, rows=rows, owner=OWNER)


def mails_in(box: Path) -> list[EmailMessage]:
    """Return the mails in a mailbox, the oldest first."""
    files = [file for part in ("new", "cur") for file in box.glob(f"{part}/*")]
    raws = [file.read_bytes() for file in sorted(files, key=lambda file: file.name)]
    return [cast(EmailMessage, BytesParser(policy=default).parsebytes(raw)) for raw in raws]


def text_of(mail: EmailMessage) -> str:
    part: Any = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")
