"""Jobs of many clients on a few workers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.calculator import Busy, Calculator, Rank
from sandtable.server.processes import Died
from sandtable.server.refusals import Refused
from sandtable.server.requests import RuleChoice
from tests.server.gates import passed
from tests.server.tables import awaited, give, served, wish


async def done(
    calculator: Calculator, rank: Rank, who: str, order: list[str], what: Callable[..., Any] = divmod, *args: Any
) -> None:
    await calculator.run(rank, (who,), 120, what, *(args or (1, 1)))
    order.append(who)


async def started(calculator: Calculator) -> None:
    await calculator.run(Rank.GAME, (), 60, divmod, 1, 1)


async def queued(*jobs: Coroutine[Any, Any, None]) -> list[asyncio.Task[None]]:
    """Begin jobs in this order; return their tasks when all of them wait or run."""
    tasks = [asyncio.create_task(job) for job in jobs]
    await asyncio.sleep(0)
    return tasks


@awaited
async def test_previews_go_first_and_clients_take_turns(tmp_path: Path) -> None:
    calculator, order, gate = Calculator(1), [], tmp_path / "gate"  # type: ignore[var-annotated]
    try:
        await started(calculator)
        tasks = await queued(done(calculator, Rank.ODDS, "greedy", order, passed, gate))
        tasks += await queued(*(done(calculator, Rank.ODDS, "greedy", order) for _ in range(5)))
        tasks += await queued(*(done(calculator, Rank.ODDS, "modest", order) for _ in range(2)))
        tasks += await queued(done(calculator, Rank.PREVIEW, "player", order))
        await asyncio.sleep(1)  # the time that the greedy client has used
        gate.touch()
        await asyncio.gather(*tasks)
    finally:
        calculator.close()
    assert order[:4] == ["greedy", "player", "modest", "modest"]


@awaited
async def test_a_client_has_a_share_and_a_full_queue_makes_room_for_players(tmp_path: Path) -> None:
    calculator, order, gate = Calculator(1, waiting=5, share=3), [], tmp_path / "gate"  # type: ignore[var-annotated]
    try:
        await started(calculator)
        greedy = await queued(*(done(calculator, Rank.ODDS, "greedy", order, passed, gate) for _ in range(3)))
        with pytest.raises(Busy) as busy:
            await done(calculator, Rank.PREVIEW, "greedy", order)
        assert (busy.value.status, busy.value.retry) == (429, 5)
        others = await queued(*(done(calculator, Rank.ODDS, str(i), order) for i in range(2)))
        with pytest.raises(Busy):
            await done(calculator, Rank.ODDS, "late", order)
        player = await queued(done(calculator, Rank.PREVIEW, "player", order))
        gate.touch()
        await asyncio.gather(*player)
        results = await asyncio.gather(*greedy, *others, return_exceptions=True)
        assert sum(isinstance(r, Busy) for r in results) == 1
    finally:
        calculator.close()
    assert order[1] == "player"


@awaited
async def test_a_long_proof_and_long_odds_do_not_block_previews(tmp_path: Path) -> None:
    calculator, order, gate = Calculator(2), [], tmp_path / "gate"  # type: ignore[var-annotated]
    try:
        await asyncio.gather(started(calculator), started(calculator))
        long = await queued(
            *(
                done(calculator, rank, who, order, passed, gate)
                for rank, who in ((Rank.PROOF, "prover"), (Rank.ODDS, "a"), (Rank.ODDS, "b"))
            )
        )
        await done(calculator, Rank.PREVIEW, "player", order)
        assert order == ["player"]
        gate.touch()
        await asyncio.gather(*long)
    finally:
        calculator.close()


@awaited
async def test_work_that_takes_too_long_is_ended() -> None:
    calculator = Calculator(1)
    try:
        await started(calculator)
        with pytest.raises(Died):
            await calculator.run(Rank.GAME, (), 0.1, time.sleep, 60)
        assert await calculator.run(Rank.GAME, (), 10, divmod, 7, 2) == (3, 1)
    finally:
        calculator.close()


@awaited
async def test_jobs_end_when_the_server_stops() -> None:
    calculator = Calculator(1)
    await started(calculator)
    jobs = [asyncio.create_task(calculator.run(Rank.GAME, (), 600, time.sleep, 600)) for _ in range(3)]
    await asyncio.sleep(0.1)
    calculator.close()
    for result in await asyncio.gather(*jobs, return_exceptions=True):
        assert isinstance(result, Refused) and (result.status, result.retry) == (503, 5)
    with pytest.raises(Refused):
        await calculator.run(Rank.GAME, (), 1, divmod, 7, 2)


@awaited
async def test_a_proof_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        await give(service, made.id, made.token, "0")
        await service.close(made.id, made.token)
        run, times = service.calculator.run, 0

        async def counted(*args: Any) -> Any:
            nonlocal times
            times += 1
            return await run(*args)

        monkeypatch.setattr(service.calculator, "run", counted)
        proofs = await asyncio.gather(*(service.proof(made.id) for _ in range(5)))
        assert (await service.proof(made.id)).ok and all(p.ok for p in proofs)
        assert times == 1


@awaited
async def test_odds_that_find_no_room_are_tried_again_and_then_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sandtable.server import helping
    from sandtable.server.prospects import none

    monkeypatch.setattr(helping, "AGAIN", 0.01)
    async with served(tmp_path) as service:
        rooms = [Busy("No room."), Busy("No room."), Busy("No room."), none("Germany", "")]

        async def run(*args: Any) -> Any:
            found = rooms.pop(0)
            if isinstance(found, Busy):
                raise found
            return found

        monkeypatch.setattr(service.calculator, "run", run)
        prospect: Any = type("Prospect", (), {"space": "Germany"})
        assert (await service._solve(prospect, Rank.GAME, ("me",))).text == "No room."
        assert (await service._solve(prospect, Rank.GAME, ("me",))).text == "" and not rooms


@awaited
async def test_variant_files_are_read_in_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.rules import variant
    from sandtable.server import content
    from sandtable.server.reference import NamedChoice, VariantFile
    from sandtable.server.refusals import Refused

    text = content.write_variant(NamedChoice(RuleChoice("classic", rules=["gemmell.salvage"]), "Ours")).text
    monkeypatch.setattr(variant, "read", lambda text: 1 / 0)  # in this process
    async with served(tmp_path) as service:
        assert (await service.read_variant(VariantFile(text))).choice.rules == ["gemmell.salvage"]
        with pytest.raises(Refused, match=r"at `\$.edition`"):
            await service.read_variant(VariantFile("edition = 1"))
