"""What a mail may ask for: a command a line."""

from palatine.mail.commands.grammar import Asked, Unknown, answer_in, asked_in
from palatine.mail.commands.kinds import Command

__all__ = ["Asked", "Command", "Unknown", "answer_in", "asked_in"]
