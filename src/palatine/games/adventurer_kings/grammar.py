"""Sheets as text: the desk's lines and the order-sheet form of the rulebook (11.2); `writing` writes the former.

A line of the desk names a character and a phase, `12.1 MO 304`, or `12.special FI,ME`. In the other form a line
`char 12` begins a character, and lines `1 (MO) NE 304 (Burgundy)` follow. Notes in parentheses say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from palatine.core import Garbled, Problem, Unreadable
from palatine.core.sheet import LONGEST
from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.atlas import COMPASS

WORDS: Final = {
    "MOVE": "MO", "EXPLORE": "EX", "SEARCH": "SE", "RECRUIT": "RE", "HIRE": "HI", "DISBAND": "DI", "FIRE": "FI",
    "LEAVE": "LE", "PICK": "PI", "PICKUP": "PI", "CAST": "CA", "USE": "US", "ENCOUNTER": "EN", "PRACTICE": "PR",
    "PRACTISE": "PR", "SPY": "SP", "DEFEND": "DE", "PURSUE": "PU", "TRAIL": "TR", "GIVE": "GI",
}  # fmt: skip
SPELL_BY_LETTERS: Final = {spell.code[3:]: spell.code for spell in c.SPELLS}
"""The letters of spells are all different, so that their ability need not be written."""
SAYS: Final = 160
_TOKEN: Final = re.compile(r'"[^"]*"|,|[^\s,"]+(?:"[^"]*")?')
_LEAD: Final = re.compile(r"(\d{1,4})\s*[.:]\s*(\d|special)\b\s*(.*)", re.IGNORECASE | re.DOTALL)


def parse(text: str) -> o.Sheet:
    """The sheet that a text means. Raises Garbled with a problem for each line that cannot be read."""
    lines = text.splitlines()
    if len(lines) > LONGEST:
        raise Garbled([Problem(0, "", f"A sheet has at most {LONGEST} lines; this one has {len(lines)}.")])
    reader = _Sheet()
    for number, line in enumerate(lines, 1):
        reader.line(number, line)
    if reader.problems:
        raise Garbled(reader.problems)
    return o.Sheet(tuple(reader.orders))


def numbered(text: str) -> list[int]:
    """The numbers of the lines of a text that hold the orders of its sheet, in their order."""
    return [number for number, line in enumerate(text.splitlines(), 1) if bare(line) and not is_heading(bare(line))]


def is_heading(line: str) -> bool:
    """Whether a line only says whose orders follow."""
    return bool(re.fullmatch(r"char(acter)?\s+\d+|kingdom", line, re.IGNORECASE))


def bare(line: str) -> str:
    """A line without comments and notes; "" for one that says nothing."""
    kept = re.split(r'("[^"]*")', line)
    plain = []
    for at, part in enumerate(kept):
        if at % 2:
            plain.append(part)
            continue
        cut = re.split(r"[;#]", part, maxsplit=1)
        plain.append(cut[0])
        if len(cut) > 1:
            break
    found = "".join(plain).strip()
    if found.startswith(">"):
        return ""
    found = re.sub(r"\(\s*([A-Za-z]{2})\s*\)", r"\1", found)
    return re.sub(r"\([^()]*\)", " ", found).strip()


class _Sheet:
    """Reads line by line; a heading holds until the next."""

    def __init__(self) -> None:
        self.orders: list[o.Line] = []
        self.problems: list[Problem] = []
        self.character = 0

    def line(self, number: int, text: str) -> None:
        line = bare(text)
        if not line:
            return
        if is_heading(line):
            found = re.search(r"\d+", line)
            self.character = int(found[0]) if found else 0
            return
        try:
            self.orders.append(self.order(line))
        except Unreadable as error:
            self.problems.append(Problem(number, "", str(error)))

    def order(self, line: str) -> o.Line:
        led = _LEAD.fullmatch(line)
        if led is not None:
            return character_line(int(led[1]), led[2].lower(), led[3])
        word, _, rest = line.partition(" ")
        if word.lower() in REALM:
            return REALM[word.lower()](Words(rest))
        if self.character:
            return self.in_block(word.lower(), rest, line)
        raise Unreadable(f"“{word}” begins no line; write a character and a phase, as in 12.1 MO 304.")

    def in_block(self, word: str, rest: str, line: str) -> o.Line:
        if re.fullmatch(r"\d[.:]?", word) or word == "special":
            return character_line(self.character, word.rstrip(".:"), rest)
        return character_line(self.character, "1", line)


class Words:
    """The words of a line, taken one after the other."""

    def __init__(self, text: str) -> None:
        self.left = _TOKEN.findall(text)

    def __bool__(self) -> bool:
        return bool(self.left)

    def peek(self) -> str:
        return self.left[0].upper() if self.left else ""

    def take(self, what: str) -> str:
        if not self.left:
            raise Unreadable(f"Here {what} is missing.")
        return str(self.left.pop(0))

    def skip(self, *words: str) -> bool:
        """Take the next word if it is one of these."""
        if self.peek() in words:
            self.left.pop(0)
            return True
        return False

    def number(self, what: str) -> int:
        word = self.take(what)
        if not re.fullmatch(r"\d{1,6}", word, re.ASCII):
            raise Unreadable(f"“{word}” is no number; here {what} must stand.")
        return int(word)

    def text(self, what: str) -> str:
        """A name: what stands in quotes, or one word."""
        word = self.take(what)
        return word[1:-1] if word.startswith('"') else word

    def listed(self) -> list[str]:
        """Words parted by commas."""
        found = []
        while self.left and self.left[0] != ",":
            found.append(self.left.pop(0))
            if not self.skip(","):
                break
        return found

    def end(self) -> None:
        if self.left:
            raise Unreadable(f"“{self.left[0]}” is too much here.")


def character_line(character: int, when: str, rest: str) -> o.Line:
    """What a character does in a phase, or his Special Encounter Plan."""
    words = Words(rest)
    if when == "special":
        plan = read_plan(words)
        return o.Special(character, plan)
    if when not in ("1", "2", "3", "4", "5"):
        raise Unreadable(f"There are phases 1 to 5, and no phase {when}.")
    action = read_action(words)
    return o.Act(character, int(when), action)


def read_action(words: Words) -> o.Action:
    word = words.take("an order").upper()
    glued = re.fullmatch(r"(CA)-([A-Z]{2}(?:-[A-Z]{2})?)", word)
    if glued is not None:
        words.left.insert(0, glued[2])
        word = "CA"
    code = WORDS.get(word, word)
    if code not in READERS:
        raise Unreadable(f"“{word}” is no order; the orders are {', '.join(READERS)}.")
    if word == "PICK":
        words.skip("UP")
    found = READERS[code](words)
    words.end()
    return found


# Actions


def read_move(words: Words) -> o.Move:
    compass = words.take("a province").upper() if words.peek() in COMPASS else ""
    return o.Move(words.number("a province"), compass)


def read_place(words: Words) -> int:
    return words.number("a province") if words else 0


def read_search(words: Words) -> o.Search:
    return o.Search(words.number("a feature"), planned(words))


def read_recruit(words: Words) -> o.Recruit:
    types = [each.upper() for each in words.listed()]
    for each in types:
        if each not in c.ARMY_CODES:
            raise Unreadable(f"“{each}” is no army type; they are {', '.join(c.ARMY_CODES)}.")
    if not types:
        raise Unreadable("Here army types are missing, such as LE,LE,HC.")
    leader = o.GARRISON
    if words.skip("FOR", "TO", "UNDER"):
        leader = o.GARRISON if words.skip("GARRISON") else words.number("a character")
    return o.Recruit(tuple(types), leader)


def read_hire(words: Words) -> o.Hire:
    hero = words.number("a Hero")
    words.skip("OFFER", "FOR")
    offer = words.number("an offer in gold")
    words.skip("GOLD")
    return o.Hire(hero, offer)


def read_armies(words: Words) -> tuple[int, ...]:
    if words.skip("ALL") or not words:
        return ()
    found = []
    for word in words.listed():
        if not re.fullmatch(r"\d{1,6}", word, re.ASCII):
            raise Unreadable(f"“{word}” is no number of an army.")
        found.append(int(word))
    return tuple(found)


def read_disband(words: Words) -> o.Disband:
    return o.Disband(read_armies(words))


def read_leave(words: Words) -> o.Leave:
    armies = read_armies(words)
    to = o.GARRISON
    if words.skip("TO", "WITH"):
        to = o.GARRISON if words.skip("GARRISON") else words.number("a character")
    return o.Leave(armies, to)


def read_spell(words: Words) -> o.CastSpell:
    spell = spell_code(words.take("a spell"))
    target, terrain = read_target(words)
    return o.CastSpell(spell, target, terrain)


def read_target(words: Words) -> tuple[int, str]:
    words.skip("ON", "AT")
    target = words.number("a target") if words and words.peek() not in ("AS", "TO") else 0
    terrain = ""
    if words.skip("AS"):
        terrain = words.take("a terrain").lower()
        if terrain not in c.TERRAINS:
            raise Unreadable(f"“{terrain}” is no terrain; they are {', '.join(c.TERRAINS)}.")
    return target, terrain


def spell_code(word: str) -> str:
    """A spell by its letters, with or without those of its ability."""
    code = word.upper()
    if code in c.SPELL_BY_CODE:
        return code
    if code not in SPELL_BY_LETTERS:
        raise Unreadable(f"“{word}” is no spell.")
    return SPELL_BY_LETTERS[code]


def read_use(words: Words) -> o.Use:
    item = words.number("an item")
    target, terrain = read_target(words)
    return o.Use(item, target, terrain)


def read_encounter(words: Words) -> o.Encounter:
    return o.Encounter(words.number("a character"), planned(words))


def read_practise(words: Words) -> o.Practise:
    return o.Practise(ability_code(words.take("an ability")))


def ability_code(word: str) -> str:
    code = word.upper()
    if code not in c.ABILITIES:
        raise Unreadable(f"“{word}” is no ability; they are {', '.join(c.ABILITIES)}.")
    return code


def read_pursue(words: Words) -> o.Pursue:
    return o.Pursue(words.number("a character"), planned(words))


def read_give(words: Words) -> o.Give:
    gold = item = 0
    if words.skip("GOLD"):
        gold = words.number("an amount of gold")
    else:
        item = words.number("an item")
        if words.skip("GOLD"):
            gold, item = item, 0
    words.skip("TO")
    to = words.number("a character")
    wanted = words.number("an item") if words.skip("IF", "FOR") else 0
    return o.Give(to, item, gold, wanted)


READERS: Final[dict[str, Callable[[Words], o.Action]]] = {
    "MO": read_move, "EX": lambda words: o.Explore(read_place(words)), "SE": read_search, "RE": read_recruit,
    "HI": read_hire, "DI": read_disband, "FI": lambda words: o.Dismiss(words.number("a Hero")), "LE": read_leave,
    "PI": lambda words: o.PickUp(read_armies(words)), "CA": read_spell, "US": read_use, "EN": read_encounter,
    "PR": read_practise, "SP": lambda words: o.Spy(read_place(words)),
    "DE": lambda words: o.Defend(read_place(words)), "PU": read_pursue,
    "TR": lambda words: o.Trail(words.number("a character")), "GI": read_give,
}  # fmt: skip

# Plans (5)


def planned(words: Words) -> o.Plan:
    words.skip("PLAN", "WITH")
    return read_plan(words) if words else ()


def read_plan(words: Words) -> o.Plan:
    """Tactics parted by commas."""
    found: list[o.Tactic] = []
    while words:
        found.append(read_tactic(words))
        if words and not words.skip(","):
            raise Unreadable(f"Tactics are parted by commas; “{words.left[0]}” is too much here.")
    return tuple(found)


BARE: Final[dict[str, o.Tactic]] = {
    "FI": o.Fire(), "ME": o.Strike(), "TA": o.Talk(), "FU": o.Fulfil(), "ST": o.Steal(), "FL": o.Flee(),
    "SC": o.Scout(),
}  # fmt: skip


def read_tactic(words: Words) -> o.Tactic:
    word = words.take("a tactic")
    upper = word.upper()
    if upper in BARE:
        return BARE[upper]
    if upper.startswith("SA"):
        return read_say(word, words)
    head, _, tail = upper.partition("-")
    if head == "CA" and tail:
        return o.Cast(spell_code(tail))
    if head in ("US", "GI"):
        number = tail or words.take("an item")
        if not re.fullmatch(r"\d{1,6}", number, re.ASCII):
            raise Unreadable(f"“{number}” is no number of an item.")
        return o.UseItem(int(number)) if head == "US" else o.GiveItem(int(number))
    raise Unreadable(f'“{word}” is no tactic; they are {", ".join(BARE)}, CA-.., US-.., GI-.. and SA"..".')


def read_say(word: str, words: Words) -> o.Say:
    quoted = word[2:].lstrip("-") or words.take("what is said")
    text = quoted.strip('"')
    if len(text) > SAYS:
        raise Unreadable(f"At most {SAYS} characters can be said.")
    return o.Say(text)


# Lines of the kingdom


def _kingdom(make: Callable[[int], o.Line]) -> Callable[[Words], o.Line]:
    def read(words: Words) -> o.Line:
        found = make(words.number("a kingdom"))
        words.end()
        return found

    return read


def read_call(words: Words) -> o.CallElection:
    words.skip("ELECTION")
    words.end()
    return o.CallElection()


def read_rename(words: Words) -> o.Rename:
    is_province = words.skip("PROVINCE")
    found = o.Rename(words.number("a number"), words.text("a name"), is_province)
    words.end()
    return found


def read_levels(words: Words) -> tuple[str, ...]:
    return tuple(ability_code(each) for each in words.listed())


def read_heir(words: Words) -> o.Heir:
    words.skip("LEVELS")
    levels = read_levels(words)
    name = temper = ""
    while words:
        if words.skip("NAME"):
            name = words.text("a name")
        elif words.skip("TEMPER"):
            temper = one_of(words, c.TEMPERS, "a temper")
        else:
            words.end()
    return o.Heir(levels, name, temper)


def one_of(words: Words, known: tuple[str, ...], what: str) -> str:
    word = words.take(what).lower()
    if word not in known:
        raise Unreadable(f"“{word}” is not {what}; they are {', '.join(known)}.")
    return word


HUMANOIDS: Final = tuple(c.RACES[race] for race in c.HUMANOID)


def read_king(words: Words) -> o.KingLine:
    name = words.text("a name")
    race, alignment, temper, instead = "human", "neutral", "brave", ""
    levels: tuple[str, ...] = ()
    while words:
        if words.skip("RACE"):
            race = one_of(words, HUMANOIDS, "a race")
        elif words.skip("ALIGNMENT"):
            alignment = one_of(words, c.ALIGNMENTS, "an alignment")
            instead = one_of(words, c.ALIGNMENTS, "an alignment") if words.skip("OR") else ""
        elif words.skip("TEMPER"):
            temper = one_of(words, c.TEMPERS, "a temper")
        elif words.skip("LEVELS"):
            levels = read_levels(words)
        else:
            words.end()
    return o.KingLine(name, race, alignment, temper, levels, instead)


def read_realm(words: Words) -> o.Realm:
    found = o.Realm(words.text("a name"))
    words.end()
    return found


def read_contact(words: Words) -> o.Contact:
    found = o.Contact(words.text("a line of contact") if words else "")
    words.end()
    return found


REALM: Final[dict[str, Callable[[Words], o.Line]]] = {
    "treat": _kingdom(o.Treat), "break": _kingdom(o.BreakTreaty), "call": read_call, "vote": _kingdom(o.Vote),
    "map": _kingdom(o.SendMap), "rename": read_rename, "heir": read_heir, "king": read_king, "realm": read_realm,
    "contact": read_contact,
}  # fmt: skip
"""By the word a line begins with: lines that are the kingdom's, not a character's."""
