"""Recognition of yes and no in free text.

“Yes 👍” and “Yes please, Ann” mean yes; “Yes, but not this week” does not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

Answer = Literal["yes", "no", ""]

YES_WORDS = frozenset(
    """
    yes y yep yeah yup yessir ok okay okey sure agreed absolutely definitely certainly ja jawohl oui si sí
    """.split()
)
NO_WORDS = frozenset(["no", "nope", "nah", "nein", "non"])
_THUMBS = dict.fromkeys("👍✅👌🆗✔☑", "yes") | dict.fromkeys("👎❌🚫", "no")
_VARIANTS = "\ufe0e\ufe0f"
_SMILEY = re.compile(r"\s*[:;]-?[)DP]$")
POLITE_WORDS = YES_WORDS | frozenset(
    """
    please pls plz thanks thx thank you very much so a lot many gladly happily happy glad of course with
    pleasure i'd i would love like to will want i'm am in count me us let's let do it that this ahead go
    play join sounds good great fine nice cool super perfect wonderful brilliant excellent indeed hand them
    all these those send the orders for inviting asking invitation is mine mine's that's it's its was my
    mail up can't wait looking forward sure hello hi dear referee cheers best kind regards yours both and
    bitte gerne danke merci gern
    """.split()
)
"""Words next to a yes that do not qualify it."""
DOUBT_WORDS = frozenset(
    """
    but not if unless only maybe perhaps possibly later however though although except until till before
    after when whether next instead wait first think unsure never sorry unfortunately afraid cannot can't
    couldn't don't didn't doesn't won't wouldn't isn't aren't shouldn't no nope nah aber nicht wenn doch
    erst mais pas depends provided once which what who why how monday tuesday wednesday thursday friday
    saturday sunday week month tomorrow may condition conditions actually hold stop cancel undo ignore
    withdraw scrap forget drop without change rather hmm
    """.split()
)
"""Words that make a yes uncertain."""
REGRETS = frozenset(["sorry", "unfortunately", "afraid"])
"""Words that make a yes uncertain, but not a number."""
COURTESY_WORDS = frozenset(
    """
    here are my order turn attached see file below find by bye sincerely faithfully truly soon cheerio warm
    warmly wishes greetings mfg lg vg viele grüße grüsse mit freundlichen liebe hallo good morning evening
    afternoon day hey everybody all again advance
    """.split()
)
"""Words of greetings and closing lines."""
_COURTEOUS = re.compile(
    r"thanks\b|thank you\b|many thanks\b|sent from|get outlook|von meinem|gesendet von|envoyé de|inviato da",
    re.IGNORECASE,
)
MAX_NAME_WORDS = 3
"""Maximum number of words of a name after an answer."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ENDS = re.compile(r"[.!;:]+\s+|\s+[-–—]+\s+|\n|[.!;:]+$")
_REFUSES = re.compile(
    r"\W*(?:$|[,.!;:\n-]|(?:thanks|thank|sorry|not|i|we|way|never|thx|danke|merci)\b)", re.IGNORECASE
)


def strip_decoration(text: str) -> str:
    """Return a line without emoji and without punctuation at its end."""
    kept = [c for c in text if unicodedata.category(c) not in ("So", "Sk", "Cf") and c not in _VARIANTS]
    return _SMILEY.sub("", " ".join("".join(kept).split())).rstrip(" .!,;:")


def find_answer(paragraph: Sequence[str], next_paragraph: Sequence[str] = ()) -> Answer:
    """Return the answer at the start of a paragraph; `next_paragraph` may revoke it."""
    text = "\n".join(paragraph)
    if not strip_decoration(text):
        thumbs = {_THUMBS[c] for c in text if c in _THUMBS}
        return "yes" if thumbs == {"yes"} else "no" if thumbs == {"no"} else ""
    text = text.lstrip(" \"'*_“„‘")
    found = _WORD.match(text)
    word = found[0].casefold() if found else ""
    rest = text[found.end() :] if found else ""
    if word in NO_WORDS:
        return "no" if _REFUSES.match(rest) and "yes" not in _words_of(rest) else ""
    phrase = "of course" if text.casefold().startswith("of course") else "with pleasure"
    is_yes = word in YES_WORDS or text.casefold().startswith((phrase, "gladly", "count me in"))
    return "yes" if is_yes and _is_whole(rest) and not _takes_back(next_paragraph) else ""


def is_courtesy(text: str) -> bool:
    """Return whether a line is only a courtesy: thanks, a greeting, a closing line or a name."""
    words = _WORD.findall(text)
    polite = [word for word in words if word.casefold().replace("’", "'") in POLITE_WORDS | COURTESY_WORDS]
    is_name = (
        len(words) <= MAX_NAME_WORDS
        and all(word[0].isupper() for word in words)
        and text.rstrip()[-1:] not in ".?!:"
    )
    return "?" not in text and (len(polite) == len(words) or is_name or bool(_COURTEOUS.match(text)))


def is_doubtful(text: str) -> bool:
    """Return whether a line asks something or may qualify an answer; regret alone does not."""
    return "?" in text or any(word in DOUBT_WORDS - REGRETS for word in _words_of(text))


def _is_whole(rest: str) -> bool:
    """Return whether nothing after a yes makes it uncertain.

    The rest of its sentence may be polite words or a name.
    """
    sentence, *others = _ENDS.split(rest.replace("can't wait", "").replace("cannot wait", ""), maxsplit=1)
    if "?" in rest or any(_THUMBS.get(c) == "no" for c in rest):
        return False
    if any(word in DOUBT_WORDS for other in others for word in _words_of(other)):
        return False
    strange = [word for word in _WORD.findall(sentence) if word.casefold().replace("’", "'") not in POLITE_WORDS]
    is_name = len(strange) <= MAX_NAME_WORDS and all(word[0].isupper() for word in strange)
    return is_name and not any(word.casefold() in DOUBT_WORDS for word in strange)


def _takes_back(following: Sequence[str]) -> bool:
    """Return whether a paragraph starts by revoking what the previous one said."""
    words = _words_of(" ".join(following))
    return bool(words) and words[0] in DOUBT_WORDS


def _words_of(text: str) -> list[str]:
    return [word.casefold().replace("’", "'") for word in _WORD.findall(text)]
