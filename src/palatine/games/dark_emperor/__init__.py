"""Dark Emperor (Avalon Hill, 1985, Greg Costikyan): a Necromancer loose on a world of impact craters.

Two players on a hex map, ten kingdoms that sleep until somebody wakes them, ten runes of magic.

`components` is what came in the box, much of it reconstructed; `state` a position, `setup` (5) its beginning and
`sequence` (4) a turn; `rules` are the chapters, in groups: `rules.realm` (6, 7, 11, 18, 19), `rules.movement` (8, 10),
`rules.combat` (9), `rules.magic` (12 to 14), `rules.characters` (15 to 18) and `rules.common` (7.1, 20 and what several
share). `data/rulings.toml` says how we read what the rulebook leaves open, `data/clauses.toml` where each rule is.
"""

from palatine.games.dark_emperor.referee import GAME

__all__ = ["GAME"]
