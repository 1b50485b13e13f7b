"""Drawing of counters."""

from __future__ import annotations

import colorsys

import pytest

from palatine.games.dark_emperor.components import pieces as f
from palatine.games.dark_emperor.components import world
from palatine.games.dark_emperor.view import faces

COLOURS = {
    "The Necromancer": ("grey", ""),
    "Battlefield": ("grey", "white"),
    "Tal Pletor": ("grey", "yellow"),
    "Magic Hex": ("black", ""),
    "Zolahaureslor": ("purple", ""),
    "Stavror": ("green", "orange"),
    "The Scythe": ("green", "white"),
    "Starkeep": ("red", "green"),
    "Kelaron Oiret": ("red", "yellow"),
    "Ferlarie": ("blue", "white"),
    "Ahautsieron": ("blue", "yellow"),
    "Lammarech": ("brown", "orange"),
    "Loymarech": ("brown", "yellow"),
    "Cos dol Cos": ("", "yellow"),
    "Lord Montoy": ("", "red"),
    "Fernan Conniver": ("", "green"),
    "Silwer Flagriel": ("", "orange"),
    "Saar": ("", "blue"),
    "The Hounds": ("", "purple"),
}
"""Colours of square and circle on the counters of the key, "" for none."""

HUES = {
    "red": (335, 15),
    "orange": (15, 38),
    "yellow": (38, 65),
    "green": (65, 165),
    "blue": (165, 250),
    "purple": (250, 335),
}


def hue_is(colour: str, name: str) -> bool:
    """Return whether a colour is a shade of the named one; brown is a dark orange."""
    h, light, s = colorsys.rgb_to_hls(*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)))
    if name in ("grey", "black", "white"):
        low, high = {"black": (0, 0.2), "grey": (0.2, 0.6), "white": (0.85, 1.01)}[name]
        return low <= light < high and s < 0.2
    low, high = HUES["orange" if name == "brown" else name]
    degrees = h * 360
    is_within = low <= degrees < high if low < high else degrees >= low or degrees < high
    return is_within and s > 0.2 and (name != "brown" or light < 0.4)


@pytest.mark.clause("App.I")
def test_the_colours_of_the_key() -> None:
    for style in faces.STYLES.values():
        if style.name not in COLOURS:
            continue
        square, circle = COLOURS[style.name]
        if square:
            assert hue_is(style.fill, square), style.name
            assert hue_is(style.dark, square) or square == "black", style.name
        if circle:
            assert hue_is(style.ink, circle), style.name
    assert {style.name for style in faces.STYLES.values()} >= set(COLOURS)
    for power, key in enumerate(faces.STYLE_OF):
        assert faces.STYLES[key].name == f.POWER_NAME[power]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_figures_can_be_read_on_light_and_dark_pages() -> None:
    for name, style in faces.STYLES.items():
        for ground in (style.fill, style.dark):
            low, high = sorted((luminance(ground), luminance(style.ink)))
            assert (high + 0.05) / (low + 0.05) >= 4.5, name


def test_powers_are_not_told_apart_by_colour_alone() -> None:
    assert len(set(faces.CODE_OF)) == len(faces.CODE_OF) == len(f.POWER_NAME)
    assert len({(style.fill, style.ink) for style in faces.STYLES.values()}) == len(faces.STYLES)


def test_every_piece_has_its_faces() -> None:
    known = faces.counter_faces()
    for p in range(f.PIECES):
        is_face_down = p < f.UNITS and f.UNIT_OF[p] == f.BATTLEFIELD
        assert (f.PIECE_KEY[p] in known) != (is_face_down or p in f.FORGED), f.PIECE_NAME[p]
    for u in range(f.UNITS):
        assert (faces.undead_face(u) in known) == bool(f.UNDEAD_STRENGTH[u])
    assert {faces.forged_face(side) for side in (f.LIVING_SWORD, f.HEROS_SWORD)} < set(known)
    assert {faces.MAGIC_MARKER, faces.BATTLE_MARKER, faces.FLAMES, faces.ENTRENCHMENT} < set(known)
    assert {face.style for face in known.values()} == set(faces.STYLES)
    assert len({face.text for face in known.values()}) == len(known), "no two counters read the same"


def test_faces_show_what_is_printed() -> None:
    known = faces.counter_faces()
    assert known["imperial-legion-i"].figures == {"nw": "ZO", "ne": "I", "s": "3"}
    assert known["imperial-legion-iii.undead"].figures == {"nw": "B", "ne": "III", "s": "3"}
    assert known["padrech-dar-choim"].figures == {"nw": "N", "sw": "4", "ne": "Death", "se": "4"}
    assert known["nikon-v"].figures == {"nw": "ZO", "sw": "1"}
    assert known["the-dragon-sirax"].figures == {"sw": "5", "ne": "Fire", "se": "3"}
    assert known["he-sups-on-prana"].figures == {"sw": "+1", "ne": "Death", "se": "1"}
    assert known["heros-sword"].figures == {"sw": "+1"}
    assert known["living-sword"].figures == {"sw": "–"}


def test_counters_in_words() -> None:
    known = faces.counter_faces()
    assert known["lesser-vampire-1"].text == "Lesser Vampire 1, air unit of the Necromancer: strength 2"
    assert known["stavror-siege-train"].text == "Stavror siege train, siege train of Stavror: no strength"
    assert known["hounds-2.undead"].text == "Hounds 2, undead cavalry: strength 1"
    assert known["kebir-whitehand"].text.endswith("hero rating 1, Life rune, magic strength 3")
    assert known["saar"].text == "Saar, mercenary leader: hero rating 2, no magic"


def test_what_lies_face_down_says_nothing_of_what_it_is() -> None:
    known = faces.counter_faces()
    for face in (known[faces.MAGIC_MARKER], known[faces.BATTLE_MARKER]):
        assert not face.figures


def test_everything_has_a_drawing() -> None:
    used = {face.silhouette for face in faces.counter_faces().values()}
    used |= {*faces.MARK_SILHOUETTE.values(), *faces.RUNE_SILHOUETTE}
    assert used == set(faces.SILHOUETTES), "none missing, none too many"
    assert len(faces.RUNE_SILHOUETTE) == len(world.RUNES)
    assert all(path[0] in "Mm" for path in faces.SILHOUETTES.values())
    licence = world.DATA.read_text("SILHOUETTES-LICENCE.md")
    assert all(f"- {name}\n" in licence for name in used)
    assert f"outlines of {len(used)} drawings" in licence
