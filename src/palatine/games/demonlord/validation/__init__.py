"""Does `data/` agree with the rulebook? `printed` are its facts; `map`, `pieces` and `tables` hold `files` to them.

`validator` asks all checks.
"""

from palatine.games.demonlord.validation.validator import validate as validate
