"""Packed matches: equal to every reader, unpacked by a writer, with nothing missing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, func, insert, select, update

from matches.helpers import Table, sit
from palatine import registry
from palatine.accounts.punctuality import _records
from palatine.cli.main import main
from palatine.core import Refused, Unknown
from palatine.matches import MatchServices
from palatine.matches.runtime.projection import OMNISCIENT
from palatine.matches.runtime.stored_positions import all_stored_positions
from palatine.matches.storage import Snapshot
from palatine.store import Store, compression
from palatine.store.compression import (
    ARCHIVED_TABLES,
    compress_match,
    log_rows,
    matches_to_compress,
    restore_rows,
    update_log,
)
from palatine.store.engine import connect
from palatine.store.schema import HEAD, archived_rows, log, matches, snapshots
from palatine.store.transfer.backup_file import open_backup, write_backup
from palatine.store.transfer.copying import copy_into, open_snapshot
from palatine.store.transfer.sizes import archive_size
from palatine.testing.examples import ford, tithe
from store.test_store import RECORD, SEATS, row

LATER = "2126-01-01T00:00:00.000Z"
GAMES = {"ford": ford.GAME, "tithe": tithe.GAME}


@pytest.fixture(autouse=True)
def games_are_known() -> None:
    for name, game in GAMES.items():
        registry.register(name, game)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store.open(database)
    yield opened
    opened.close()


def finished(store: Store, game: str = "ford", seed: int = 1) -> Table:
    """Return a match played to its end, with undos, letters and drafts."""
    random = Random(seed)
    table = sit(MatchServices(store), game, **({"forced": False} if game == "ford" else {}))
    if game == "tithe":
        first, second, *_ = table.made.keys
        table.services.orders.write_letter(table.match, table.key(first), [second], "Peace, ä?")
        store.save_draft(table.match, first, 1, "a draft", "now")
    while table.step(random):
        if game == "ford" and random.random() < 0.3:
            undo(table)
    assert table.services.matches.info(table.match).status == "over"
    return table


def undo(table: Table) -> None:
    for seat in table.made.keys:
        if table.look(seat).can_undo:
            try:
                table.undo(seat)
            except Refused:  # something was revealed
                continue


def everything(store: Store, table: Table) -> dict[str, Any]:
    """Return all answers about a finished match."""
    there = MatchServices(store)
    match, seats = table.match, list(table.made.keys)
    plies = there.archive.replay(match, None, 0).plies
    return {
        "file": there.archive.export(match),
        "verified": there.archive.verify(match),
        "audit": there.archive.audit(),
        "info": there.matches.info(match),
        "told": [there.matches.view(match, seat, since) for seat in (*seats, None) for since in (0, 3)],
        "replayed": [
            there.archive.replay(match, seat, at) for seat in (*seats, None, OMNISCIENT) for at in range(plies + 1)
        ],
        "letters": [store.letters(match, seat) for seat in seats],
        "drafts": [store.draft(match, seat, turn) for seat in seats for turn in range(3)],
        "records": [
            store.records(match),
            store.records(match, 5),
            store.latest_records(match, 4),
            store.readable_records(match),
        ],
        "line": [store.actions_in_force(match, 0, plies), store.actions_in_force(match, 1, 2)],
        "last": [store.last_record(match, kind, seats[0]) for kind in ("sit", "hand_in", "nothing")],
        "positions": all_stored_positions(store.snapshots(match)),
        "punctuality": punctuality(store, match),
    }


def punctuality(store: Store, match: str) -> Any:
    with store.database.reading() as connection:
        return _records(connection, match)


def rows(store: Store, match: str) -> dict[str, int]:
    """Return the number of rows of a match by table."""
    with store.database.reading() as connection:
        return {
            str(table.name): connection.execute(
                select(func.count()).select_from(table).where(table.c.match == match)
            ).scalar_one()
            for table in (*ARCHIVED_TABLES.values(), archived_rows)
        }


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("largest", [compression.MAX_BLOCK_BYTES, 3000, 1])
def test_a_packed_match_is_what_it_was(
    store: Store, game: str, largest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compression, "MAX_BLOCK_BYTES", largest)
    table = finished(store, game)
    before, had = everything(store, table), rows(store, table.match)
    assert before["audit"] == []
    assert compress_match(store.database, table.match)
    there = rows(store, table.match)
    assert there.pop("archived_rows") >= (2 if largest == compression.MAX_BLOCK_BYTES else 5)
    assert set(there.values()) == {0}
    assert everything(store, table) == before
    assert not compress_match(store.database, table.match), "it is already"
    store.database.write(lambda connection: restore_rows(connection, table.match))
    assert rows(store, table.match) == {**had, "archived_rows": 0}
    assert everything(store, table) == before


def test_it_takes_a_part_of_the_room_and_the_command_tells(
    store: Store, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = finished(store)
    assert main(["storage", "--database", database]) == 0
    assert "None is packed." in capsys.readouterr().out
    assert main(["compress", "--database", database]) == 0
    assert "0 matches packed. None is packed." in capsys.readouterr().out, "it has not been over for long"
    assert main(["compress", "--after", "0", "--database", database]) == 0
    size = archive_size(store.database)
    told = (
        f"1 match packed. 1 match packed in all: {size.before / 1e6:.2f} MB of rows in {size.bytes / 1e6:.2f} MB."
    )
    assert told in capsys.readouterr().out
    assert size.bytes * 3 < size.before
    assert rows(store, table.match)["log"] == 0


def test_only_what_has_been_over_for_so_long_is_packed(store: Store) -> None:
    table, running = finished(store), sit(MatchServices(store), forced=False)
    store.create(row(id="lesson", status="over", lesson={}), SEATS, (RECORD,))
    over = table.services.matches.info(table.match).updated
    assert matches_to_compress(store.database, over) == []
    assert matches_to_compress(store.database, LATER) == [table.match]
    assert not compress_match(store.database, running.match)
    assert compress_match(store.database, table.match)
    assert matches_to_compress(store.database, LATER) == []


def test_whoever_writes_in_it_unpacks_it(store: Store) -> None:
    table = finished(store, "tithe")
    first, second, *_ = table.made.keys
    assert compress_match(store.database, table.match)
    table.services.orders.write_letter(table.match, table.key(first), [second], "Well played.")
    assert rows(store, table.match)["archived_rows"] == 0
    assert [letter.text for letter in store.letters(table.match, second)] == ["Peace, ä?", "Well played."]
    assert compress_match(store.database, table.match)
    store.save_draft(table.match, first, 1, "another", "later")
    assert store.draft(table.match, first, 1) == ("another", "later")
    assert compress_match(store.database, table.match)
    table.services.proposals.propose(table.match, table.key(first), "rematch", table.version)
    assert rows(store, table.match)["archived_rows"] == 0
    assert table.services.archive.audit() == []


def test_a_branch_of_it_and_another_match_after_it_are_played(store: Store) -> None:
    table = finished(store)
    assert compress_match(store.database, table.match)
    made = table.services.archive.branch(table.match, None, 3, {})
    branched = Table(table.services, made)
    for seat, key in made.keys.items():
        table.services.seats.take_seat(made.match, key, seat, "1")
    branched.play(Random(2))
    assert table.services.archive.audit() == []


def test_it_can_be_deleted(store: Store) -> None:
    table = finished(store)
    assert compress_match(store.database, table.match)
    assert store.database.write(lambda c: store.delete_match(c, table.match, table.version, finished=True))
    assert set(rows(store, table.match).values()) == {0}


def test_what_is_written_while_it_is_packed_is_not_lost(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(store, "tithe")
    first, second, *_ = table.made.keys
    write = store.database.write

    def write_after_a_letter(work: Any, **how: Any) -> Any:
        monkeypatch.delattr(store.database, "write")
        table.services.orders.write_letter(table.match, table.key(first), [second], "Wait!")
        return write(work, **how)

    monkeypatch.setattr(store.database, "write", write_after_a_letter)
    assert not compress_match(store.database, table.match)
    assert "Wait!" in [letter.text for letter in store.letters(table.match, second)]
    assert rows(store, table.match)["archived_rows"] == 0


def test_a_match_of_which_a_position_is_damaged_stays_as_it_is(store: Store) -> None:
    table = finished(store)
    before = rows(store, table.match)
    store.database.write(lambda c: c.execute(update(snapshots).where(snapshots.c.ply == 1).values(state=b"?")))
    with pytest.raises(Unknown, match="position 1 is damaged"):
        compress_match(store.database, table.match)
    assert rows(store, table.match) == before


@pytest.mark.parametrize("of", ["log", "snapshots"])
def test_what_is_damaged_is_told(store: Store, of: str) -> None:
    table = finished(store)
    assert compress_match(store.database, table.match)

    def damage(connection: Any) -> None:
        here = (archived_rows.c.match == table.match, archived_rows.c.of == of)
        data = bytearray(connection.execute(select(archived_rows.c.data).where(*here)).scalar_one())
        data[len(data) // 2] ^= 1
        connection.execute(update(archived_rows).where(*here).values(data=bytes(data)))

    store.database.write(damage)
    (finding,) = table.services.archive.audit()
    assert "What was packed of match" in finding.text
    with pytest.raises(Unknown, match="is damaged"):
        MatchServices(store).archive.replay(table.match, None, 1)
    assert MatchServices(store).matches.info(table.match).status == "over", "all else can be told"


def test_names_can_be_changed_in_it(store: Store) -> None:
    table = finished(store)
    for is_packed in (False, True):
        if is_packed:
            assert compress_match(store.database, table.match)
        name = f"Nobody {is_packed}"

        def rename(connection: Any, name: str = name) -> None:
            sat = [each for each in log_rows(connection, table.match, ("sit",)) if each.seat == "North"]
            data = {each.n: {"data": msgspec.msgpack.encode({"name": name})} for each in sat}
            update_log(connection, table.match, data)

        store.database.write(rename)
        record = store.last_record(table.match, "sit", "North") or pytest.fail("lost")
        assert record.data == {"name": name}
        assert (rows(store, table.match)["archived_rows"] > 0) is is_packed


def test_it_goes_into_a_backup_and_a_move_and_out_again(store: Store, elsewhere: str, tmp_path: Any) -> None:
    table = finished(store)
    before = everything(store, table)
    assert compress_match(store.database, table.match)
    with open_snapshot(store.database) as source:
        write_backup(tmp_path / "h.backup", source, "now", lambda done, wanted: None)
    target = connect(elsewhere)
    with open_backup(tmp_path / "h.backup") as file:
        copy_into(target, file, lambda done, wanted: None)
    moved = Store(target)
    assert everything(moved, table) == before
    assert rows(moved, table.match)["archived_rows"] > 0
    target.close()


def test_on_the_way_back_to_code_that_cannot_read_it_it_is_unpacked(store: Store) -> None:
    table = finished(store)
    before = everything(store, table)
    assert compress_match(store.database, table.match)
    store.database.migrate("0009")
    with store.database.reading() as connection:
        assert connection.execute(select(func.count()).select_from(log)).scalar_one() == len(store_records(before))
    store.database.migrate(HEAD)
    assert everything(store, table) == before


def store_records(before: dict[str, Any]) -> list[Any]:
    found: list[Any] = before["records"][0]
    return found


def test_positions_of_a_server_of_old_that_kept_one_of_many_stay_so(store: Store) -> None:
    table = finished(store)
    whole, _ = all_stored_positions(store.snapshots(table.match))
    last = max(whole)

    def thin(connection: Any) -> None:
        connection.execute(delete(snapshots))
        few = [{"match": table.match, "ply": ply, "state": whole[ply], "base": None} for ply in (0, last)]
        connection.execute(insert(snapshots), few)

    store.database.write(thin)
    before = everything(store, table)
    assert compress_match(store.database, table.match)
    assert store.snapshot(table.match, last - 1) == Snapshot(0, whole[0])
    assert everything(store, table) == before


def test_the_status_alone_says_that_a_match_may_be_packed(store: Store) -> None:
    store.create(row(status="over"), SEATS)
    assert not compress_match(store.database, "m"), "there is nothing to pack"
    assert not compress_match(store.database, "nowhere")
    with store.database.reading() as connection:
        assert connection.execute(select(matches.c.id)).scalars().all() == ["m"]
