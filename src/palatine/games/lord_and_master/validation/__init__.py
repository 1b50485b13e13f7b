"""Whether the files of `data/` agree with the rulebook: `printed` what it says in sums and counts, `validator` the
checks. Nobody imports this but who asks for it."""
