"""Comparisons of archived matches with what Palatine makes of them today.

Under the rules it was played under, a match must give the same results, to the byte. Under any other rules, its log,
dice, positions, journal and result must be unchanged, and a running match must continue.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Any

from archive import packs, today

SHOWN = 12
"""Maximum number of differences, and of lines of a journal, that are shown."""
OWN = ("match", "updated", "digest")
"""The fields of a match file that the server assigns on import."""


def is_played_by_todays_rules(kept: packs.Kept) -> bool:
    return bool(kept.expected["rules"] == today.rules_of(kept.about["game"]))


# Under any rules


def held(kept: packs.Kept, folder: Path) -> list[str]:
    """Return the violated properties that a match must have under any rules."""
    place, match = folder / "held.db", kept.expected["match"]
    place.write_bytes(kept.database)
    log = today.logged(place, match)
    counted = today.counted(log)
    told = [f"There are other records: {counted}"] * (counted != kept.about["records"])
    told += ["The log is not what was written."] * (today.log_digest(place, match) != kept.expected["log"])
    told += positions_differ(kept, log["log"], today.positions(place, match))
    services = today.opened(place)
    info = services.matches.info(match)
    facts = today.facts(info)
    told += differences({name: kept.expected[name] for name in facts}, facts)
    told += journal_differences(kept.journal, today.journal_of(services, match))
    told += today.looks(services, match, log)
    told += [finding.text for finding in services.archive.audit() if finding.kind != "rules"]
    return told + (verdict_differs(kept) if kept.is_over else goes_on_now(services, kept))


def positions_differ(kept: packs.Kept, log: list[dict[str, Any]], states: dict[int, bytes]) -> list[str]:
    """Return a finding for the first stored position that differs from the recorded one."""
    for ply, index in today.standing(log).items():
        was = kept.expected["states"][index]
        now = today.digest(states[ply]) if ply in states else "none"
        if was != now:
            return [f"The position kept after {ply} actions is {now}, and was {was}."]
    return []


def verdict_differs(kept: packs.Kept) -> list[str]:
    """Return the problems found by verifying the match file, which checks all rolls."""
    verdict = today.verify_file(today.file_from_text(kept.file))
    told = [finding.text for finding in verdict.findings]
    if verdict.rolls != kept.expected["verdict"]["rolls"]:
        told.append(f"{verdict.rolls} rolls are checked of {kept.expected['verdict']['rolls']}.")
    if verdict.verdict == "partly" and is_played_by_todays_rules(kept):
        told.append("The match is checked in part only.")
    return told


def goes_on_now(services: Any, kept: packs.Kept) -> list[str]:
    """Return the problems that occur when a player acts under today's rules.

    If the rules have changed, exactly one line of the journal must say so.
    """
    match, keys = kept.expected["match"], [key for key, _ in kept.expected["on"] if key]
    before = services.matches.info(match).version
    if not keys or not today.does_something(services, match, keys):
        return []
    lines = services.matches.view(match, None, before).entries
    said = sum(line.kind == "rules" for line in lines)
    wanted = 0 if is_played_by_todays_rules(kept) else 1
    told = [] if said == wanted else [f"{said} lines say that the rules have changed."]
    return told + [finding.text for finding in services.archive.audit() if finding.kind != "rules"]


def leads_elsewhere(kept: packs.Kept, folder: Path) -> bool:
    """Return whether today's rules lead to other positions than the recorded ones."""
    place = folder / "elsewhere.db"
    place.write_bytes(kept.database)
    return any(finding.kind == "rules" for finding in today.opened(place).archive.audit())


# Under the rules it was played under


def given_again(kept: packs.Kept, folder: Path) -> list[str]:
    """Return the outputs that differ from the recorded ones."""
    place, match = folder / "given.db", kept.expected["match"]
    place.write_bytes(kept.database)
    log = today.logged(place, match)
    services = today.opened(place)
    given = {**today.given(services, match, log), "match": match, "log": kept.expected["log"]}
    if kept.is_over:
        imported_again(kept)
    else:
        on = kept.expected["on"]
        given |= {"on": on, "after": today.goes_on(services, match, on)}
    return [
        *state_differences(log, kept.expected["states"], given["states"]),
        *differences(without_states(kept.expected), without_states(given)),
    ]


def imported_again(kept: packs.Kept) -> None:
    """Assert that a match file can be imported and exported unchanged, with the same journal."""
    file = today.file_from_text(kept.file)
    services = today.opened(":memory:")
    match = services.archive.import_(file)
    again = services.archive.export(match)
    assert {k: again[k] for k in again if k not in OWN} == {k: file[k] for k in file if k not in OWN}
    assert today.journal_of(services, match) == kept.journal


# Damage


def change_a_position(database: Any) -> None:
    ply, state = database.execute("select ply, state from snapshots order by ply desc limit 1 offset 2").fetchone()
    at = len(state) // 2
    changed = state[:at] + bytes([state[at] ^ 1]) + state[at + 1 :]
    database.execute("update snapshots set state = ? where ply = ?", (changed, ply))


def lose_a_position(database: Any) -> None:
    database.execute("delete from snapshots where ply = 3")


def change_a_roll(database: Any) -> None:
    n, rolls = database.execute("select n, rolls from log where length(rolls) > 8 limit 1").fetchone()
    value = rolls.index(6, 3) + 1
    changed = rolls[:value] + bytes([rolls[value] % 6 + 1]) + rolls[value + 1 :]
    database.execute("update log set rolls = ? where n = ?", (changed, n))


def change_an_action(database: Any) -> None:
    database.execute(
        "update log set operand = operand + 1 where n = (select max(n) from log where kind = 'action')"
    )


def change_the_journal(database: Any) -> None:
    database.execute("update log set entries = x'90' where n = (select max(n) from log where length(entries) > 8)")


def change_the_result(database: Any) -> None:
    database.execute("""update matches set outcome = '{"winners": [], "margin": "", "clause": ""}'""")


HARMS = {
    harm.__name__: harm
    for harm in (
        change_a_position, lose_a_position, change_a_roll, change_an_action, change_the_journal, change_the_result,
    )
}  # fmt: skip


def harmed(kept: packs.Kept, harm: str, folder: Path) -> packs.Kept:
    """Return the match with one thing changed in its database."""
    place = folder / "harmed.db"
    place.write_bytes(kept.database)
    with closing(sqlite3.connect(place)) as database:
        HARMS[harm](database)
        database.commit()
    return replace(kept, database=place.read_bytes())


# Differences


def state_differences(log: dict[str, Any], old: list[str], new: list[str]) -> Iterator[str]:
    """Yield the first record after which the position differs, if any."""
    for record, was, now in zip(log["log"], old, new, strict=True):
        if was != now:
            what = record.get("action") or record["kind"]
            yield f"The position is another from version {record['n']} on, {record.get('seat', '')}: {what}."
            return


def without_states(given: dict[str, Any]) -> dict[str, Any]:
    return {name: given[name] for name in given if name != "states"}


def differences(old: Any, new: Any, where: str = "") -> list[str]:
    """Return the differences between two plain values."""
    if isinstance(old, dict) and isinstance(new, dict):
        found = []
        for name in [*old, *(name for name in new if name not in old)]:
            found += differences(old.get(name), new.get(name), f"{where} {name}")
        return found[:SHOWN]
    if old == new:
        return []
    if isinstance(old, str) and isinstance(new, str):
        before = set(old.split())
        changed = [word.partition("=")[0] for word in new.split() if word not in before and "=" in word]
        if changed:
            return [f"{where.strip()}: another {', '.join(changed)}"]
    return [f"{where.strip()}: was {old!r}, is {new!r}"]


def journal_differences(old: str, new: str) -> list[str]:
    lines = unified_diff(old.splitlines(), new.splitlines(), "the journal as it was", "as it is", n=2, lineterm="")
    return list(islice(lines, SHOWN))
