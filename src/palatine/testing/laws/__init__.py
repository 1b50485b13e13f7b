"""What every game must pass, a function a law, each yielding complaints about a `Sample`.

`acting`: deciding, refusing, copying, saving. `seeing`: views, choices, secrets, the journal. `dealing`:
deals and bots rest on nothing but what a seat may know. `learning`: deals know what a seat has learned.
`guiding`: previews and recaps are true. `texts`: what is said of a view is what is in it. `remembering`: a view is
the same with a memory of others. `orders`: sheets and turns of secret orders.
"""
