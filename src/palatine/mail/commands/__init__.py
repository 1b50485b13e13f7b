"""The commands of the mail interface, one per line of a mail."""

from palatine.mail.commands.grammar import ParsedCommands, UnknownCommand, answer_in, asked_in
from palatine.mail.commands.kinds import Command

__all__ = ["Command", "ParsedCommands", "UnknownCommand", "answer_in", "asked_in"]
