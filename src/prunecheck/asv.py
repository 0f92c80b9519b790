"""Prepare a user's search for timing with asv. The benchmarks that `prunecheck new asv` writes import this module."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from prunecheck.measure.plan import MOST_VISITS, NamedSearch
from prunecheck.measure.session import outcome
from prunecheck.oracle.minimax import value
from prunecheck.subjects.find import find_subject
from prunecheck.trees.values import show
from prunecheck.verify.options import read_options
from prunecheck.workloads.catalog import workload as workload_named


@dataclass(frozen=True, slots=True)
class Prepared:
    """A search that is ready to be timed: a function without arguments, and how many leaves the search evaluates."""

    leaves: int
    call: Callable[[], object]


def prepare(search: str, workload: str, **convention: str) -> Prepared:
    """Load a search, build the tree of a workload, and search the tree once, to count the leaves that are evaluated.

    `search` is named as for `prunecheck verify`; `convention` says how the search is called, as in `[tool.prunecheck]`.
    Raises: PreconditionError or UnknownNameError if the search is not found or cannot be called; AssertionError if the
    search ends with an error or returns a wrong value.
    """
    on = workload_named(workload)
    subject = find_subject(search, declared=read_options(convention).declared(), spare_plies=1)
    tree, window = on.build(), on.window
    truth = value(tree, tree.root)
    ended = outcome(NamedSearch(search, subject.search), tree, window, truth, MOST_VISITS)
    if ended.error:
        raise AssertionError(f"{search} on {workload} ended with {ended.error}")
    if not ended.right:
        raise AssertionError(f"{search} on {workload}: got {ended.found}, expected {show(truth)}")
    call: Callable[[], Any] = partial(subject.search, tree, tree.root, window.alpha, window.beta)
    return Prepared(ended.counts.leaves, call)
