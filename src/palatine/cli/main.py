"""Entry point of the command `palatine` and its error handling."""

from __future__ import annotations

import codecs
import logging
import os
import sys
import unicodedata
from argparse import ArgumentParser, Namespace
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

from palatine import __version__, logs
from palatine.cli.commands import playing, server, studying
from palatine.core import PalatineError
from palatine.core.text.typed import normalize_typography

ASCII_ERROR_HANDLER = "palatine.ascii"
"""Name of the error handler for characters that the terminal's encoding lacks."""
EXIT_FAILED = 2
"""Exit code of a command that failed."""


class Parser(ArgumentParser):
    """Argument parser that prints errors in one line, without usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_FAILED, f"{self.prog}: {message}\n")


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code: 0, 1 for findings, 2 for failure."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=ASCII_ERROR_HANDLER)
    given = build_parser().parse_args(arguments)
    module, _, function = given.run.partition(":")
    try:
        code: int = getattr(import_module(f"palatine.cli.{module}"), function)(given)
        sys.stdout.flush()
        return code
    except PalatineError as error:
        return _print_error(given, str(error))
    except KeyboardInterrupt:
        if not logs.is_json():
            print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _print_error(given, f"{error.filename or 'the system'}: {error.strerror or error}")
    except Exception as error:
        return _print_error(given, f"an unexpected error, {type(error).__name__}: {error} (--debug shows where)")


def _as_ascii(error: UnicodeError) -> tuple[str, int]:
    """Return an ASCII replacement for characters that the terminal's encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = unicodedata.normalize("NFKD", normalize_typography(error.object[error.start : error.end]))
    plain = "".join([c if c.isascii() else "" if unicodedata.combining(c) else "?" for c in text])
    return plain, error.end


codecs.register_error(ASCII_ERROR_HANDLER, _as_ascii)


def _print_error(args: Namespace, text: str) -> int:
    if args.debug:
        raise
    line = " ".join(text.split())
    if logs.is_json():
        logging.getLogger("palatine").error("%s", line)
    else:
        print(f"palatine: {line}", file=sys.stderr)
    return EXIT_FAILED


def build_parser() -> Parser:
    """Return the parser of all commands."""
    top = Parser(prog="palatine", description="A referee for classic fantasy wargames.")
    top.add_argument("--version", action="version", version=f"palatine {__version__}")
    top.set_defaults(debug=False)
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for add in (*playing.PARSER_BUILDERS, *server.PARSER_BUILDERS, *studying.PARSER_BUILDERS):
        add(commands)
    return top
