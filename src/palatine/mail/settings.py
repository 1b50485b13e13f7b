"""The settings of the mail service."""

from __future__ import annotations

from typing import Literal

import msgspec

Trust = Literal["token", "known", "strict"]


class MailServiceSettings(msgspec.Struct, frozen=True):
    """How a server writes and whose mail it trusts."""

    domain: str
    """What stands behind the @ of all our addresses."""
    url: str = ""
    """The URL of the site; "" when it has none that others can reach."""
    name: str = "Palatine"
    sender: str = "referee"
    """The local part that is written from."""
    trust: Trust = "known"
    """Whose mail counts for a seat: anybody who knows its address; a proved sender; one whose server vouches for it."""
    authserv: str = ""
    """The name under which our own mail server says who vouches for a sender, for "strict"."""
    box: str = ""
    """The local part of the mailbox that takes all mail: our addresses are BOX+anything, and we write from BOX."""

    def address(self, local: str) -> str:
        """The address at which what is for one of our local parts comes in."""
        return f"{self.box}+{local}@{self.domain}" if self.box else f"{local}@{self.domain}"

    def is_ours(self, address: str) -> bool:
        """Whether an address is one of our own."""
        local, _, domain = address.casefold().rpartition("@")
        if domain != self.domain.casefold():
            return False
        return not self.box or local.partition("+")[0] == self.box.casefold()
