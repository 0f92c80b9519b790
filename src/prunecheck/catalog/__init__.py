"""The catalogue of variants: which contracts each variant claims to satisfy, and which it is known to violate.

Variants are only imported when the table is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from prunecheck.catalog.records import Break, Claim, Need, Variant

if TYPE_CHECKING:
    from prunecheck.catalog.families import FAMILIES, VARIANTS, family, fitting, variant

__all__ = ["FAMILIES", "VARIANTS", "Break", "Claim", "Need", "Variant", "family", "fitting", "variant"]


def __getattr__(name: str) -> Any:
    """Import the table of variants on first use.

    Raises: AttributeError if the table's module does not define the name.
    """
    if name in ("FAMILIES", "VARIANTS", "family", "fitting", "variant"):
        return getattr(import_module("prunecheck.catalog.families"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
