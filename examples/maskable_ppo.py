"""MaskablePPO of sb3-contrib learns one seat against two random bots.

pip install '.[env,learners]'
python examples/maskable_ppo.py --steps 20000
"""

from __future__ import annotations

import argparse
import importlib
from typing import Any

import numpy as np

from heptapolis.env import single_env


def evaluate(model: Any, games: int) -> float:
    """The share of victories over random bots."""
    table = single_env(bots=("random", "random"), flat=True, dtype="float32", reward="win")
    wins = 0.0
    for number in range(games):
        seen, _ = table.reset(seed=10_000 + number)
        ended = False
        while not ended:
            action, _ = model.predict(seen, action_masks=table.action_masks(), deterministic=True)
            seen, reward, ended, _, _ = table.step(np.int64(action))
        wins += float(reward)
    return wins / games


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Trains and measures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--evaluate", type=int, default=100, help="games against random bots")
    options = parser.parse_args(arguments)
    learner = importlib.import_module("sb3_contrib").MaskablePPO
    table = single_env(bots=("random", "random"), flat=True, dtype="float32")
    model = learner("MlpPolicy", table, n_steps=512, seed=1)
    before = evaluate(model, options.evaluate)
    model.learn(options.steps)
    return {"wins before": before, "wins after": evaluate(model, options.evaluate)}


if __name__ == "__main__":
    for name, value in main().items():
        print(f"{name:12} {value:.3f}")  # noqa: T201
