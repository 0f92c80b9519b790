"""Draw random examples with Hypothesis. With equal seeds, the examples are the same on every machine."""

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.strategies import SearchStrategy

T = TypeVar("T")

DRAW_CONSTANT: Final = "_maybe_draw_constant"  # the method with which Hypothesis sometimes draws a constant


def draw_each(drawn_from: SearchStrategy[T], judge: Callable[[T], None], *, examples: int, seed_number: int) -> None:
    """Draw `examples` random examples from a Hypothesis strategy, and call `judge` on each example.

    The examples only depend on the seed and the version of Hypothesis.

    Meanwhile, Hypothesis prints nothing, saves nothing and has no time limit. If `judge` raises an exception, no more
    examples are drawn.
    """

    @seed(seed_number)
    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        backend="hypothesis",
    )
    @given(drawn_from)
    def judge_drawn(drawn: T) -> None:
        judge(drawn)

    with CONSTANTS_OFF:
        judge_drawn()


class _ConstantsOff:
    """A context manager: inside it, Hypothesis uses no constants from source code as random values, in any thread.

    Normally, Hypothesis collects constants from all imported modules outside site-packages, and draws some of them as
    random values. If Hypothesis drew constants from source code, the trees for a given seed would depend on the
    installation and on the user's search.
    """

    def __init__(self) -> None:
        self._lock, self._blocks = Lock(), 0
        # None in a version of Hypothesis without constants
        self._original = getattr(HypothesisProvider, DRAW_CONSTANT, None)

    def __enter__(self) -> None:
        with self._lock:
            self._blocks += 1
            if self._original is not None:
                setattr(HypothesisProvider, DRAW_CONSTANT, _no_constant)

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._blocks -= 1
            if self._original is not None and not self._blocks:
                setattr(HypothesisProvider, DRAW_CONSTANT, self._original)


def _no_constant(provider: Any, *_: object, **__: object) -> None:
    """Replace the Hypothesis method that may return a constant from source code by one that never returns a constant.

    The random number that decides whether to return a constant is still drawn, so that later random numbers do not
    change.
    """
    provider._random.random()  # noqa: SLF001  # there is no public setting


CONSTANTS_OFF: Final = _ConstantsOff()
