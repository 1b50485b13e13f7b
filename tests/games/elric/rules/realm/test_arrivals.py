"""Arrival of hordes, artifacts and the like at their musterer (11, 16.8, 16.9)."""

from __future__ import annotations

import pytest

from games.elric.positions.board import area, asked, at, choose, names, piece, power, put, refusal, rule, run, spell
from games.elric.positions.people import draws, holder, muster_refused, mustered
from palatine.games.elric.components.pieces import CAPACITY, PIECES_OF
from palatine.games.elric.components.spells import DISPELS
from palatine.games.elric.rules.common.naval import is_manned
from palatine.games.elric.rules.realm.muster import Musters, Newcomers
from palatine.games.elric.state import NOBODY, Hold


@pytest.mark.clause("11.0l")
@pytest.mark.clause("11.0n")
@pytest.mark.clause("11.0p")
@pytest.mark.clause("11.0q")
@pytest.mark.parametrize(
    ("card", "horde", "where", "count"),
    [
        ("Nihrain Horses", "Flamebringers", "wee_w", 7), ("Dharzi", "Kelmain Host", "dor_e", 6),
        ("Darnizhaan", "Olab", "rlin", 6), ("Oonai", "People of Pio", "Kariss", 5),
        ("Oonai", "People of Pio", "ashan", 5),
    ],
)  # fmt: skip
def test_hordes_gather_with_their_musterer(card: str, horde: str, where: str, count: int) -> None:
    s = holder("King Hozel", where, card)
    magicians = [p for p in PIECES_OF[power(horde)] if CAPACITY[p] > 0]
    s = mustered(s, "King Hozel", card, rolls=draws(sum(CAPACITY[p] for p in magicians)))
    group = [p for p in PIECES_OF[power(horde)] if s.where[p] == area(where)]
    assert len(group) == count
    assert set(group) < set(s.stack_of(piece("King Hozel")))
    assert s.ruler[power(horde)] == 0


@pytest.mark.clause("11.0l")
@pytest.mark.clause("11.0n")
@pytest.mark.clause("11.0p")
@pytest.mark.parametrize(
    ("card", "where", "clause"),
    [("Dharzi", "wee_w", "11.0n"), ("Dharzi", "Kariss", "11.0n"), ("Oonai", "dragon", "11.0q")],
)
def test_and_nowhere_else(card: str, where: str, clause: str) -> None:
    assert muster_refused(holder("King Hozel", where, card), "King Hozel", card)[0] == clause


@pytest.mark.clause("11.0l")
@pytest.mark.clause("11.0p")
def test_the_flamebringers_in_the_weeping_waste_the_olab_in_the_jungle() -> None:
    s = choose(run(holder("King Hozel", "dor_e", "Elenoin"), Musters()), "muster", ("King Hozel", "Elenoin"))
    assert refusal(s, "power", power("Flamebringers")).clause == "11.0l"
    s = choose(
        run(holder("King Hozel", "Elwher", "Darnizhaan"), Musters()),
        "muster",
        ("King Hozel", "Darnizhaan"),
        draws(2),
    )
    assert s.ruler[power("Olab")] == NOBODY


@pytest.mark.clause("11.0u")
def test_a_horde_in_play_is_not_mustered() -> None:
    s = holder("King Hozel", "dor_e", "Dharzi")
    rule(s, 1, "Kelmain Host")
    assert muster_refused(s, "King Hozel", "Dharzi") == ("11.0u", "why.on-the-board")


@pytest.mark.clause("11.0p")
def test_a_horde_is_fresh_until_its_owners_next_turn() -> None:
    s = mustered(holder("King Hozel", "rlin", "Darnizhaan"), "King Hozel", "Darnizhaan")
    assert s.fresh == (power("Olab"),)
    s.phasing = 1
    assert run(s, Newcomers()).fresh == (power("Olab"),)
    s.phasing = 0
    assert run(s, Newcomers()).fresh == ()


@pytest.mark.clause("16.8f")
def test_the_free_fleet_appears_in_the_sea_of_its_musterer() -> None:
    s = holder("Naclon", "dragon", "Bellbane")
    put(s, 0, "dragon", "Vilmir galley")
    s.ship[piece("Naclon")] = piece("Vilmir galley")
    s = mustered(s, "Naclon", "Bellbane", ("unit", piece("Free Fleet")))
    assert (at(s, "Free Fleet"), s.owner[piece("Free Fleet")]) == ("Dragon Sea", 0)


@pytest.mark.clause("16.8f")
def test_or_in_the_nearest_one() -> None:
    s = holder("Naclon", "Jadmar", "Bellbane")
    s = mustered(s, "Naclon", "Bellbane", ("unit", piece("Free Fleet")))
    assert asked(s) == ("ChooseSea", 0)
    assert names(s, "sea") == ["Straits of Vilmir", "Gulf of Vilmir"]
    assert refusal(s, "sea", "dragon").clause == "16.8f"
    assert at(choose(s, "sea", "g_vilmir"), "Free Fleet") == "Gulf of Vilmir"


@pytest.mark.clause("16.8b")
def test_the_chaos_shield_comes_to_its_musterer_and_comes_again() -> None:
    s = holder("Naclon", "Jadmar", DISPELS[1])
    s = mustered(s, "Naclon", DISPELS[1])
    assert s.bearer == {piece("Chaos Shield"): piece("Naclon")}
    s.hand[piece("Naclon")] = (spell("Invulnerability"),)
    assert muster_refused(s, "Naclon", "Invulnerability")[0] in ("11.0l", "11.0u")
    s.bearer = {}
    assert mustered(s, "Naclon", "Invulnerability").bearer == {piece("Chaos Shield"): piece("Naclon")}


@pytest.mark.clause("11.0t")
@pytest.mark.clause("16.6b")
@pytest.mark.clause("12.3c")
def test_the_barge_comes_with_its_admiral() -> None:
    s = holder("Dyvim Slorm", "w_dragon", "Battle Barge")
    put(s, 0, "w_dragon", "Vilmir galley")
    s.ship[piece("Dyvim Slorm")] = piece("Vilmir galley")
    s = mustered(s, "Dyvim Slorm", "Battle Barge", rolls=[])
    assert at(s, "Golden Battle Barge") == at(s, "Magnum Colim") == "Western Dragon Sea"
    assert s.ship[piece("Magnum Colim")] == piece("Golden Battle Barge")
    assert is_manned(s, piece("Golden Battle Barge")), "he leads it like any other personality"


@pytest.mark.clause("11.0t")
@pytest.mark.clause("9.3.3a")
@pytest.mark.parametrize(
    ("who", "where", "reason"),
    [
        ("Naclon", "w_dragon", "why.no-melnibonean"), ("Dyvim Slorm", "Kariss", "why.not-at-melnibone"),
        ("Dyvim Slorm", "Imrryr", "why.not-at-melnibone"),
    ],
)  # fmt: skip
def test_only_for_a_melnibonean_next_to_melnibone(who: str, where: str, reason: str) -> None:
    assert muster_refused(holder(who, where, "Battle Barge"), who, "Battle Barge") == ("11.0t", reason)


@pytest.mark.clause("16.6b")
def test_on_melnibone_itself_once_it_is_held() -> None:
    s = holder("Dyvim Slorm", "Imrryr", "Battle Barge")
    s.holds[area("Imrryr")] = Hold(0, NOBODY)
    s = mustered(s, "Dyvim Slorm", "Battle Barge", ("sea", area("n_dragon")))
    assert at(s, "Golden Battle Barge") == "Northern Dragon Sea"


@pytest.mark.clause("16.9b")
@pytest.mark.clause("16.8c")
@pytest.mark.parametrize("balance", [-3, -6])
def test_pyaray_comes_in_chaos_with_his_fleet(balance: int) -> None:
    s = holder("Naclon", "vil_hro", "Quaolnargn")
    s.balance = balance
    s = mustered(s, "Naclon", "Quaolnargn", ("sea", area("hrol_sea")), rolls=draws(3))
    assert at(s, "Pyaray") == at(s, "Chaos Fleet") == "Sea of Hrolmar"
    assert s.ship[piece("Pyaray")] == piece("Chaos Fleet")
    assert len(s.hand[piece("Pyaray")]) == 3


@pytest.mark.clause("16.9b")
@pytest.mark.parametrize("balance", [-2, 0, 4])
def test_not_otherwise(balance: int) -> None:
    s = holder("Naclon", "vil_hro", "Quaolnargn")
    s.balance = balance
    assert muster_refused(s, "Naclon", "Quaolnargn") == ("16.9b", "why.no-chaos")


@pytest.mark.clause("16.9c")
def test_pyaray_comes_again_to_a_fleet_that_is_still_there() -> None:
    s = holder("Naclon", "vil_hro", "Quaolnargn")
    s.balance = -4
    put(s, 1, "dragon", "Chaos Fleet")
    s = mustered(s, "Naclon", "Quaolnargn", rolls=draws(3))
    assert at(s, "Pyaray") == "Old Hrolmar"
    assert s.owner[piece("Chaos Fleet")] == 1


@pytest.mark.clause("16.7d")
def test_the_horn_musters_jhary() -> None:
    assert (
        at(mustered(holder("Naclon", "Jadmar", "Horn of Fate"), "Naclon", "Horn of Fate"), "Jhary-a-Conel")
        == "Jadmar"
    )
