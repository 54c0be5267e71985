"""Proximal policy optimisation in one file, in the style of CleanRL, by self-play in the vector environment.

Every seat of every game is one environment, and all seats are played by the same net.

    pip install '.[env,learners]'
    python examples/ppo.py --updates 100
"""

from __future__ import annotations

import argparse
import importlib
from typing import Any

import numpy as np

from heptapolis.env import single_env, vector_env

STEPS, EPOCHS, BATCHES = 32, 2, 4
DISCOUNT, TRACE, CLIP, ENTROPY, VALUE = 1.0, 0.95, 0.2, 0.01, 0.5


def make_net(torch: Any, size: int, actions: int) -> Any:
    """A net with a policy and a value."""
    layers = torch.nn
    body = layers.Sequential(layers.Linear(size, 128), layers.Tanh(), layers.Linear(128, 128), layers.Tanh())
    return layers.ModuleDict({"body": body, "policy": layers.Linear(128, actions), "value": layers.Linear(128, 1)})


def evaluate_net(torch: Any, net: Any, seen: Any, masks: Any) -> tuple[Any, Any]:
    """The distribution over legal actions, and the value."""
    hidden = net["body"](seen)
    logits = net["policy"](hidden).masked_fill(~masks, -1e9)
    return torch.distributions.Categorical(logits=logits), net["value"](hidden).squeeze(-1)


def train(torch: Any, net: Any, seats: int, updates: int, seed: int) -> None:
    """Learns by self-play."""
    table = vector_env(seats, players=3, dtype="float32")
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-4, eps=1e-5)
    seen, info = table.reset(seed=seed)
    for _ in range(updates):
        memory: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            now, masks = torch.from_numpy(seen), torch.from_numpy(info["action_mask"])
            with torch.no_grad():
                chances, values = evaluate_net(torch, net, now, masks)
                actions = chances.sample()
                chosen = chances.log_prob(actions)
            seen, rewards, ended, _, info = table.step(actions.numpy())
            memory.append((now, masks, actions, chosen, values, rewards.astype(np.float32), ended))
        with torch.no_grad():
            _, following = evaluate_net(torch, net, torch.from_numpy(seen), torch.from_numpy(info["action_mask"]))
        advantages = torch.zeros(STEPS, seats)
        trace = torch.zeros(seats)
        for step in reversed(range(STEPS)):
            *_, values, rewards, ended = memory[step]
            goes_on = 1 - torch.from_numpy(ended.astype(np.float32))
            delta = torch.from_numpy(rewards) + DISCOUNT * following * goes_on - values
            trace = delta + DISCOUNT * TRACE * goes_on * trace
            advantages[step] = trace
            following = values
        now, masks, actions, chosen, values = (torch.cat([each[part] for each in memory]) for part in range(5))
        gains = advantages.reshape(-1)
        targets = gains + values
        decides = masks[:, 0].logical_not()  # seats that wait have nothing to learn
        for _ in range(EPOCHS):
            order = torch.randperm(len(gains))
            for part in order.chunk(BATCHES):
                part = part[decides[part]]
                chances, guess = evaluate_net(torch, net, now[part], masks[part])
                ratio = (chances.log_prob(actions[part]) - chosen[part]).exp()
                gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-8)
                policy = -torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
                value = (guess - targets[part]).square().mean()
                loss = policy + VALUE * value - ENTROPY * chances.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
                optimizer.step()


def wins(torch: Any, net: Any, games: int) -> float:
    """The share of victories over random bots."""
    table = single_env(bots=("random", "random"), flat=True, dtype="float32", reward="win")
    won = 0.0
    for number in range(games):
        seen, info = table.reset(seed=10_000 + number)
        ended = False
        while not ended:
            with torch.no_grad():
                masks = torch.from_numpy(info["action_mask"].astype(bool))[None]
                chances, _ = evaluate_net(torch, net, torch.from_numpy(seen)[None], masks)
            seen, reward, ended, _, info = table.step(np.int64(int(chances.probs.argmax())))
        won += float(reward)
    return won / games


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Trains and measures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seats", type=int, default=96, help="environments, three a table")
    parser.add_argument("--updates", type=int, default=100)
    parser.add_argument("--evaluate", type=int, default=100, help="games against random bots")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    torch = importlib.import_module("torch")
    torch.manual_seed(options.seed)
    kind = vector_env(3).kind
    net = make_net(torch, kind.size, kind.actions)
    before = wins(torch, net, options.evaluate)
    train(torch, net, options.seats, options.updates, options.seed)
    return {"wins before": before, "wins after": wins(torch, net, options.evaluate)}


if __name__ == "__main__":
    for name, value in main().items():
        print(f"{name:12} {value:.3f}")  # noqa: T201
