"""What was measured, as `figures.json` has it."""

from pathlib import Path
from typing import Final

import msgspec

from benchmarks.native_speed.comparison import Comparison
from benchmarks.native_speed.durations import Duration

FIGURES: Final = Path(__file__).with_name("figures.json")


class Figures(msgspec.Struct, frozen=True):
    """All that one run measured: contenders on Connect Four and on flat trees, and durations.

    `missing` says what could not take part, and how to install it.
    """

    versions: dict[str, str]
    connect_four: tuple[Comparison, ...]
    flat: tuple[Comparison, ...]
    durations: tuple[Duration, ...]
    missing: tuple[str, ...]

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Those of both kinds."""
        return self.connect_four + self.flat

    def seconds(self, what: str) -> tuple[float, ...]:
        """The seconds of one of the durations; none if it was not measured."""
        return next((each.seconds for each in self.durations if each.what == what), ())


def committed() -> Figures:
    """The last figures written."""
    return msgspec.json.decode(FIGURES.read_bytes(), type=Figures)


def text(figures: Figures) -> str:
    """The figures as text, a line for each record."""
    return msgspec.json.encode(figures).decode().replace("{", "\n{").lstrip() + "\n"
