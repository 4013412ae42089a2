"""A value network for Rescue Polar Bears, learnt with jax and exported into the form that the bots read.

    python examples/rescue_value.py --matches 400 --network network.txt --curve curve.svg
    polynya arena rescue-polar-bears --network mine=network.txt --bots greedy,greedy+mine

The bot `easy` plays matches, with a random action now and then: what is never tried is never learnt. At the beginning of
every turn the bots ask their network for a correction of the log-odds that they already believe, so these are the samples,
and whether the match was won is what the network learns to say. Matches that are kept aside show when it stops learning
and begins to remember: the network of the best epoch is exported. The same seed gives the same network.
"""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import polynya
from numpy.typing import NDArray

Array = NDArray[np.float32]
GAME, SEATS, HIDDEN = "rescue-polar-bears", 3, 32
# How often a random action is played instead of the bot's.
TRIED = 0.03


class Samples(NamedTuple):
    """What the network is asked in each turn, the log-odds that it corrects, and whether the match was won."""

    inputs: Array
    log_odds: Array
    won: Array


class Network(NamedTuple):
    """One hidden layer of rectified units and one output in log-odds."""

    weights: jax.Array
    hidden_bias: jax.Array
    output: jax.Array
    output_bias: jax.Array


def play(seed: str, bot: str = "easy") -> Samples:
    """Plays one match and returns its turns."""
    rng, team = random.Random(seed), polynya.Bot(bot, seed)
    options = {"start_temperature": rng.choice([4, 8, 8, 8, 12])}
    match = polynya.Match(GAME, SEATS, options, seed)
    questions, turn = [], -1
    while not match.is_over:
        if match.turns != turn:
            turn = match.turns
            questions.append(match.network_question())
        legal = match.legal()
        if len(legal) == 1 or rng.random() < TRIED:
            match.play(rng.choice(legal))
        else:
            match.play_bot(team)
    inputs = np.stack([inputs for inputs, _ in questions])
    log_odds = np.array([believed for _, believed in questions], np.float32)
    return Samples(inputs, log_odds, np.full(len(questions), match.returns[0] > 0, np.float32))


def joined(parts: list[Samples]) -> Samples:
    return Samples(*(np.concatenate([part[field] for part in parts]) for field in range(3)))


def gather(matches: int, seed: int, processes: int) -> tuple[Samples, Samples]:
    """Plays matches; returns the turns of four in five, and those of the others, which are kept aside."""
    seeds = [f"{seed} {number}" for number in range(matches)]
    if processes > 1:
        with ProcessPoolExecutor(processes) as pool:
            played = list(pool.map(play, seeds, chunksize=4))
    else:
        played = [play(each) for each in seeds]
    aside = max(1, matches // 5)
    return joined(played[aside:]), joined(played[:aside])


def begin(rng: np.random.Generator, inputs: int) -> Network:
    """Returns a network that corrects nothing yet."""
    width = np.sqrt(15 / inputs)
    weights = rng.uniform(-width, width, (inputs, HIDDEN)).astype(np.float32)
    zeros = jnp.zeros(HIDDEN, jnp.float32)
    return Network(jnp.asarray(weights), zeros, zeros, jnp.zeros((), jnp.float32))


def correction(network: Network, inputs: jax.Array) -> jax.Array:
    hidden = jnp.maximum(inputs @ network.weights + network.hidden_bias, 0)
    return hidden @ network.output + network.output_bias


def loss(network: Network, samples: Samples) -> jax.Array:
    """Returns the mean surprise at the results: the cross entropy, in nats."""
    believed = jnp.asarray(samples.log_odds) + correction(network, jnp.asarray(samples.inputs))
    return jnp.mean(jnp.logaddexp(0, believed) - jnp.asarray(samples.won) * believed)


@jax.jit
def improved(network: Network, moments: tuple[Network, Network], samples: Samples, step: int, rate: float) -> tuple[
    Network, tuple[Network, Network]
]:
    """Takes one step of Adam, with a little decay of the weights."""
    gradient = jax.grad(loss)(network, samples)
    first = jax.tree.map(lambda moment, slope: 0.9 * moment + 0.1 * slope, moments[0], gradient)
    second = jax.tree.map(lambda moment, slope: 0.999 * moment + 0.001 * slope**2, moments[1], gradient)

    def moved(weight: jax.Array, mean: jax.Array, spread: jax.Array) -> jax.Array:
        size = jnp.sqrt(spread / (1 - 0.999**step)) + 1e-8
        return weight * (1 - 0.05 * rate) - rate * mean / (1 - 0.9**step) / size

    return Network(*jax.tree.map(moved, network, first, second)), (first, second)


def learn(train: Samples, aside: Samples, epochs: int, seed: int) -> tuple[Network, list[tuple[float, float]]]:
    """Learns; returns the network of the epoch with the least loss aside, and both losses before and after every epoch."""
    rng = np.random.default_rng(seed)
    network = best = begin(rng, train.inputs.shape[1])
    nothing: Network = Network(*jax.tree.map(jnp.zeros_like, network))
    moments, step, size = (nothing, nothing), 0, 256
    measured = jax.jit(loss)
    curve = [(float(measured(network, train)), float(measured(network, aside)))]
    for epoch in range(epochs):
        rate = 0.5e-3 * (1 + np.cos(np.pi * epoch / epochs))
        order = rng.permutation(len(train.won))
        for at in range(0, len(order) - size + 1, size):
            step += 1
            part = Samples(*(field[order[at : at + size]] for field in train))
            network, moments = improved(network, moments, part, step, rate)
        curve.append((float(measured(network, train)), float(measured(network, aside))))
        if curve[-1][1] <= min(other for _, other in curve):
            best = network
        print(f"epoch {epoch + 1}: loss {curve[-1][0]:.4f}, aside {curve[-1][1]:.4f}", flush=True)
    return best, curve


def export(network: Network, file: Path, told: str) -> None:
    """Writes the text that the bots read: a line for every input, the biases, the output weights, the output bias."""
    rows = [*np.asarray(network.weights), np.asarray(network.hidden_bias), np.asarray(network.output)]
    lines = [" ".join(f"{number:.4f}" for number in row) for row in rows]
    file.write_text("\n".join([f"# {told}", *lines, f"{float(network.output_bias):.4f}"]) + "\n")


def draw(curve: list[tuple[float, float]], file: Path) -> None:
    """Draws both losses, epoch by epoch, with what is believed without a network."""
    values = [value for pair in curve for value in pair]
    low, high = min(values), max(values)
    scale = 215 / max(high - low, 1e-6)

    def line(which: int, colour: str) -> str:
        points = " ".join(
            f"{60 + 560 * index / max(1, len(curve) - 1):.1f},{35 + scale * (high - pair[which]):.1f}"
            for index, pair in enumerate(curve)
        )
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'

    without = 35 + scale * (high - curve[0][1])
    file.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 300" font-family="sans-serif" font-size="13">'
        '<rect width="640" height="300" fill="#fff"/><path d="M60 30V260H620" fill="none" stroke="#888"/>'
        f'<text x="12" y="39">{high:.3f}</text><text x="12" y="254">{low:.3f}</text>'
        f'<path d="M60 {without:.1f}H620" stroke="#888" stroke-dasharray="4"/>'
        f"{line(0, '#2f6fb3')}{line(1, '#c8443a')}"
        f'<text x="300" y="288">epochs, 0 to {len(curve) - 1}</text>'
        '<text x="70" y="22">loss of the value network of Rescue Polar Bears: '
        '<tspan fill="#2f6fb3">learnt</tspan>, <tspan fill="#c8443a">aside</tspan>, '
        '<tspan fill="#666">dashed: aside, without it</tspan></text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--network", type=Path, default=Path("network.txt"), help="the file for the network")
    parser.add_argument("--curve", type=Path, help="an SVG file for the curve")
    given = parser.parse_args()
    train, aside = gather(given.matches, given.seed, given.processes)
    print(f"{len(train.won)} turns, {train.won.mean():.0%} of matches won; {len(aside.won)} turns aside", flush=True)
    network, curve = learn(train, aside, given.epochs, given.seed)
    told = f"examples/rescue_value.py --seed {given.seed} --matches {given.matches} --epochs {given.epochs}"
    export(network, given.network, f"Learnt by {told}")
    if given.curve:
        draw(curve, given.curve)
    print(f"loss aside {curve[0][1]:.4f} without the network, {min(value for _, value in curve):.4f} with it")


if __name__ == "__main__":
    main()
