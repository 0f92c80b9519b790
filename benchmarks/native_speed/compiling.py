"""CPU seconds of compiling forms, in a separate process: `python -m benchmarks.native_speed.compiling`."""

import json
from importlib import import_module
from time import process_time
from typing import Final

from prunecheck.errors import PreconditionError
from prunecheck.trees.games.connect_four import ConnectFour
from prunecheck.trees.views.cut import cut

NUMBA: Final = "importing Numba"
FIRST, FURTHER, GROUP = "compiling the first form", "compiling a further form", "compiling two more functions"
FORMS: Final = {FIRST: "fail_soft", FURTHER: "negamax_alpha_beta", GROUP: "two_functions"}


def main() -> None:
    """Print the seconds for each form as JSON. Without Numba, print an empty object."""
    started = process_time()
    try:
        search = import_module("prunecheck.native.search").search
    except PreconditionError:
        print("{}")  # noqa: T201
        return
    seconds = {NUMBA: process_time() - started}
    for what, form in FORMS.items():
        tree = cut(ConnectFour(score="weak"), 2)
        started = process_time()
        search(form, tree)
        seconds[what] = process_time() - started
    print(json.dumps(seconds))  # noqa: T201


if __name__ == "__main__":
    main()
