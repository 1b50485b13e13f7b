"""The commands of the mail interface, one per line of an email."""

from palatine.mail.commands.grammar import ParsedCommands, UnknownCommand, answer_in, asked_in
from palatine.mail.commands.kinds import Command

__all__ = ["Command", "ParsedCommands", "UnknownCommand", "answer_in", "asked_in"]
