"""Recollection: what has happened, as scenes on the map, and the numbers by which one sees how a match goes.

`scenes` makes a scene of an entry of the journal, `cards` the results of battles, sieges and searches, which many
entries tell; `recall` puts them together. `measures` are the numbers.
"""

from palatine.games.demonlord.recollection.measures import forces as forces
from palatine.games.demonlord.recollection.measures import measures as measures
from palatine.games.demonlord.recollection.recall import recall as recall
from palatine.games.demonlord.recollection.scenes import scene as scene
