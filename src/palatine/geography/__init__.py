"""Where things are: the shapes of maps, as ids, neighbours, distances, paths and outlines to draw.

Nothing here knows a game. A map's spaces are dense ints; the name printed on the map is only a name.
"""
