"""Speed of judged calls of searches that only know their own game, on small trees.

Run with `python -m pytest benchmarks/speed/test_own_games.py --benchmark-only`. Each call runs the starting call again,
up to the position to judge. Only the number of calls is asserted; the goal is 5,000 calls per second on an idle
machine.
"""

from pathlib import Path
from random import Random
from time import process_time
from typing import Final

import click
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from prunecheck.contracts.case import case_of
from prunecheck.contracts.order import contract
from prunecheck.subjects.own_game.own_game_subject import OwnGameSubject, own_game_subject
from prunecheck.trees.explicit import ExplicitTree
from prunecheck.trees.protocol import Number
from prunecheck.trees.unfold import unfolded
from prunecheck.verify.hunt.tree_judge import TreeJudge
from prunecheck.verify.judge import Charge

ZOO: Final = Path(__file__).parents[2] / "tests" / "zoo"
SEARCHES: Final = {
    "tic-tac-toe, dictionary": (
        "hardwired_right/noughts.py:score_and_move",
        'score_and_move(position(), "X", -math.inf, math.inf)',
    ),
    "tic-tac-toe, list": (
        "hardwired_wrong/noughts.py:window_not_passed_on",
        'window_not_passed_on(late_board(), "X")',
    ),
    "tic-tac-toe, nested lists": ("hardwired_wrong/grid.py:root_forgets", "root_forgets(create_board())"),
    "discs on a numpy board": (
        "hardwired_wrong/drop.py:bound_as_value",
        "bound_as_value(create_board(), 5, -inf, inf, True)",
    ),
}
CONTRACTS: Final = ("exact", "knuth", "fishburn")
TREES: Final = 40
MOST_LEAVES: Final = 8


def small_trees(subject: OwnGameSubject) -> list[ExplicitTree[Number]]:
    """The first small trees that are drawn with a seed."""
    random = Random(1)  # noqa: S311  # not for security
    found: list[ExplicitTree[Number]] = []
    while len(found) < TREES:
        tree = subject.drawn_tree(random)
        if len(tree.leaf_values) <= MOST_LEAVES:
            found.append(tree)
    return found


@pytest.mark.benchmark(group="judged calls on small shapes of its own game", max_time=0.5, timer=process_time)
@pytest.mark.parametrize("name", SEARCHES)
def test_judged_calls(benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Three contracts are judged in all windows. CPU time is measured, without the time to learn the game tree."""
    search, start = SEARCHES[name]
    subject = own_game_subject(f"{ZOO / search}", [start])
    charges = tuple(map(Charge, map(contract, CONTRACTS)))
    cases = [case_of(unfolded(tree), None, None) for tree in small_trees(subject)]

    def judged() -> int:
        judges = [TreeJudge(subject.search, charges) for _ in cases]
        for judge, case in zip(judges, cases, strict=True):
            list(judge.violations(case))
        return sum(judge.calls for judge in judges)

    calls = benchmark(judged)
    assert calls > TREES
    if benchmark.stats is not None:  # benchmarks are not switched off
        rate = calls / benchmark.stats.stats.min
        benchmark.extra_info["calls a second"] = round(rate)
        with capsys.disabled():
            click.echo(f"\n  {name}: {rate:,.0f} judged calls a second")
