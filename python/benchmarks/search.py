"""How many simulations a second the search of Polynya plays, beside OpenSpiel's, both written for speed (Rust and C++).

The game is Connect Four, from its beginning, with random playouts to the end: a game that both have in their own
language, because OpenSpiel's search would wait for Python in a game that is registered from there. Both search trees
grow by one playout a simulation, on one thread. The two take turns five times, each for SECS seconds (2 if not set).
Of the time only that of the processor counts, and the best of each: others may be at work here.

    cargo build --release --package polynya-bots --example connect_four
    python python/benchmarks/search.py target/release/examples/connect_four
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time

import pyspiel

SECONDS = float(os.environ.get("SECS", "2"))
ROUNDS = 5
# A tree of so many simulations is grown, and then another one.
SIMULATIONS = 10_000


def openspiel() -> float:
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 1000, False, 1, False)
    state, simulations, begin = game.new_initial_state(), 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        bot.mcts_search(state)
        simulations += SIMULATIONS
    return simulations / spent


def ours(program: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    answer = subprocess.run([program], check=True, capture_output=True, text=True, env={"SECS": str(SECONDS)})
    return int(answer.stdout) / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("say where the example is: python search.py target/release/examples/connect_four")
    rows = [(ours(sys.argv[1]), openspiel()) for _ in range(ROUNDS)]
    mine, theirs = (max(column) for column in zip(*rows))
    print("| simulations a second in Connect Four, one thread | |\n|---|---|")
    print(f"| Polynya | {mine:,.0f} |\n| OpenSpiel, C++ | {theirs:,.0f} |\n| times | {mine / theirs:.1f} |")


if __name__ == "__main__":
    main()
