"""Registers the environments with Gymnasium when ``heptapolis.env`` is imported."""

from __future__ import annotations

from typing import Final

TABLE: Final = "heptapolis/Table-v1"


def register_envs() -> None:
    """Makes ``gymnasium.make("heptapolis/Table-v1", ...)`` and ``make_vec`` known, if Gymnasium is installed."""
    try:
        from gymnasium.envs.registration import register, registry
    except ModuleNotFoundError:
        return
    if TABLE not in registry:
        register(
            id=TABLE,
            entry_point="heptapolis.env.single:SingleSeatEnv",
            vector_entry_point="heptapolis.env.vector:TableVectorEnv",
        )
