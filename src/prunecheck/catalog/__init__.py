"""The catalogue: which variant claims which contract, and which it is known to break.

The variants are loaded when the table is asked for, so that the records alone load none.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from prunecheck.catalog.records import Break, Claim, Need, Variant

if TYPE_CHECKING:
    from prunecheck.catalog.table import VARIANTS, fitting, variant

__all__ = ["VARIANTS", "Break", "Claim", "Need", "Variant", "fitting", "variant"]


def __getattr__(name: str) -> Any:
    """What loads the variants, from `prunecheck.catalog.table`. Raises: AttributeError for any other name."""
    if name in ("VARIANTS", "fitting", "variant"):
        return getattr(import_module("prunecheck.catalog.table"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
