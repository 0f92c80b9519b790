"""The files to mutate, and the tests that judge the mutants of each."""

from pathlib import Path
from typing import Final

FOLDERS: Final = ("variants", "variants/forms", "variants/drivers", "variants/selective")
CLAIMS: Final = "tests/catalog/test_catalog.py"
ASSUMED: Final = "tests/variants/test_form_requirements.py"
DRIVERS: Final = "tests/variants/test_drivers.py"
SELECTIVE: Final = "tests/variants/test_selective_searches.py"
WIDELY: Final = (  # tests for unlisted mutants that survive the tests of their own file
    CLAIMS,
    ASSUMED,
    DRIVERS,
    "tests/variants/test_gradual_aspiration.py",
    "tests/variants/test_worked_examples.py",
    "tests/trees/test_deep_trees.py",
    "tests/verify/explain/test_traces.py",
    "tests/variants/test_linear_order_theorems.py",
    "tests/variants/test_forms_on_small_trees.py",
    "tests/measure/test_exact_counts.py",
    "tests/trees/games/test_othello.py",
)
TWICE: Final = {"aspiration": "(aspiration- or deepening-)", "carried_window": "(carried_window- or principal_line-)"}
TOLD: Final = {  # words that select the tests of a driver; other drivers get the tests for all
    "aspiration": "aspiration or margin",
    "carried_window": "root_drivers or neither or forgets",
    "choose_move": "root_drivers or infinity",
    "deepening": "deepening",
    "principal_line": "principal or neither",
}


def files(package: Path) -> list[str]:
    """The files of the package that are mutated, by folder and name."""
    found = (path for folder in FOLDERS for path in sorted((package / folder).glob("*.py")))
    return [path.relative_to(package).as_posix() for path in found if path.name != "__init__.py"]


def closely(file: str) -> tuple[str, ...]:
    """The pytest arguments that select a file's tests: the tests of its variant, and the tests of its folder."""
    path = Path(file)
    row = f"(small_trees or witness) and {TWICE.get(path.stem, f'{path.stem}-')}"
    if path.parent.name == "forms":
        return ASSUMED, CLAIMS, "-k", f"{row} or (form_requirements and {path.stem})"
    if path.parent.name == "drivers":
        return DRIVERS, CLAIMS, "-k", f"{row} or (test_drivers and ({TOLD.get(path.stem, 'hands_on or ordering')}))"
    if path.parent.name == "selective":
        return SELECTIVE, DRIVERS, CLAIMS, "-k", f"{row} or test_selective_searches or hands_on"
    return ASSUMED, DRIVERS, CLAIMS, "-k", "form_requirements or guesses or margin or forgets or hands_on or witness"
