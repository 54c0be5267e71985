"""A first agent: it learns by self-play in many games at once, and is then measured against bots.

A linear policy, trained by REINFORCE with the final rank as the reward. It is small on purpose: it needs only numpy,
and within seconds on one core it beats `random`.

    python examples/train_agent.py --games 64 --steps 2000 --save agent.npz
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from heptapolis.env import batched_env, single_env

Floats = NDArray[np.float32]

SCALE = np.float32(1 / 16)  # bytes are counts: most are below sixteen


class Agent:
    """Scores an action with one row of weights each over the bytes of an observation."""

    def __init__(self, observation: int, actions: int, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.weights: Floats = (self.random.standard_normal((actions, observation)) * 1e-3).astype(np.float32)

    def act(self, observation: NDArray[np.uint8], legal: NDArray[np.int64]) -> tuple[int, Floats]:
        """Draws an action and returns its place with the probabilities of all legal ones."""
        scores = self.weights[legal] @ (observation * SCALE)
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        return int(
            self.random.choice(len(legal), p=chances.astype(np.float64) / chances.sum(dtype=np.float64))
        ), chances


def train(agent: Agent, games: int, steps: int, rate: float, seed: int) -> int:
    """Trains by self-play; returns the number of finished games."""
    table = batched_env(games, players=3, reward="rank", seed=seed)
    memory: list[list[list[tuple[NDArray[np.uint8], NDArray[np.int64], int, Floats]]]] = [
        [[] for _ in range(3)] for _ in range(games)
    ]
    finished = 0
    for _ in range(steps):
        actions = np.zeros((games, 3), np.int64)
        for game in range(games):
            for seat in range(3):
                legal = np.flatnonzero(table.masks[game, seat])
                if legal[0] == 0:
                    continue  # nothing to decide: wait
                seen = table.observations[game, seat].copy()
                place, chances = agent.act(seen, legal)
                actions[game, seat] = legal[place]
                memory[game][seat].append((seen, legal, place, chances))
        step = table.step(actions)
        for game in np.flatnonzero(step.done).tolist():
            for seat in range(3):
                reward = float(step.rewards[game, seat])
                for seen, rows, place, chances in memory[game][seat]:
                    push = -chances
                    push[place] += 1
                    np.add.at(agent.weights, rows, (rate * reward * push)[:, None] * (seen * SCALE)[None, :])
                memory[game][seat] = []
            finished += 1
    return finished


def evaluate(agent: Agent, opponents: tuple[str, ...], games: int, seed: int) -> tuple[float, float]:
    """The mean points and the share of victories against bots."""
    table = single_env(bots=opponents, reward="win")
    points = wins = 0.0
    for number in range(games):
        seen, _ = table.reset(seed=seed + number)
        while True:
            legal = np.flatnonzero(seen["action_mask"])
            scores = agent.weights[legal] @ (seen["observation"] * SCALE)
            seen, reward, ended, _, info = table.step(np.int64(legal[int(scores.argmax())]))
            if ended:
                points += info["score"]["total"]
                wins += float(reward)
                break
    return points / games, wins / games


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Trains, measures and saves."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=64, help="games at once")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--evaluate", type=int, default=200, help="games against bots")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path)
    options = parser.parse_args(arguments)
    table = batched_env(1, players=3)
    agent = Agent(table.kind.size, table.kind.actions, options.seed)
    found: dict[str, float] = {}
    found["points before"], found["wins before"] = evaluate(agent, ("random", "random"), options.evaluate, 1000)
    train(agent, options.games, options.steps, options.rate, options.seed)
    found["points after"], found["wins after"] = evaluate(agent, ("random", "random"), options.evaluate, 1000)
    if options.save:
        np.savez_compressed(options.save, weights=agent.weights)
    return found


if __name__ == "__main__":
    for name, value in main().items():
        print(f"{name:16} {value:.3f}")  # noqa: T201
