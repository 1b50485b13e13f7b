"""Guiding players: `previews` of what an action will cause, `recaps` of what happened, `advising` what a bot would do,
`setting_up` by the captain's hand, and the `stories` of finished matches. `guide` is the façade of all of it."""
