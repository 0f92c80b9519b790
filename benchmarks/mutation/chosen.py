"""Which files are mutated, and which tests judge the mutants of each."""

from pathlib import Path
from typing import Final

FOLDERS: Final = ("variants", "variants/forms", "variants/drivers")
CLAIMS: Final = "tests/catalog/test_catalog.py"
ASSUMED: Final = "tests/variants/test_form_requirements.py"
DRIVERS: Final = "tests/variants/test_drivers.py"
WIDELY: Final = (  # for what survives the tests of its own file and is not listed
    CLAIMS,
    ASSUMED,
    DRIVERS,
    "tests/variants/test_worked_examples.py",
    "tests/trees/test_deep_trees.py",
    "tests/verify/explain/test_traces.py",
    "tests/variants/test_linear_order_theorems.py",
    "tests/variants/test_forms_on_small_trees.py",
    "tests/measure/test_exact_counts.py",
    "tests/trees/games/test_othello.py",
)
TWICE: Final = {"aspiration": "(aspiration- or deepening-)", "carried_window": "(carried_window- or principal_line-)"}
TOLD: Final = {  # words of the tests of a driver; of the others, what all get
    "aspiration": "aspiration or margin",
    "carried_window": "root_drivers or neither or forgets",
    "choose_move": "root_drivers or infinity",
    "deepening": "deepening",
    "principal_line": "principal or neither",
}


def files(package: Path) -> list[str]:
    """What is mutated in the package, by folder and name."""
    found = (each for folder in FOLDERS for each in sorted((package / folder).glob("*.py")))
    return [each.relative_to(package).as_posix() for each in found if each.name != "__init__.py"]


def closely(file: str) -> tuple[str, ...]:
    """Arguments of pytest for the tests nearest to a file: its own variant, and what all forms or drivers keep."""
    path = Path(file)
    row = f"(small_trees or witness) and {TWICE.get(path.stem, f'{path.stem}-')}"
    if path.parent.name == "forms":
        return ASSUMED, CLAIMS, "-k", f"{row} or (form_requirements and {path.stem})"
    if path.parent.name == "drivers":
        return DRIVERS, CLAIMS, "-k", f"{row} or (test_drivers and ({TOLD.get(path.stem, 'hands_on or ordering')}))"
    return ASSUMED, DRIVERS, CLAIMS, "-k", "form_requirements or guesses or margin or forgets or hands_on or witness"
