"""Mistakes of game authors, planted in a copy of the hex example and found by a law or test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

SECRECY, MOVEMENT, MESSAGES = "secrecy.py", "rules/movement.py", "data/messages.en.toml"
OWN = "a test of the game itself"


class Mistake(NamedTuple):
    """A planted mistake and the law that finds it."""

    name: str
    law: str
    path: str
    edits: tuple[tuple[str, str], ...]
    """Each text is replaced by the other."""
    positions: int = 60


MISTAKES = (
    Mistake("a hidden unit in the view of everybody", "secrets are kept", "view.py", (
        ("and s.seats[side] == seat]", "]"),
    )),
    Mistake("a hidden unit in a layer", "secrets are kept", "referee.py", (
        ("    boards = ", "    def layers(self, s: Any, seat: str | None) -> Any:\n"
                          "        at = {GRID.name(at): 'R' for at in s.rangers if at >= 0}\n"
                          "        return (Layer('r', 'Rangers', '', at),)\n\n"
                          "    boards = "),
        ("import Game,", "import Game, Layer,"), ("components import SEATS", "components import GRID, SEATS"),
    )),
    Mistake("actions that know what is hidden", "secrets are kept", MOVEMENT, (
        ("return sorted(reach(s, self.unit))",
         "return [at for at in sorted(reach(s, self.unit)) if at != s.rangers[1 - self.seat]] or [START[self.unit]]"),
        ("MOVEMENT, RIVER, SIDE", "MOVEMENT, RIVER, SIDE, START"),
    ), 200),
    Mistake("a deal with the true dice", "secrets are kept", SECRECY, (
        ("    twin.dice = Dice(dice_key(seed))\n", ""),
    )),
    Mistake("a refusal by a clause that is none", "explain agrees", MOVEMENT, (
        ('Refusal("3.1", "why.too-far")', 'Refusal("9.9", "why.too-far")'),
    )),
    Mistake("a refusal without a message", "explain agrees", MESSAGES, (
        ('too-far = "The unit cannot march that far."\n', ""),
    )),
    Mistake("a journal entry without a message", "journal entries have prose", MESSAGES, (
        ('marches = "{unit} marches from {origin} to {hex}."\n', ""),
    )),
    Mistake("an unknown kind of field in a message", "journal entries have prose", MESSAGES, (
        ("{unit} marches from", "{unit:untit} marches from"),
    )),
    Mistake("two choices with one text", "choices are the actions", MESSAGES, (
        ('go = "Go to {x:hex}"', 'go = "Go there"'),
    )),
    Mistake("a position that forgets a field", "positions are text", "position.py", (
        ('"where", "rangers")', '"where", "rangers", "done")'),
    )),
    Mistake("actions that roll dice", "looking changes nothing", "rules/combat.py", (
        ('        return [*[("attack"', '        s.dice.die("x")\n        return [*[("attack"'),
    )),
    Mistake("a dead end", "crash", MOVEMENT, (
        ('for u in ready], ("end", 0)]', "for u in ready]]"),
    )),
    Mistake("a deal that leaves what is hidden where it is", "secrets are dealt", SECRECY, (
        ("random.choice(possible_woods(s, side))", "at"),
    ), 150),
    Mistake("a public entry that names what is hidden", "entries reveal no secret", "rules/hiding.py", (
        ("readers=(self.seat,), ", ""),
    )),
    Mistake("a deal into woods already searched", "deals keep what was learned", SECRECY, (
        ("random.choice(possible_woods(s, side))", "random.choice(WOODS[side])"),
        ("from random import Random\n", "from random import Random\n\nfrom salt_road.components import WOODS\n"),
    ), 150),
    Mistake("nothing irrevocable where a seat learns something", "previews say what undo refuses", "preview.py", (
        ('    yield Irrevocable("4.2")\n', ""),
    ), 150),
    Mistake("a public result that follows a secret", "secrets are kept", MOVEMENT, (
        ("    return any([", "    beside += [each for each in s.rangers[side:][:1] if each in GRID.adjacent[at]]\n"
                            "    return any(["),
    ), 200),
    Mistake("a chance that is twice too high", "chances are true", "rules/ambush.py", (
        ("Distribution([(True, 1), (False, len(woods) - 1)])",
         "Distribution([(True, 2), (False, max(0, len(woods) - 2))])"),
    )),
    Mistake("a cache outside the state", OWN, MOVEMENT, (
        ("def in_zone", "CACHE: dict[int, dict[int, int]] = {}\n\n\ndef in_zone"),
        ("    start = s.where[unit]\n\n",
         "    if unit in CACHE:\n        return CACHE[unit]\n    start = s.where[unit]\n\n"),
        ("    return found\n", "    return CACHE.setdefault(unit, found)\n"),
    )),
    Mistake("zones that reach over the river", OWN, MOVEMENT, (
        ("(near, at) not in RIVER for", "True for"),
    )),
    Mistake("a clause with code that is not there", OWN, "data/clauses.toml", (
        ('"rules.movement.reach"', '"rules.movement.reaches"'),
    )),
)  # fmt: skip

LAWS = """
import sys
sys.path[:0] = ["src"]
from palatine.testing import LAWS, conformance, previews_say_what_undo_refuses
from palatine.testing.chances import check_chances
from salt_road import GAME

laws = {law.__name__.replace("_", " "): law for law in (*LAWS, previews_say_what_undo_refuses)}
if sys.argv[1] == "chances are true" and check_chances(GAME, 300, 2, games=10).wrong:
    print("chances are true")
held = (laws[sys.argv[1]],) if sys.argv[1] in laws else ()
print(*[finding.what for finding in conformance(GAME, int(sys.argv[2]), laws=held, collect=True).findings], sep="\\n")
"""


@pytest.mark.parametrize("mistake", [pytest.param(each, id=each.name) for each in MISTAKES])
def test_a_mistake_is_found(run: Any, tmp_path: Path, mistake: Mistake) -> None:
    folder = tmp_path / "salt"
    assert run("new-game", "salt-road", "--hexes", "--folder", str(folder))[0] == 0
    path = folder / "src" / "salt_road" / mistake.path
    text = path.read_text(encoding="utf-8")
    for old, new in mistake.edits:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    if mistake.law == OWN:
        command = [
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "--deselect",
            "tests/test_conformance.py::test_the_laws",
        ]
        command += ["-k", "not laws_hold"]
        assert (
            subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, check=False).returncode == 1
        )
        return
    command = ["-c", LAWS, mistake.law, str(mistake.positions)]
    ran = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, check=True)
    assert mistake.law in ran.stdout.splitlines()
