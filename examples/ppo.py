"""PPO in one file on many games at once, in the style of CleanRL: self-play, every seat is one environment.

    pip install '.[env,examples]'
    python examples/ppo.py --steps 200000

A reward comes only at the end of a game. ``wait`` steps of seats without a decision are left out of the updates.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found,import-untyped,unused-ignore]
from numpy.typing import NDArray
from torch import nn  # type: ignore[import-not-found,import-untyped,unused-ignore]

from heptapolis.env import single_env, vector_env

GAMMA = 1.0
LAMBDA = 0.95
CLIP = 0.2
EPOCHS = 4
BATCH = 512
ENTROPY = 0.01


class Agent(nn.Module):  # type: ignore[misc,unused-ignore]
    """Two hidden layers, a policy and a value."""

    def __init__(self, observation: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observation, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.policy = nn.Linear(128, actions)
        self.value = nn.Linear(128, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.zeros_(self.policy.bias)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        """The chances of the legal actions, and the expected reward."""
        hidden = self.body(seen)
        scores = self.policy(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=scores), self.value(hidden).squeeze(-1)


def advantages(
    rewards: NDArray[Any], values: NDArray[Any], ended: NDArray[Any], last: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Generalized advantages and returns; all arrays are steps by environments."""
    found = np.zeros_like(values)
    ahead = np.zeros_like(last)
    for step in reversed(range(len(rewards))):
        following = last if step == len(rewards) - 1 else values[step + 1]
        going_on = 1.0 - ended[step]
        error = rewards[step] + GAMMA * following * going_on - values[step]
        ahead = error + GAMMA * LAMBDA * going_on * ahead
        found[step] = ahead
    return found, found + values


def wins(agent: Agent, opponents: tuple[str, ...], games: int) -> float:
    """The share of games that the agent wins against bots."""
    table = single_env(bots=opponents, flat=True, dtype="float32", reward="win")
    won = 0.0
    for seed in range(games):
        seen, info = table.reset(seed=seed)
        ended = False
        while not ended:
            mask = torch.from_numpy(info["action_mask"].astype(bool))
            with torch.no_grad():
                chances, _ = agent(torch.from_numpy(seen), mask)
            seen, reward, ended, _, info = table.step(np.int64(chances.logits.argmax().item()))
            won += float(reward)
    return won / games


def train(options: argparse.Namespace) -> list[dict[str, float]]:
    """Learns, and returns one row a measurement."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    envs = vector_env(options.envs, players=3, dtype="float32", reward="rank", seed=options.seed)
    kind = envs.kind
    agent = Agent(kind.size, kind.actions)
    optimizer = torch.optim.Adam(agent.parameters(), lr=options.rate, eps=1e-5)
    seen, info = envs.reset(seed=options.seed)
    shape = (options.rollout, options.envs)
    rows: list[dict[str, float]] = [{"decisions": 0, "wins": wins(agent, ("random", "random"), options.games)}]
    decisions = 0
    while decisions < options.steps:
        observations = np.zeros((*shape, kind.size), np.float32)
        masks = np.zeros((*shape, kind.actions), np.bool_)
        actions = np.zeros(shape, np.int64)
        logs, values, rewards, ended = (np.zeros(shape, np.float32) for _ in range(4))
        for step in range(options.rollout):
            observations[step], masks[step] = seen, info["action_mask"]
            with torch.no_grad():
                chances, value = agent(torch.from_numpy(seen), torch.from_numpy(masks[step]))
                action = chances.sample()
                logs[step] = chances.log_prob(action).numpy()
            actions[step], values[step] = action.numpy(), value.numpy()
            seen, rewards[step], ended[step], _, info = envs.step(actions[step])
        with torch.no_grad():
            last = agent(torch.from_numpy(seen), torch.from_numpy(info["action_mask"]))[1].numpy()
        found, returns = advantages(rewards, values, ended, last)
        decided = np.flatnonzero(actions.reshape(-1))  # action 0 is to wait
        decisions += len(decided)
        update(agent, optimizer, decided, observations, masks, actions, logs, found, returns)
        rows.append({"decisions": decisions, "wins": wins(agent, ("random", "random"), options.games)})
    if options.save:
        torch.save(agent.state_dict(), options.save)
    return rows


def update(
    agent: Agent,
    optimizer: torch.optim.Optimizer,
    decided: NDArray[Any],
    observations: NDArray[Any],
    masks: NDArray[Any],
    actions: NDArray[Any],
    logs: NDArray[Any],
    found: NDArray[Any],
    returns: NDArray[Any],
) -> None:
    """Some epochs of clipped updates over the decisions of a rollout."""
    seen = torch.from_numpy(observations.reshape(-1, observations.shape[-1])[decided])
    legal = torch.from_numpy(masks.reshape(-1, masks.shape[-1])[decided])
    action, log, advantage, target = (
        torch.from_numpy(each.reshape(-1)[decided]) for each in (actions, logs, found, returns)
    )
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(decided)).split(BATCH):  # type: ignore[no-untyped-call,unused-ignore]
            chances, value = agent(seen[part], legal[part])
            ratio = (chances.log_prob(action[part]) - log[part]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy_loss = -torch.min(ratio * advantage[part], clipped * advantage[part]).mean()
            value_loss = 0.5 * (value - target[part]).pow(2).mean()
            loss = policy_loss + value_loss - ENTROPY * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main(arguments: list[str] | None = None) -> list[dict[str, float]]:
    """Trains, and writes the learning curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=200_000, help="decisions of all seats")
    parser.add_argument("--envs", type=int, default=96, help="seats at once, a multiple of three")
    parser.add_argument("--rollout", type=int, default=64, help="steps between updates")
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--games", type=int, default=50, help="games against random for each point of the curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save")
    parser.add_argument("--csv", type=Path, help="where to write the learning curve")
    options = parser.parse_args(arguments)
    rows = train(options)
    if options.csv:
        with options.csv.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, ["decisions", "wins"])
            writer.writeheader()
            writer.writerows(rows)
    return rows


if __name__ == "__main__":
    for row in main():
        print(f"{row['decisions']:9.0f} decisions  {row['wins']:.0%} of games won against random")  # noqa: T201
