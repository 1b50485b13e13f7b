"""Shapes of maps: spaces as ids, neighbours, distances, paths and outlines.

This package is independent of any game. A map's spaces are dense integers; the name printed on the map is only a
name.
"""
