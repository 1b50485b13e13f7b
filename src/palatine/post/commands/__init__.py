"""What a mail may ask for: a command a line."""

from palatine.post.commands.grammar import Asked, Unknown, answer_in, asked_in
from palatine.post.commands.kinds import Command

__all__ = ["Asked", "Command", "Unknown", "answer_in", "asked_in"]
