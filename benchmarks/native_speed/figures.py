"""The measured figures, as stored in `figures.json`."""

from pathlib import Path
from typing import Final

import msgspec

from benchmarks.native_speed.comparison import Comparison
from benchmarks.native_speed.durations import Duration

FIGURES: Final = Path(__file__).with_name("figures.json")


class Figures(msgspec.Struct, frozen=True):
    """All figures: contenders on Connect Four and on flat trees, and durations; each comparison is from one run.

    `missing` says what could not take part, and how to install it.
    """

    versions: dict[str, str]
    connect_four: tuple[Comparison, ...]
    flat: tuple[Comparison, ...]
    durations: tuple[Duration, ...]
    missing: tuple[str, ...]

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """All comparisons: on Connect Four, then on flat trees."""
        return self.connect_four + self.flat

    def seconds(self, what: str) -> tuple[float, ...]:
        """The seconds of one of the durations; empty if it was not measured."""
        return next((duration.seconds for duration in self.durations if duration.what == what), ())


def committed() -> Figures:
    """The committed figures."""
    return msgspec.json.decode(FIGURES.read_bytes(), type=Figures)


def text(figures: Figures) -> str:
    """The figures as text, a line for each record."""
    return msgspec.json.encode(figures).decode().replace("{", "\n{").lstrip() + "\n"
