"""The queue of analyses: bounded, fair, and none is lost when one fails."""

import asyncio
from pathlib import Path

import pytest

from heptapolis import Move, View
from heptapolis.analysis import JudgedDecision, JudgedMove
from heptapolis.bots import SearchBudget
from heptapolis.record.game.files import load_record
from heptapolis.server.bots.bot_pool import BotFailed
from heptapolis.server.errors import Refused
from heptapolis.server.study import queue
from heptapolis.server.study.queue import AT_ONCE, MOST, MOST_EACH, AnalysisQueue, Job
from serving import run

pytestmark = pytest.mark.once

WHOLE = load_record(Path(__file__).parents[2] / "games" / "first-standard-3.record")
RECORD = WHOLE.without_moves()


class Gate:
    """Stands in for the bot processes: judges a decision when told to."""

    def __init__(self) -> None:
        self.open = asyncio.Semaphore(0)
        self.fails = False

    async def judge(self, seen: View, move: Move, budget: SearchBudget) -> tuple[JudgedDecision, float]:
        await self.open.acquire()
        if self.fails:
            raise BotFailed("broken")
        decision = seen.pending[0]
        made = JudgedMove(move, 50.0, 1.0, 0.5, 20.0)
        return JudgedDecision(0, "", decision.player, decision.city, decision.kind, move, 2, 1.0, (made,)), 0.01


def opened() -> tuple[AnalysisQueue, Gate]:
    gate = Gate()
    return AnalysisQueue(gate), gate  # type: ignore[arg-type]  # stands in


async def settle(jobs: list[Job]) -> None:
    while any(job.under_way for job in jobs):
        await asyncio.sleep(0.005)


def test_two_at_a_time_and_everyone_has_a_turn() -> None:
    async def main() -> None:
        analyses, gate = opened()
        greedy = [analyses.start(f"a{number}", "greedy", WHOLE) for number in range(MOST_EACH)]
        assert [job.state for job in greedy] == ["running"] * AT_ONCE
        with pytest.raises(Refused, match="analysis/busy"):
            analyses.start("a9", "greedy", WHOLE)
        assert analyses.start("a0", "anybody", WHOLE) is greedy[0]  # the same analysis
        other = analyses.start("b", "other", WHOLE)
        later = analyses.start("c", "greedier", WHOLE)
        assert (other.state, later.state) == ("queued", "queued")
        for _ in range(2 * 54):
            gate.open.release()
        await settle(greedy)
        assert [job.state for job in (*greedy, other, later)] == ["ready", "ready", "running", "running"]
        assert greedy[0].result is not None and len(greedy[0].result.decisions) == greedy[0].done == 54
        await analyses.close()

    run(main())


def test_a_free_place_goes_to_a_visitor_who_has_none() -> None:
    async def main() -> None:
        analyses, _ = opened()
        short = analyses.start("a", "a", RECORD)  # nothing was decided: it ends at once
        analyses.start("b", "b", WHOLE)
        second = analyses.start("b again", "b", WHOLE)
        new = analyses.start("c", "c", WHOLE)
        await settle([short])
        assert (second.state, new.state) == ("queued", "running")
        await analyses.close()

    run(main())


def test_the_queue_has_an_end() -> None:
    async def main() -> None:
        analyses, _ = opened()
        for number in range(MOST):
            analyses.start(str(number), str(number), WHOLE)
        with pytest.raises(Refused, match="analysis/busy"):
            analyses.start("last", "last", WHOLE)
        await analyses.close()

    run(main())


def test_a_failed_analysis_can_be_started_again_and_one_that_takes_too_long_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def main() -> None:
        analyses, gate = opened()
        told: list[str] = []

        async def tell(job: Job) -> None:
            told.append(job.state)

        monkeypatch.setattr(queue, "LONGEST_SECONDS", 0.05)
        slow = analyses.start("a", "a", WHOLE, tell)
        await settle([slow])
        await asyncio.sleep(0)
        assert (slow.state, told) == ("failed", ["failed"])
        monkeypatch.setattr(queue, "LONGEST_SECONDS", 60)
        gate.fails = True
        gate.open.release()
        broken = analyses.start("a", "a", WHOLE)
        await settle([broken])
        assert broken.state == "failed"
        gate.fails = False
        again = analyses.start("a", "a", WHOLE)
        assert again not in (slow, broken)
        for _ in range(54):
            gate.open.release()
        await settle([again])
        assert again.state == "ready"
        await analyses.close()

    run(main())


def test_results_are_dropped_when_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        analyses, _ = opened()
        job = analyses.start("a", "a", RECORD)  # nothing was decided, so it is ready at once
        await settle([job])
        assert job.state == "ready" and analyses.find("a") is job
        monkeypatch.setattr(queue, "KEPT_SECONDS", -1)
        assert analyses.find("a") is None
        await analyses.close()

    run(main())
