"""The settings of the mail service."""

from __future__ import annotations

from typing import Literal

import msgspec

SenderPolicy = Literal["token", "known", "strict"]


class MailServiceSettings(msgspec.Struct, frozen=True):
    """The addresses from which a server sends mail, and its policy for senders."""

    domain: str
    """The domain of all our addresses."""
    url: str = ""
    """The URL of the site; "" if it has no public URL."""
    name: str = "Palatine"
    sender: str = "referee"
    """The local part of our From address."""
    trust: SenderPolicy = "known"
    """Required proof: seat address ("token"), verified sender ("known"), plus DMARC ("strict")."""
    authserv: str = ""
    """Name of our own mail server in its authentication results, for "strict"."""
    box: str = ""
    """Local part of the mailbox that receives BOX+anything and sends as BOX; "" without one."""

    def address(self, local: str) -> str:
        """Return the full address of one of our local parts."""
        return f"{self.box}+{local}@{self.domain}" if self.box else f"{local}@{self.domain}"

    def is_ours(self, address: str) -> bool:
        """Return whether an address is one of our own."""
        local, _, domain = address.casefold().rpartition("@")
        if domain != self.domain.casefold():
            return False
        return not self.box or local.partition("+")[0] == self.box.casefold()
