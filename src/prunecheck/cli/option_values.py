"""Click types for option values, numbers and words, with the project's error messages."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import click

from prunecheck.errors import UnknownNameError
from prunecheck.verify.options import MOST_SECONDS, OptionError, WholeFrom, read_seconds

LEAST = 0.01


def _place(param: click.Parameter | None) -> str:
    """The option as typed on the command line, such as `--seed`."""
    return max(param.opts, key=len) if param is not None else "the value"


class Whole(click.IntRange):
    """A whole number of at least `least`."""

    def __init__(self, least: int) -> None:
        """Accept numbers of at least `least`, and say so in the help text."""
        super().__init__(min=least)
        self._read = WholeFrom(least)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number. Raises: UsageError if the text is not a number in this range."""
        with suppress(ValueError):  # an invalid value is refused below
            value = int(value)
        try:
            return self._read(value, _place(param))
        except OptionError as error:
            raise click.UsageError(str(error)) from None


class Seconds(click.FloatRange):
    """A time limit for one answer, in seconds: at least 0.01, at most a day."""

    def __init__(self) -> None:
        """Set these bounds, which the help text shows."""
        super().__init__(min=LEAST, max=MOST_SECONDS)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number. Raises: UsageError if the text is not a number in this range."""
        try:
            return read_seconds(float(value), _place(param), least=LEAST)
        except ValueError:
            raise click.UsageError(
                f"{_place(param)} is {value!r}, not a number; write a number such as 2 or 0.5"
            ) from None
        except OptionError as error:
            raise click.UsageError(str(error)) from None


class Share(click.FloatRange):
    """A fraction, 0 or more, such as 0.05 for 5 %."""

    def __init__(self) -> None:
        """Accept no negative number, and say so in the help text."""
        super().__init__(min=0)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number. Raises: UsageError if the text is not a number in this range."""
        try:
            share = float(value)
        except ValueError:
            share = -1.0
        if not 0 <= share < float("inf"):
            raise click.UsageError(
                f"{_place(param)} is {value!r}, not a fraction; write a fraction such as 0.05 for 5 %"
            )
        return share


class Word(click.Choice[str]):
    """One of a few words. For an unknown word, the error suggests the nearest one."""

    def __init__(self, words: Iterable[str]) -> None:
        """Accept these words in upper and in lower case."""
        super().__init__(list(words), case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word. Raises: UnknownNameError if the word is not one of the choices."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            raise UnknownNameError(f"value of {_place(param)}", str(value), self.choices) from None
