"""What has happened, told again.

scenes     an entry of the journal as a scene on the map; a year as its scenes
cards      battles and fights as cards: sides, what counted, losses, how it ended
measures   numbers by which one can see how the match goes
"""

from palatine.games.adventurer_kings.recollection.measures import forces, measures
from palatine.games.adventurer_kings.recollection.scenes import recall, scene

__all__ = ["forces", "measures", "recall", "scene"]
