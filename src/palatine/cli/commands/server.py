"""Argument parsers of the commands for operators: serving, accounts, mail, storage."""

from __future__ import annotations

from argparse import SUPPRESS
from typing import Any

from palatine.cli.commands.options import (
    add_command,
    add_command_group,
    add_config_option,
    add_database_option,
    add_json_option,
    whole_number_type,
)


def _serve(commands: Any) -> None:
    one = add_command(commands, "serve", "playing:serve", "Serve the lobby and all matches to browsers")
    one.add_argument("--host", help="the address to listen at (default: server.host, 127.0.0.1)")
    one.add_argument(
        "--port",
        type=whole_number_type(0, 65535),
        metavar="N",
        help="the port; 0 takes any that is free (default: server.port, 8080)",
    )
    one.add_argument("--no-browser", action="store_true", help="open no browser")
    one.add_argument(
        "--workers", nargs="?", const="", help=SUPPRESS
    )  # Removed; `serve` explains what to do instead.
    add_config_option(one)
    one.add_argument(
        "--name",
        action="append",
        default=[],
        help="a name it is called by, such as play.example.org; may be repeated",
    )
    one.add_argument(
        "--mail", choices=("demo",), help="try mail out: with a mail server of its own, /post/demo shows it"
    )
    add_database_option(one)


def _status(commands: Any) -> None:
    one = add_command(commands, "status", "status:status", "Show the status of a server")
    one.add_argument("--url", metavar="URL", help="ask a running server, as http://127.0.0.1:8080")
    add_json_option(one)
    add_database_option(one)


def _checklist(commands: Any) -> None:
    one = add_command(commands, "checklist", "status:checklist", "List what a server for others still needs")
    add_config_option(one)
    add_database_option(one)


def _config(commands: Any) -> None:
    one = add_command(commands, "config", "status:config", "Print the settings in force, without secrets")
    add_config_option(one)


def _jobs(commands: Any) -> None:
    one = add_command(commands, "jobs", "jobs:jobs", "List the server's jobs that failed too often")
    one.add_argument("--retry", metavar="KEY", help="try one of them again")
    add_database_option(one)


def _account_commands(commands: Any) -> None:
    accounts = add_command_group(commands, "accounts", "Manage the accounts of a server")
    add_database_option(add_command(accounts, "rerate", "administration:rerate", "Calculate all ratings again"))
    for action, text in (
        ("warn", "Warn a player"),
        ("mute", "Forbid a player to chat until a day"),
        ("restrict", "Forbid a player open matches until a day"),
        ("suspend", "Forbid a player everything until a day"),
        ("close", "Close an account"),
        ("ban", "Ban a player until a day or permanently"),
        ("unrestrict", "Remove a restriction"),
        ("unban", "Remove a ban or suspension, reopen a closed account"),
    ):
        one = add_command(accounts, action, "administration:moderate", text)
        one.set_defaults(action=action, until="", what="suspend")
        one.add_argument("name", metavar="NAME", help="name of the account")
        one.add_argument("--reason", required=True, help="reason, which the player can read")
        if action in ("mute", "restrict", "suspend"):
            one.add_argument("--until", required=True, metavar="DAY", help="as in 2027-01-31")
        if action == "ban":
            one.add_argument(
                "--until", default="", metavar="DAY", help="last day, as in 2027-01-31 (default: permanent)"
            )
        if action == "unrestrict":
            one.add_argument(
                "--what",
                choices=("mute", "restrict", "suspend", "close"),
                default="suspend",
                help="restriction to remove (default: suspend)",
            )
        add_database_option(one)
    _accounts(accounts)
    one = add_command(accounts, "audit-log", "administration:audit_log", "List actions of moderators")
    one.add_argument("name", nargs="?", metavar="NAME", help="account concerned (default: all)")
    add_database_option(one)


def _accounts(accounts: Any) -> None:
    """Add the commands of `palatine accounts` that manage accounts."""
    roles = ("admin", "moderator")
    for name, run, text in (
        ("list", "list_accounts", "List the accounts"),
        ("create", "create", "Create an account and print a sign-in link"),
        ("invite", "invite", "Print an invitation link for a new account"),
        ("recover", "recover", "Print a recovery link for an account"),
        ("reset", "recover", "The same as recover"),
        ("role", "role", "Set or remove the role of an account"),
        ("merge", "merge", "Merge two accounts of one person"),
        ("erase", "erase", "Show what erasing an account deletes; with --yes, erase it"),
    ):
        one = add_command(accounts, name, f"accounts:{run}", text)
        if name == "list":
            add_json_option(one)
        elif name != "invite":
            one.add_argument("name", metavar="NAME", help="name of the account")
        if name == "erase":
            one.add_argument("--yes", action="store_true", help="do it, for good")
        if name == "create":
            one.add_argument("--role", choices=roles, help="role (default: none)")
        if name == "role":
            one.add_argument("role", choices=(*roles, "none"), help="new role")
        if name == "merge":
            one.add_argument("into", metavar="INTO", help="the account that stays")
        add_config_option(one)
        add_database_option(one)


def _post(commands: Any) -> None:
    parts = add_command_group(commands, "mail", "Hand in mail from another program")
    one = add_command(
        parts, "receive", "mail:receive", "Take a mail from standard input, for a mail server that pipes it"
    )
    one.add_argument("sender", metavar="SENDER", help="who sent it, as the envelope says; <> for a bounce")
    one.add_argument("recipient", metavar="RECIPIENT", help="to which of our addresses it was sent")
    add_config_option(one)
    add_database_option(one)


def _storage(commands: Any) -> None:
    one = add_command(commands, "backup", "storage:backup", "Copy the whole database into a file")
    one.add_argument("file", metavar="FILE", help="a new file; it holds all secrets of the server")
    add_database_option(one)
    one = add_command(commands, "storage", "storage:storage", "Say how large what is kept is, table by table")
    add_json_option(one)
    add_database_option(one)
    one = add_command(commands, "purge", "storage:purge", "Say which old matches could go, or delete them")
    for name, which in (
        ("finished", "finished matches without a rated result"),
        ("unfinished", "idle matches"),
        ("guests", "matches that only guests have played in"),
    ):
        one.add_argument(
            f"--{name}", type=whole_number_type(1), metavar="DAYS", help=f"{which}, untouched for this many days"
        )
    one.add_argument("--delete", action="store_true", help="delete them permanently")
    add_database_option(one)
    one = add_command(
        commands, "compress", "storage:compress", "Compress finished matches, as the server does by itself"
    )
    one.add_argument(
        "--after",
        type=whole_number_type(0),
        metavar="DAYS",
        help="those over for this many days (default: retention.compress, 30; 0: all)",
    )
    add_database_option(one)
    one = add_command(commands, "restore", "storage:restore", "Put a backup into an empty database")
    one.add_argument("file", metavar="FILE", help="what `palatine backup` has written")
    one.add_argument("--check", action="store_true", help="only look whether it is whole")
    add_database_option(one)
    one = add_command(commands, "move", "storage:move", "Move a database into another, empty one")
    one.add_argument("source", metavar="FROM", help="a file, or a database URL")
    one.add_argument("target", metavar="TO", help="a file, or a database URL")
    one = add_command(commands, "upgrade", "storage:upgrade", "Bring the tables up to date, or back")
    one.add_argument("--to", metavar="REVISION", help="as in 0007 (default: the newest)")
    one.add_argument("--drop", action="store_true", help="give up what the older tables cannot hold")
    add_database_option(one)


def _stuck(commands: Any) -> None:
    one = add_command(
        commands, "stuck", "files:stuck", "List the matches in which the referee cannot go on, and why"
    )
    one.add_argument("--retry", action="store_true", help="have him try again, after a repair of the rules")
    add_database_option(one)


def _audit(commands: Any) -> None:
    one = add_command(
        commands, "audit", "files:audit", "Check every stored match; say by which rules it was played"
    )
    add_database_option(one)


PARSER_BUILDERS = (_serve, _status, _checklist, _config, _jobs, _account_commands, _post, _storage, _stuck, _audit)
"""Functions that each add the parsers of a command."""
