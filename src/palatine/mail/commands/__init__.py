"""The commands of the mail interface, one per line of an email."""

from palatine.mail.commands.grammar import ParsedCommands, UnknownCommand, find_yes_or_no, parse_commands
from palatine.mail.commands.kinds import Command

__all__ = ["Command", "ParsedCommands", "UnknownCommand", "find_yes_or_no", "parse_commands"]
