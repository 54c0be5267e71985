"""MaskablePPO of sb3-contrib learns one seat against bots, and is then measured against them.

    pip install '.[env,examples]'
    python examples/maskable_ppo.py --steps 20000 --save ppo.zip

The environment needs no wrapper: MaskablePPO asks ``action_masks()`` which actions are legal.
"""

from __future__ import annotations

import argparse
from typing import Any

import torch  # type: ignore[import-not-found,import-untyped,unused-ignore]
from sb3_contrib import MaskablePPO  # type: ignore[import-not-found,import-untyped,unused-ignore]

from heptapolis.env import single_env


def wins(model: Any, opponents: tuple[str, ...], games: int) -> float:
    """The share of games that the learner wins."""
    table = single_env(bots=opponents, flat=True, dtype="float32", reward="win")
    won = 0.0
    for seed in range(games):
        seen, _ = table.reset(seed=seed)
        ended = False
        while not ended:
            action, _ = model.predict(seen, action_masks=table.action_masks(), deterministic=True)
            seen, reward, ended, _, _ = table.step(action)
            won += float(reward)
    return won / games


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Trains, measures and saves."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=20_480)
    parser.add_argument("--bots", default="random,random", help="the opponents, separated by commas")
    parser.add_argument("--games", type=int, default=100, help="games to measure")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)  # small nets are faster so
    opponents = tuple(options.bots.split(","))
    table = single_env(bots=opponents, flat=True, dtype="float32", reward="rank")
    model = MaskablePPO("MlpPolicy", table, seed=options.seed, n_steps=min(2048, options.steps), device="cpu")
    before = wins(model, opponents, options.games)
    model.learn(options.steps)
    if options.save:
        model.save(options.save)
    return {"wins before": before, "wins after": wins(model, opponents, options.games)}


if __name__ == "__main__":
    for name, value in main().items():
        print(f"{name:12} {value:.2f}")  # noqa: T201
