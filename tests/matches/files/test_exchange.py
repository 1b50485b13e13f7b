"""Export and import of matches as files."""

from __future__ import annotations

from typing import Any

import pytest

from matches.helpers import Table, clash
from palatine.core import Unreadable
from palatine.matches import Forbidden, MatchServices, file_from_text, file_to_text, verify_file

File = dict[str, Any]


def test_the_text_of_a_file_is_read_back_and_cut_short_is_told(services: MatchServices, played: Table) -> None:
    file = services.archive.export(played.match)
    text = file_to_text(file)
    assert file_from_text(text) == file
    assert text.count("\n") > len(file["log"]), "a line for each record"
    for cut in range(1, len(text) - 2, 97):
        with pytest.raises(Unreadable):
            file_from_text(text[:cut])
    with pytest.raises(Unreadable):
        file_from_text(b"\xff\xfe\x00")
    with pytest.raises(Unreadable):
        file_from_text("[1, 2]")


def test_a_file_comes_back_as_the_same_match(services: MatchServices, played: Table) -> None:
    twin = services.archive.import_(services.archive.export(played.match))
    assert twin != played.match
    old, new = services.matches.info(played.match), services.matches.info(twin)
    assert (new.status, new.at, new.outcome, new.seed) == ("over", old.at, old.outcome, old.seed)
    for at in range(old.at + 1):
        for seat in (None, "North", "South", "referee"):
            assert (
                services.archive.replay(twin, seat, at).view == services.archive.replay(played.match, seat, at).view
            )
    assert [line.text for line in services.matches.view(twin).entries] == played.texts()
    again = services.archive.export(twin)
    assert {name for name in again if again[name] != services.archive.export(played.match)[name]} == {
        "match",
        "updated",
        "digest",
    }
    assert services.archive.audit() == []


def test_a_resignation_is_kept_and_checked(services: MatchServices, table: Table) -> None:
    clash(table)
    services.matches.resign(table.match, table.key("North"), table.version)
    file = services.archive.export(table.match)
    assert verify_file(file).ok
    file["result"]["winners"] = ["North"]
    assert "resigned" in verify_file(file).findings[0].text


def test_a_match_under_way_is_written_out_for_its_seats_alone(services: MatchServices, table: Table) -> None:
    clash(table)
    with pytest.raises(Forbidden):
        services.archive.export(table.match)
    with pytest.raises(Forbidden):
        services.archive.export(table.match, "guess")
    file = services.archive.export(table.match, table.key("North"))
    assert (file["reader"], file["seed"], file["start"]) == ("North", "", "")
    actions = {record["seat"]: record.get("action") for record in file["log"] if record["kind"] == "action"}
    assert actions == {"North": ["go", 4], "South": None}
    assert not any(record.get("rolls") for record in file["log"])
    assert any("attacks" in text for record in file["log"] for text in record.get("journal", ()))
    with pytest.raises(Unreadable, match="still being played"):
        verify_file(file)
    with pytest.raises(Unreadable, match="still being played"):
        services.archive.import_(file)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_file_with_a_mark_of_its_encoding_is_read(encoding: str) -> None:
    assert file_from_text('{"game": "Königin"}'.encode(encoding)) == {"game": "Königin"}
    assert file_from_text('\ufeff{"game": "Königin"}') == {"game": "Königin"}
