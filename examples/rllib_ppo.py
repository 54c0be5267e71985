"""PPO of RLlib learns one seat against bots; illegal actions are masked by RLlib's own example module.

    pip install '.[env,examples]' 'ray[rllib]'
    python examples/rllib_ppo.py --iterations 5

RLlib weighs gigabytes, so no test runs this file; docs/research.md says when it was last run.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig  # type: ignore[import-not-found,import-untyped,unused-ignore]
from ray.rllib.core.rl_module.rl_module import RLModuleSpec  # type: ignore[import-not-found,import-untyped,unused-ignore]
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    ActionMaskingTorchRLModule,
)

from heptapolis.env import single_env


class Table(gymnasium.Env[Any, Any]):
    """The environment with the names that RLlib's masking module expects."""

    def __init__(self, config: dict[str, Any]) -> None:
        """``config``: the options of ``single_env``."""
        self.table = single_env(dtype="float32", **config)
        space = self.table.observation_space
        assert isinstance(space, gymnasium.spaces.Dict), "an observation and a mask"
        mask = gymnasium.spaces.Box(0.0, 1.0, space["action_mask"].shape, np.float32)
        self.observation_space = gymnasium.spaces.Dict({"observations": space["observation"], "action_mask": mask})
        self.action_space = self.table.action_space

    def _named(self, seen: Any) -> dict[str, Any]:
        return {"observations": seen["observation"], "action_mask": seen["action_mask"].astype(np.float32)}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts a new game."""
        seen, _ = self.table.reset(seed=seed, options=options)
        return self._named(seen), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes the learner's action."""
        seen, reward, ended, cut, _ = self.table.step(action)
        return self._named(seen), reward, ended, cut, {}


def main(arguments: list[str] | None = None) -> list[float]:
    """Trains, and returns the mean reward of each iteration: from -1, always last, to 1, always first."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=5)
    parser.add_argument("--bots", default="random,random", help="the opponents, separated by commas")
    options = parser.parse_args(arguments)
    config = (
        PPOConfig()  # type: ignore[no-untyped-call,unused-ignore]
        .environment(Table, env_config={"bots": tuple(options.bots.split(",")), "reward": "rank"})
        .env_runners(num_env_runners=0)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [128, 128], "head_fcnet_activation": "tanh"},
            )
        )
        .training(train_batch_size_per_learner=2000, minibatch_size=250, num_epochs=6, lr=5e-4, gamma=1.0)
    )
    algorithm = config.build_algo()
    found = []
    for _ in range(options.iterations):
        found.append(float(algorithm.train()["env_runners"]["episode_return_mean"]))  # type: ignore[no-untyped-call,unused-ignore]
        print(f"{found[-1]:+.2f}", flush=True)  # noqa: T201
    algorithm.stop()  # type: ignore[no-untyped-call,unused-ignore]
    return found


if __name__ == "__main__":
    main()
