"""Parsing of raw mail into `ParsedMail`, safe for untrusted input."""

from palatine.mail.reading.blocks import TextBlock, TextBlocks, attached_blocks, find_blocks
from palatine.mail.reading.letters import LARGEST, PARTS, ParsedMail, read, too_many_parts
from palatine.mail.reading.quotes import QuotedLine, written

__all__ = [
    "LARGEST",
    "PARTS",
    "ParsedMail",
    "QuotedLine",
    "TextBlock",
    "TextBlocks",
    "attached_blocks",
    "find_blocks",
    "read",
    "too_many_parts",
    "written",
]
