"""Seed the random number generators of Python and numpy before each run, and restore their states."""

import contextlib
import os
import random
import sys
from collections.abc import Iterator
from typing import Any


def seed(number: int = 0) -> None:
    """Seed the random number generators, so that each run of the program gets the same random numbers."""
    random.seed(number)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(number)


@contextlib.contextmanager
def seeded_entropy(number: int = 0) -> Iterator[None]:
    """Replace the operating system's random bytes, which `uuid.uuid4` and `secrets` use, by seeded random bytes."""
    usual: Any = random  # type checkers do not know this private name for `os.urandom`
    before = os.urandom, usual._urandom  # noqa: SLF001
    os.urandom = usual._urandom = random.Random(number).randbytes  # noqa: S311, SLF001  # not for security
    try:
        yield
    finally:
        os.urandom, usual._urandom = before  # noqa: SLF001


def random_state() -> tuple[Any, Any]:
    """Return the state of Python's random number generator and, if numpy is loaded, of numpy's generator."""
    numpy = sys.modules.get("numpy")
    return random.getstate(), None if numpy is None else numpy.random.get_state(legacy=False)


def same_random(first: tuple[Any, Any], second: tuple[Any, Any]) -> bool:
    """True if two states of the random number generators are the same."""
    return repr(first) == repr(second)


@contextlib.contextmanager
def kept_random() -> Iterator[None]:
    """At the end of a `with` block, reset the random number generators to their state at the beginning of the block."""
    python, numpy = random_state()
    try:
        yield
    finally:
        random.setstate(python)
        if numpy is not None:
            sys.modules["numpy"].random.set_state(numpy)


@contextlib.contextmanager
def forked_random() -> Iterator[None]:
    """Give a `with` block random numbers of its own: new ones, and reset the generators at the end of the block.

    The numbers after the block do not depend on how many numbers were drawn in the block.
    """
    words = [random.getrandbits(32) for _ in range(4)]
    with kept_random():
        random.seed(repr(words))
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(words)
        yield
