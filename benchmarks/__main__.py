"""Run all benchmarks in turn: `python -m benchmarks`."""

from benchmarks import environments, load, previews, selfplay, states, turns, wire

selfplay.main()
states.main()
turns.main()
load.main()
wire.main()
previews.main()
environments.main()
