"""Components of the game, loaded once from `data/`.

* `world`: the map
* `pieces`: the units
* `tables`: the charts
* `spells`: the special spells
"""
