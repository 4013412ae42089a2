"""A masked policy that learns Polar Dare! by playing against itself: actor-critic with numpy alone.

    python examples/self_play.py --seed 1 --minutes 5 --curve curve.svg

A network of one hidden layer looks at the observation and gives every legal action a probability and the position a value.
Thousands of matches run in one native batch; after every few steps the network is improved (A2C with generalised
advantages and Adam). In the end it plays against the bots `random` and `easy`. The same seed and number of updates give
the same network.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import polynya
from numpy.typing import NDArray

Array = NDArray[np.float32]
GAME, SEATS = "polar-dare", 2


@dataclass
class Network:
    """Observation to hidden units, and from these the logits of all actions and a value."""

    weights: dict[str, Array]
    first: dict[str, Array] = field(default_factory=dict)
    second: dict[str, Array] = field(default_factory=dict)
    updates: int = 0

    @classmethod
    def random(cls, rng: np.random.Generator, inputs: int, hidden: int, actions: int) -> Network:
        def layer(rows: int, columns: int, scale: float) -> Array:
            return (rng.standard_normal((rows, columns)) * scale).astype(np.float32)

        return cls(
            {
                "in": layer(inputs, hidden, 1 / np.sqrt(60)),
                "in_bias": np.zeros(hidden, np.float32),
                "policy": layer(hidden, actions, 0.01),
                "policy_bias": np.zeros(actions, np.float32),
                "value": layer(hidden, 1, 0.01),
            }
        )

    def hidden(self, seen: Array) -> Array:
        units: Array = np.maximum(seen @ self.weights["in"] + self.weights["in_bias"], 0)
        return units

    def look(self, seen: Array, masks: NDArray[np.bool_]) -> tuple[Array, Array, Array]:
        """Returns the hidden units, the probabilities of the legal actions and the values."""
        hidden = self.hidden(seen)
        logits = np.where(masks, hidden @ self.weights["policy"] + self.weights["policy_bias"], -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances.astype(np.float32), np.tanh(hidden @ self.weights["value"])[:, 0]

    def improve(self, gradients: dict[str, Array], rate: float) -> None:
        """Takes one step of Adam."""
        self.updates += 1
        size = np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients.values()))
        for name, gradient in gradients.items():
            gradient = gradient * min(1.0, 1.0 / (size + 1e-8))
            first = self.first.setdefault(name, np.zeros_like(gradient))
            second = self.second.setdefault(name, np.zeros_like(gradient))
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            steps = self.updates
            mean, spread = first / (1 - 0.9**steps), second / (1 - 0.999**steps)
            self.weights[name] -= rate * mean / (np.sqrt(spread) + 1e-8)


def scaled(seen: Array) -> Array:
    """Returns observations whose numbers are all about as large: the turns that are left are many."""
    seen = seen.copy()
    seen[:, polynya.info(GAME).field("turns_left").place] /= 1000
    return seen


def choose(chances: Array, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draws an action from every row of probabilities."""
    ends = np.cumsum(chances, axis=1)
    drawn: NDArray[np.int64] = np.argmax(ends > rng.random((len(chances), 1)) * ends[:, -1:], axis=1)
    return drawn


def learn(seed: int, minutes: float, updates: int | None, matches: int, steps: int) -> tuple[Network, list[float]]:
    """Plays and improves until the time is over; returns the network and how long matches were."""
    rng = np.random.default_rng(seed)
    known = polynya.info(GAME)
    shaping = {"rows of the way home": 0.03}
    batch = polynya.Batch(GAME, matches, SEATS, {}, seed, max_steps=600, shaping=shaping)
    network = Network.random(rng, known.observation_size, 128, known.actions)
    curve: list[float] = []
    ended, played, begin = 0, 0, time.monotonic()
    while updates is None or network.updates < updates:
        if updates is None and time.monotonic() - begin > minutes * 60:
            break
        rows = []
        for _ in range(steps):
            seen, masks = scaled(batch.observations), polynya.unpack(batch.masks, known.actions)
            hidden, chances, values = network.look(seen, masks)
            actions, seats = choose(chances, rng), batch.seats.copy()
            batch.step(actions)
            rows.append((seen, hidden, chances, values, actions, seats, batch.rewards.copy(), batch.ends | batch.cuts))
            ended += int((batch.ends | batch.cuts).sum())
            played += matches
        # What each seat's own decisions brought it: the future of a seat begins with its next observation.
        _, _, last = network.look(scaled(batch.observations), polynya.unpack(batch.masks, known.actions))
        asked = np.arange(matches)
        next_value = np.zeros((matches, SEATS), np.float32)
        next_value[asked, batch.seats] = last
        next_value[asked, 1 - batch.seats] = -last
        gathered = np.zeros((matches, SEATS), np.float32)
        advantage_after = np.zeros((matches, SEATS), np.float32)
        advantages = []
        for _, _, _, values, _, seats, rewards, done in reversed(rows):
            next_value[done] = 0
            advantage_after[done] = 0
            gathered[done] = 0
            gathered += rewards
            error = gathered[asked, seats] + 0.997 * next_value[asked, seats] - values
            advantage = error + 0.997 * 0.9 * advantage_after[asked, seats]
            advantage_after[asked, seats] = advantage
            next_value[asked, seats] = values
            gathered[asked, seats] = 0
            advantages.append(advantage)
        advantages.reverse()
        everything = np.concatenate(advantages)
        mean, spread = float(everything.mean()), float(everything.std()) + 1e-6
        gradients = {name: np.zeros_like(weight) for name, weight in network.weights.items()}
        count = matches * steps
        for (seen, hidden, chances, values, actions, *_), advantage in zip(rows, advantages):
            good = ((advantage - mean) / spread)[:, None]
            on_logits = chances * good
            on_logits[asked, actions] -= good[:, 0]
            # A little entropy, so that it goes on trying.
            surprise = np.where(chances > 0, np.log(np.maximum(chances, 1e-9)), 0)
            on_logits += 0.01 * chances * (surprise - (chances * surprise).sum(axis=1, keepdims=True))
            on_value = (-0.5 * advantage * (1 - values**2))[:, None]
            on_hidden = on_logits @ network.weights["policy"].T + on_value @ network.weights["value"].T
            on_hidden *= hidden > 0
            gradients["policy"] += hidden.T @ on_logits / count
            gradients["policy_bias"] += on_logits.sum(axis=0) / count
            gradients["value"] += hidden.T @ on_value / count
            gradients["in"] += seen.T @ on_hidden / count
            gradients["in_bias"] += on_hidden.sum(axis=0) / count
        network.improve(gradients, 0.002)
        if network.updates % 10 == 0 and ended:
            curve.append(played / ended)
            print(f"update {network.updates}: matches of {played / ended:.0f} actions", flush=True)
            ended = played = 0
    return network, curve


def share(network: Network, opponent: str, matches: int, seed: int) -> float:
    """Returns the share of matches that the network wins against a bot, as each seat in half of them."""
    won = 0.0
    for number in range(matches):
        match = polynya.Match(GAME, SEATS, {"turn_limit": 400}, f"{seed} {number // 2}")
        bot, own = polynya.Bot(opponent, f"{seed} {number}"), number % 2
        while not match.is_over:
            if match.seat == own:
                seen = scaled(match.observe()[None])
                _, chances, _ = network.look(seen, match.mask()[None])
                match.play(int(np.argmax(chances[0])))
            else:
                match.play_bot(bot)
        won += match.winners == [own]
    return won / matches


def draw(curve: list[float], file: Path) -> None:
    """Draws the curve of learning: how long matches are, update by update."""
    width, height, most = 640, 300, max(curve, default=1.0)
    points = " ".join(
        f"{50 + 570 * index / max(1, len(curve) - 1):.1f},{260 - 230 * value / most:.1f}"
        for index, value in enumerate(curve)
    )
    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="13"><rect width="{width}" height="{height}" fill="#fff"/>'
        f'<path d="M50 30V260H620" fill="none" stroke="#888"/><text x="8" y="36">{most:.0f}</text>'
        f'<text x="30" y="264">0</text><text x="250" y="288">updates, ten a point</text>'
        f'<text x="60" y="24">actions in a match of Polar Dare!, self-play</text>'
        f'<polyline points="{points}" fill="none" stroke="#2f6fb3" stroke-width="2"/></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--updates", type=int, help="instead of minutes: can be repeated to the last digit")
    parser.add_argument("--matches", type=int, default=256, help="matches in the batch")
    parser.add_argument("--steps", type=int, default=32, help="steps between two updates")
    parser.add_argument("--test", type=int, default=100, help="matches against each bot at the end")
    parser.add_argument("--curve", type=Path, help="an SVG file for the curve")
    given = parser.parse_args()
    network, curve = learn(given.seed, given.minutes, given.updates, given.matches, given.steps)
    if given.curve:
        draw(curve, given.curve)
    for opponent in ["random", "easy"]:
        print(f"wins {share(network, opponent, given.test, given.seed):.0%} of {given.test} against {opponent}", flush=True)


if __name__ == "__main__":
    main()
