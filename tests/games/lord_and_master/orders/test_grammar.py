"""Sheets as text: all lines are read and written back, and errors give a reason."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.lord_and_master.positions import hargaar, person, put, refused
from palatine.core import SyntaxProblem, Unreadable, sheet_text
from palatine.core.sheet import MAX_LINES
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.orders.grammar import numbered, parse, parse_line
from palatine.games.lord_and_master.orders.writing import WORDS, write, write_order
from palatine.games.lord_and_master.rules.common.turn import Turn

TURN = """\
equip RED 4 -> LFD at 36
equip TRD 2w -> THD at 42city
char Ralph: move 65 66 57
char Hugo: move 100 100city, steal
char Nyx: move 44, assassinate Attila
char Gawain: move 13 14, rescue
char Sam: recruit
char Bluto: recruit L
char Bedu: tax
char Ralph: diplomacy
char Ralph: diplomacy bribe 5
char Ralph: lead take MFD 1, annex
char Bedu: treasury
char Bedu: independence
char Pius: intervene
char Shadrack: intervene HAC 5 at 36
char Shadrack: intervene HAC 3 at 36 uBEC 2 at 59city
char Rune: intervene P3
char Ooze: intervene 59
char Bluto: raise ORD
char Attila: train HAC 4 -> HAB
char Attila: train HFC 2w -> HFB
char Attila: train HFC 2 HFC 1w -> HFB
char Shadrack: train RED 4 -> LFC
char Bluto: lead take OHC 3 ODC 2, go 28 29, drop ODC 2, go 30
char Bluto: first lead take OHC 3, go 28, alone, go 29
char Grim: lead take DEC 4, fort Deepgate
char Grim: lead take DEC 4, fort
char Pim: lead take HFC 5, go 59, siege Ardea
char Pim: lead take HFC 9, assault Ardea, plunder Ardea
char Hugo: move 59 59city, treachery Ardea
char Hugo: treachery 59city
char Ivo: lead take HFB 2, sally
char Elrond: last lead take EAC 4, ambush
char Grim: lead take DHC 5, mountain, go 22 23 32
char Fizz: lead take GFC 5, invisible, go 34 25, assault Vetrium
char Bluto: lead take OHC 7, devastate
char Zed: rain 44city
char Zed: rain 44fort
char Zed: summon
char Zed: summon assassinate Attila
char Zed: summon lead take HFC 2, go 31 here
demon Asmo: devastate 31
demon Asmo: steal Ardea
demon Asmo: rescue 31
demon Asmo: rain 31
demon Asmo: assassinate "Old Tom"
demon Asmo: lead take HFC 1 MFD 2w, go 31
char Zed: teleport 70
char Zed: teleport 70 with Hugo MFC 1
char Zed: teleport Deepgate with "Old Tom" Hugo MFC 1w
char Mort: raisedead
char Mort: vheal ZOD 2w using RED 2
char Pius: heal HFC 3w
char Pius: exorcise
char Pius: consecrate
char Pius: bolts 34
char Pius: train MFD 2 -> MFC
char Rune: initiate 5
char Rune: runes 34
char Ooze: raise TRD
char Ralph: colonise
char Hugo: steal
char Nyx: assassinate Pius
char Gawain: rescue
char Gawain: shield
char Ralph: change
prisoner Hugo kill
prisoner Hugo release
prisoner Hugo to P3
prisoner HFC 2 to P3
magnate Grimnir: HP LC
prisoner HFC 2 MFD 1w hold
ransom Hugo to P2 for 30
ransom HFC 2 to P2 for 30
pay P1 30 for Hugo
pay P1 30 for HFC 2
alliance P3
truce P2 for 4
sell HFC 2 at 44 to P4 for 30
buy HFC 2 from P1 for 30
heir Attila
command Ralph at 44
retreat 44 to 35city
"""

HUNS = """\
nation "The Huns"
provinces 27g 36g 45g
treasury 15 with Attila
classes W T P M H
char Attila W 2 at 36 leader
char Bedu W 1 at 36
char Shadrack P 2 at 36
types RED LC MC MA HA SA LF MF HF
troops HAC 5 at 36
recruits RED 5 at 36
god Mars
advantage two-seconds mobile-treasury
disadvantage sod-busters wasteland-warriors
about "Kill farmers, make the world safe for nomads; everywhere."
"""

SKULLTOWN = """\
nation "The Glorious State of Skulltown"
provinces 27o
city Skulltown at 27 race O
treasury 150 at Skulltown
classes O B L N C J
char Bluto O 2 at 27 leader
char Hubert J 1 at 27
char Sam N 1 O at 27city civil
types ORD TRD JRD TH JH TT OF OH OA OW OD
troops OHC 3 at 27
troops OHC 2 at Skulltown
recruits ORD 3 JRD 2 at 27
god Feaster
advantage city-state six-classes eleven-types gold-150
disadvantage corruption perfidious holy-treasury sod-busters
"""


@pytest.mark.parametrize("line", [*TURN.splitlines(), *HUNS.splitlines(), *SKULLTOWN.splitlines()])
def test_each_line_is_read_and_written_back(line: str) -> None:
    assert write_order(parse_line(line)) == line


def test_every_kind_of_order_has_an_example() -> None:
    sheet = parse(TURN + HUNS + SKULLTOWN)
    kinds = set(sheets.TurnLine.__args__) | set(sheets.SetupLine.__args__)
    assert {type(order) for order in sheet.orders} == kinds
    acts = {type(order.action) for order in sheet.orders if isinstance(order, o.Character)}
    assert acts == set(o.Action.__args__)
    leads = [order.action for order in sheet.orders if isinstance(order, o.Character)]
    steps = {type(step) for lead in leads if isinstance(lead, o.Lead) for step in lead.steps}
    assert steps == set(o.LeadStep.__args__)
    assert {type(order.service) for order in sheet.orders if isinstance(order, o.Demon)} == set(o.Service.__args__)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("CHAR Bob: TAX", "char Bob: tax"),
        ("char Bob: move 65c 59 city Ardea", "char Bob: move 65 59city Ardea"),
        ("char Bob: heal HFC 3 w MFC 1", "char Bob: heal HFC 3w MFC 1"),
        ("char Bob: colonize", "char Bob: colonise"),
        ("equip red 2 -> ubec at 36   ; for Odin", "equip RED 2 -> uBEC at 36"),
        ('char "Bob": tax', "char Bob: tax"),
        ('char "Bob; the Great": tax ; now', 'char "Bob; the Great": tax'),
        ('nation "Top 5 w"', 'nation "Top 5 w"'),
        ("truce p2 for 4", "truce P2 for 4"),
        ("city Skulltown at 27 race orc", "city Skulltown at 27 race O"),
        ("char Bob: move here, steal here", "char Bob: move here, steal"),
        ("char Bob: move Ardea Ork 28 Ork 29 city V", "char Bob: move Ardea Ork 28 Ork 29city V"),
        ("char Tom: teleport Ork with Ork V HFC 2 Ork", "char Tom: teleport Ork with Ork V Ork HFC 2"),
        ("char Tom: intervene HFC 2 at Ork HAC 1 at 5 city", "char Tom: intervene HFC 2 at Ork HAC 1 at 5city"),
        ("prisoner Ork kill", "prisoner Ork kill"),
        ("char Bob: heal HFCw 3 mfcW 1", "char Bob: heal HFC 3w MFC 1w"),
        ("char Bob: heal uBECw 1", "char Bob: heal uBEC 1w"),
        ("equip TRDw 2 -> THD at 42", "equip TRD 2w -> THD at 42"),
        ("char Bob: train HFC 1w HFC 2 -> HFB", "char Bob: train HFC 2 HFC 1w -> HFB"),
    ],
)
def test_what_may_be_written_otherwise(written: str, meant: str) -> None:
    assert write_order(parse_line(written)) == meant


def test_comments_blank_lines_and_marks_say_nothing() -> None:
    text = "#lmt g1 P1 1 secret\n\n  ; a remark\nchar Bob: tax ; seven gold\n   \nheir Bob\n#end\n"
    assert parse(text).orders == (o.Character("Bob", o.Tax()), o.Heir("Bob"))
    assert numbered(text) == [4, 6]


# Names


def test_the_words_of_the_grammar_are_quoted_as_names() -> None:
    grammar = (files("palatine.games.lord_and_master") / "data" / "orders.lark").read_text()
    assert set(re.findall(r'"([a-z]+)"i', grammar)) <= WORDS
    for word in sorted(WORDS):
        for order in (o.Heir(word), o.Character(word, o.Tax()), o.Retreat(o.PlaceRef(name=word), o.HERE)):
            assert parse_line(write_order(order)) == order


@pytest.mark.parametrize(
    "name", ['the "Old" one', '"', 'a""b', "O'Brien", "Jean-Luc", "Ügo ß", "P3", "HFC", "3rd", "a;b", "#1"]
)
def test_odd_names_are_kept(name: str) -> None:
    for order in (
        o.Heir(name),
        o.Prisoner("kill", name),
        o.Character(name, o.Assassinate(name)),
        o.Character("Zed", o.Teleport(o.PlaceRef(name=name), (name, "Bob"), (o.Batch("HFC", 1),))),
    ):
        assert parse(write(sheets.Sheet((order,)))) == sheets.Sheet((order,))


# Whatever the rules know reads back

squares = st.integers(1, 999)
counts = st.integers(1, 999)
names = st.one_of(
    st.sampled_from(["Ralph", "Old Tom", *sorted(WORDS)]),
    st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8),
)
players = st.sampled_from(["P1", "P2", "P6"])
codes = st.sampled_from(["HFC", "MFD", "RED", "uBEC", "GHD", "BEA"])
spots = st.one_of(
    st.builds(o.PlaceRef, squares, st.sampled_from(["", "city", "fort"])),
    st.just(o.HERE),
    st.builds(o.PlaceRef, name=names),
)
paths = st.lists(spots, min_size=1, max_size=3).map(tuple)
batches = st.builds(o.Batch, codes, counts, st.booleans())
units = st.lists(batches, min_size=1, max_size=3).map(tuple)
keys = st.lists(st.sampled_from(["six-classes", "corruption", "gold-150"]), min_size=1, max_size=3).map(tuple)


def bare(kind: type) -> Any:
    """Return the values of an order with only places, names, units and numbers.

    They follow from the names of its fields.
    """
    fields = {
        "units": units, "using": units, "at": spots, "to": spots, "path": paths, "name": names, "victim": names,
        "code": codes, "into": codes, "count": counts, "of": st.sampled_from(["", "W", "L"]), "bribe": counts,
        "player": players, "price": st.integers(0, 999), "turns": counts, "wounded": st.booleans(),
    }  # fmt: skip
    return st.builds(kind, **{field: fields[field] for field in kind.__struct_fields__})  # type: ignore[attr-defined]


steps = st.one_of([bare(kind) for kind in o.LeadStep.__args__])
leads = st.builds(o.Lead, st.lists(steps, min_size=1, max_size=4).map(tuple))
deeds = st.one_of(st.just(o.Steal()), st.just(o.Rescue()), bare(o.Assassinate), bare(o.Treachery))
services = st.one_of(leads, *[bare(kind) for kind in o.Service.__args__ if kind is not o.Lead])
intervenes = st.one_of(
    st.just(o.Intervene()),
    st.builds(o.Intervene, st.lists(st.builds(o.Picked, codes, counts, spots), min_size=1, max_size=3).map(tuple)),
    st.builds(o.Intervene, player=players),
    st.builds(o.Intervene, at=st.builds(o.PlaceRef, squares)),
)
special: dict[type, Any] = {
    o.Move: st.builds(o.Move, paths, st.one_of(st.none(), deeds)),
    o.Lead: leads,
    o.Intervene: intervenes,
    o.Summon: st.builds(o.Summon, st.one_of(st.none(), services)),
    o.Train: st.builds(o.Train, codes, counts, codes, st.booleans())
    | st.builds(o.Train, codes, counts, codes, hurt=counts),
    o.Teleport: st.builds(o.Teleport, spots, st.lists(names, max_size=2).map(tuple), st.one_of(st.just(()), units)),
}
actions = st.one_of([special[kind] if kind in special else bare(kind) for kind in o.Action.__args__])
captives = st.one_of(st.fixed_dictionaries({"name": names}), st.fixed_dictionaries({"units": units}))


def about_captives(kind: type, **fields: Any) -> Any:
    built = st.tuples(st.fixed_dictionaries(fields), captives)
    return built.map(lambda found: kind(**found[0], **found[1]))


lines: dict[type, Any] = {
    o.Character: st.builds(o.Character, names, actions, st.sampled_from(["", "first", "last"])),
    o.Demon: st.builds(o.Demon, names, services),
    o.Prisoner: about_captives(o.Prisoner, fate=st.sampled_from(["kill", "release", "hold"]))
    | about_captives(o.Prisoner, fate=st.just("give"), to=players),
    o.MagnateTypes: st.builds(
        o.MagnateTypes, names, st.lists(st.sampled_from(["HP", "LC", "RED"]), min_size=1, max_size=3).map(tuple)
    ),
    o.Ransom: about_captives(o.Ransom, to=players, price=counts),
    o.Pay: about_captives(o.Pay, to=players, price=counts),
    o.Sell: st.builds(o.Sell, units, spots, players, counts),
    sheets.NationName: st.builds(sheets.NationName, names),
    sheets.About: st.builds(sheets.About, names),
    sheets.Provinces: st.builds(
        sheets.Provinces, st.lists(st.tuples(squares, st.sampled_from("cfgodsw")), min_size=1, max_size=3).map(tuple)
    ),
    sheets.CityState: st.builds(sheets.CityState, names, squares, st.sampled_from("MDEO")),
    sheets.Treasury: st.builds(sheets.Treasury, counts, spots) | st.builds(sheets.Treasury, counts, bearer=names),
    sheets.Classes: st.builds(sheets.Classes, st.lists(st.sampled_from("WPTM"), min_size=1).map(tuple)),
    sheets.Kinds: st.builds(sheets.Kinds, st.lists(st.sampled_from(["RED", "LF", "DEAD"]), min_size=1).map(tuple)),
    sheets.Founder: st.builds(
        sheets.Founder, names, st.sampled_from("WPT"), st.integers(1, 2), spots, st.sampled_from(["", "M", "O"]),
        st.booleans(), st.sampled_from(["", "military", "civil"]),
    ),
    sheets.God: st.builds(sheets.God, st.sampled_from(["Mars", "Odin"])),
    sheets.Advantages: st.builds(sheets.Advantages, keys),
    sheets.Disadvantages: st.builds(sheets.Disadvantages, keys),
}  # fmt: skip
orders = st.one_of(
    [
        lines[kind] if kind in lines else bare(kind)
        for kind in (*sheets.TurnLine.__args__, *sheets.SetupLine.__args__)
    ]
)


@settings(max_examples=250, deadline=None)
@given(st.lists(orders, max_size=3).map(lambda found: sheets.Sheet(tuple(found))))
def test_any_sheet_reads_back(sheet: sheets.Sheet) -> None:
    text = write(sheet)
    assert parse(text) == sheet
    assert len(numbered(text)) == len(sheet.orders)
    assert sheet_text(text) == text


# What cannot be read


def test_problems_name_the_lines_of_the_text() -> None:
    with pytest.raises(SyntaxProblem) as found:
        parse("char Bob: tax\n\nchar Bob: take\n; remark\nheir Bob\nx\n")
    assert [problem.line for problem in found.value.problems] == [3, 6]


def test_a_sheet_of_ten_thousand_lines_is_one_problem() -> None:
    with pytest.raises(SyntaxProblem) as found:
        parse("char Bob: tax\n" * 10_000)
    assert str(MAX_LINES) in str(found.value)
    assert [problem.line for problem in found.value.problems] == [0]


@pytest.mark.clause("LM-MAP-01")
@pytest.mark.parametrize("line", ["command Ralph at here", "retreat here to 65", "retreat 65 to here",
                                  "equip RED 1 -> LFD at here", "sell RED 1 at here to P2 for 3"])  # fmt: skip
def test_here_is_where_a_character_stands_and_nowhere_in_a_nations_own_lines(line: str) -> None:
    state = hargaar(kinds=("RED", "LF"))
    person(state, "Ralph W1", 0, 65)
    put(state, "RED 1", 0, 65)
    refused(Turn(state), 0, line)
    assert (state.nations[0].commanders, state.nations[0].retreats) == ((), ())


@pytest.mark.parametrize(
    "line", ["char Bob: fırst tax", "prisoner Bob kıll", "char Bob: move 5 cıty", "char Bob: ſteal"]
)
def test_letters_that_only_look_alike_make_no_odd_orders(line: str) -> None:
    try:
        order = parse_line(line)
    except Unreadable:
        return
    assert parse_line(write_order(order)) == order
    assert write_order(order).isascii()
