"""The laws for every game, each a function that yields complaints about a `Sample`.

`acting`: decisions, refusals, copies, saving. `seeing`: views, choices, secrets, texts, the journal. `dealing`: samples
and bots depend only on what a seat may know, and include what it has learned. `guiding`: previews and recaps are true.
`orders`: sheets and turns of secret orders.
"""
