"""Components of the game, loaded once from `data/`.

* `world`: the map
* `pieces`: the counters and the powers they serve
* `spells`: the spells
* `tables`: the charts
"""
