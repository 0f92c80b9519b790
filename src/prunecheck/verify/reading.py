"""What a search reads, measured over many trees beside alpha-beta, plain minimax and the least possible."""

from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Final

from prunecheck.contracts.visits import VISITS
from prunecheck.oracle.limit import fewest_leaves
from prunecheck.strategies.encoding import WITHIN_BOUNDS, decode
from prunecheck.trees.search import AnySearch
from prunecheck.trees.unfold import unfolded
from prunecheck.trees.views.recorded import recorded
from prunecheck.trees.window import FULL
from prunecheck.verify.check import answered, case_of

TREES: Final = 200
SECONDS: Final = 5.0
BYTES: Final = (24, 96)


@dataclass(frozen=True, slots=True)
class Reading:
    """Leaves over all trees, in the full window; and on how many trees some were read again, missed, or out of order.

    `needless` counts the trees on which leaves were read that alpha-beta leaves out; `entered` are the leaves of which
    it was asked whether they are leaves, again and again if so.
    """

    trees: int
    read: int
    alpha_beta: int
    fewest: int
    leaves: int
    again: int
    missed: int
    out_of_order: int
    needless: int
    entered: int

    @property
    def one_pass(self) -> bool:
        """True where each tree was read from left to right, no leaf twice, none left out that alpha-beta reads."""
        return not (self.again or self.missed or self.out_of_order)


def measured(search: AnySearch, *, seed: int = 0, trees: int = TREES, seconds: float = SECONDS) -> Reading:
    """The reading of `search` on random trees without shared nodes, as many as `seconds` allow.

    Those on which it fails do not count.
    """
    random = Random(seed)  # noqa: S311  # no secret is made of it
    totals = [0] * 10
    end = perf_counter() + seconds
    for _ in range(trees):
        if perf_counter() > end:
            break
        marks = random.randbytes(random.randint(*BYTES))
        tree = unfolded(decode(marks, shared=False, static_values=False, scales=WITHIN_BOUNDS))
        case = case_of(tree, None, [FULL])
        log = recorded(case.tree, most_questions=case.most_questions)
        done = answered(search, log, FULL)
        if done.found is None:
            continue
        lawful = case.lawful(VISITS, 0)
        seen = set(done.leaves)
        totals = [
            total + more
            for total, more in zip(
                totals,
                (
                    1,
                    len(done.leaves),
                    len(lawful),
                    fewest_leaves(case.tree, FULL),
                    len(case.leaves),
                    len(seen) < len(done.leaves),
                    not seen.issuperset(lawful),
                    done.leaves != sorted(done.leaves),
                    not seen.issubset(lawful),
                    sum(map(case.tree.is_terminal, log.asked("is_terminal"))),
                ),
                strict=True,
            )
        ]
    return Reading(*totals)
