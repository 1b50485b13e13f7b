"""All benchmarks, one after the other: `python -m benchmarks`."""

from benchmarks import environments, foresight, load, selfplay, states, turns, wire

selfplay.main()
states.main()
turns.main()
load.main()
wire.main()
foresight.main()
environments.main()
