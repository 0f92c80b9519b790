"""Arrays that compiled code can read: the windows in which a search is checked on small trees, and the results.

Loops that check results have no early exit, so that the compiler can use vector instructions.
"""

from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from typing import Final

from prunecheck.exhaustive.orders import BOTTOM, TOP, Ends, windows
from prunecheck.exhaustive.small_tree import BOUND, DIGIT, WITHIN, SmallTree, constant

EXACT, KNUTH, FISHBURN, CLAMPED = 1, 2, 3, 4  # each contract implies those before it
AT_ONCE: Final = 32_768  # at most this many cases at a time, so that their results fit into a processor's cache


class Cases:
    """All windows for trees with `leaves` leaves, and a search's results for several orders of leaf values.

    Trees with `steps` different leaf values use the windows from index `first[steps]` up to `first[steps + 1]`.
    """

    def __init__(self, leaves: int, *, signed: bool) -> None:
        """Reserve space for the results of `room` orders of leaf values in all windows.

        If `signed` is True, two orders of leaf values also differ if a leaf value is negative in only one of them.
        """
        every = [windows(steps, signed=signed) for steps in range(leaves + 1)]
        most = len(every[leaves])
        self.room = max(1, AT_ONCE // most)
        self.alphas, self.betas = map(constant, zip(*map(native, chain.from_iterable(every)), strict=True))
        self.first = constant(accumulate(map(len, every), initial=0))
        self.found, self.read, self.seen = (array("q", bytes(8 * most * self.room)) for _ in range(3))
        self.due = array("q", bytes(8 * most))

    def call_all(
        self, search: Callable[[SmallTree, int, int, int], int], tree: SmallTree, root: int, start: int, stop: int
    ) -> int:
        """For the orders of leaf values from `start` to `stop`, run a search in all windows.

        Store the result of each call, and the leaves that the search evaluated.

        Returns how often the search was called.
        """
        case = 0
        for nth in range(start, stop):
            steps = tree.fill(nth)
            for window in range(self.first[steps], self.first[steps + 1]):
                tree.read = tree.seen = 0
                self.found[case] = search(tree, root, self.alphas[window], self.betas[window])
                self.read[case], self.seen[case] = tree.read, tree.seen
                case += 1
        return case

    def call_once(
        self, search: Callable[[SmallTree, int, int, int], int], tree: SmallTree, root: int, start: int, stop: int
    ) -> int:
        """For the orders of leaf values from `start` to `stop`, run a search that never reads its window.

        The search is called once for each order of leaf values, and the result is stored for every window.
        """
        case = 0
        for nth in range(start, stop):
            steps = tree.fill(nth)
            first, end = self.first[steps], self.first[steps + 1]
            tree.read = tree.seen = 0
            found = search(tree, root, self.alphas[first], self.betas[first])
            for _ in range(first, end):
                self.found[case], self.read[case], self.seen[case] = found, tree.read, tree.seen
                case += 1
        return case

    def first_violation(self, tree: SmallTree, start: int, at: int, stop: int, asked: Sequence[int]) -> int:
        """The index of the first order of leaf values, from `at` on, for which a result is wrong.

        A result is wrong if it violates a contract on values, or a law that says which leaves are evaluated. `asked`
        contains four numbers: first, a contract and a law to check on trees whose leaf values are all finite; then, a
        contract and a law to check on all other trees. Instead of a contract or law, `asked` contains 0 if there is
        none to check. Returns `stop` if no result is wrong.
        """
        case = 0
        for nth in range(start, stop):
            steps = tree.fill(nth)
            if nth >= at:
                rule, law = asked[2 * tree.infinite], asked[2 * tree.infinite + 1]
                tree.solve(law)
                if rule and self.wrong(rule, tree.truth[0], case, steps):
                    return nth
                if law and self.unlawful(law, tree, case, steps):
                    return nth
            case += self.first[steps + 1] - self.first[steps]
        return stop

    def wrong(self, rule: int, truth: int, case: int, steps: int) -> int:
        """Count the windows in which the returned value violates the contract with the number `rule`.

        `case` is the index of the result for the first window.
        """
        first, wrong = self.first[steps], 0
        for nth in range(self.first[steps + 1] - first):
            right = is_right(rule, truth, self.found[case + nth], self.alphas[first + nth], self.betas[first + nth])
            wrong += not right
        return wrong

    def unlawful(self, law: int, tree: SmallTree, case: int, steps: int) -> int:
        """Count the windows in which the evaluated leaves violate the law with the number `law`.

        `case` is the index of the result for the first window.
        """
        self.require(law, tree, steps)
        unlawful = 0
        for nth in range(self.first[steps + 1] - self.first[steps]):
            if law == WITHIN:
                unlawful += self.seen[case + nth] & ~self.due[nth] != 0
            else:
                unlawful += self.read[case + nth] != self.due[nth]
        return unlawful

    def require(self, law: int, tree: SmallTree, steps: int) -> None:
        """For each window, store in `due` the sequence of leaves that a search must evaluate according to a law.

        For the law WITHIN, `due` gets a set of bits: the leaves that a search is allowed to evaluate.
        """
        first = self.first[steps]
        windows = self.first[steps + 1] - first
        for nth in range(windows):
            self.due[nth] = 0
        for leaf in range(tree.wanted):
            digit, above, below = tree.digits[leaf], tree.above[leaf], tree.below[leaf]
            for nth in range(windows):
                wanted = (above < self.betas[first + nth]) & (self.alphas[first + nth] < below)
                longer = self.due[nth] | 1 << digit if law == WITHIN else self.due[nth] * DIGIT + digit
                self.due[nth] = longer if wanted else self.due[nth]


def is_right(rule: int, truth: int, found: int, alpha: int, beta: int) -> bool:
    """True if the returned value `found` satisfies the contract with the number `rule`."""
    if rule == EXACT:
        return alpha > -BOUND or beta < BOUND or found == truth
    if rule == KNUTH:
        return found <= alpha if truth <= alpha else found >= beta if truth >= beta else found == truth
    if rule == FISHBURN:
        return min(truth, beta) <= found <= max(truth, alpha)
    return found == max(alpha, min(truth, beta))


def native(ends: Ends) -> Ends:
    """Convert the ends of a window to the numbers that represent them in compiled code."""
    alpha, beta = (BOUND if code == TOP else -BOUND if code == BOTTOM else code for code in ends)
    return alpha, beta
