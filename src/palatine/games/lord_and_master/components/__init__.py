"""The printed components: map, places, pieces and tables.

`world` also has the functions that read data files.
"""
