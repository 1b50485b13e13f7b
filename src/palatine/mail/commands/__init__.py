"""What a mail may ask for: a command a line."""

from palatine.mail.commands.grammar import Asked, UnknownCommand, answer_in, asked_in
from palatine.mail.commands.kinds import Command

__all__ = ["Asked", "Command", "UnknownCommand", "answer_in", "asked_in"]
