"""Parsing of raw mail into `ParsedMail`, safe for untrusted input."""

from palatine.mail.reading.blocks import TextBlock, TextBlocks, attached_blocks, find_blocks
from palatine.mail.reading.letters import MAX_MAIL_BYTES, MAX_PARTS, ParsedMail, has_too_many_parts, parse_mail
from palatine.mail.reading.quotes import QuotedLine, own_lines

__all__ = [
    "MAX_MAIL_BYTES",
    "MAX_PARTS",
    "ParsedMail",
    "QuotedLine",
    "TextBlock",
    "TextBlocks",
    "attached_blocks",
    "find_blocks",
    "has_too_many_parts",
    "own_lines",
    "parse_mail",
]
