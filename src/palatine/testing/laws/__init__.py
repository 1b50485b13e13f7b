"""The laws for every game, each a function that yields complaints about a `Sample`.

`acting`: decisions, refusals, copies, saving. `seeing`: views, choices, secrets, the journal. `dealing`: samples and
bots depend only on what a seat may know. `learning`: samples include what a seat has learned. `guiding`: previews and
recaps are true. `texts`: texts agree with the view. `remembering`: cached views are equal to uncached ones. `orders`:
sheets and turns of secret orders.
"""
