"""Reading a mail: bytes become a letter, and nothing in them can do more than that."""

from palatine.mail.reading.blocks import Block, Blocks, attached_blocks, find_blocks
from palatine.mail.reading.letters import LARGEST, PARTS, Letter, read, too_many_parts
from palatine.mail.reading.quotes import Line, written

__all__ = [
    "LARGEST",
    "PARTS",
    "Block",
    "Blocks",
    "Letter",
    "Line",
    "attached_blocks",
    "find_blocks",
    "read",
    "too_many_parts",
    "written",
]
