"""Look up a contract by name, and find which contract implies which."""

from collections.abc import Iterable
from typing import Final

from prunecheck.contracts.conduct import CONDUCT, CONDUCT_CONTRACTS, REPEATABLE
from prunecheck.contracts.contract import Contract, SearchTraits
from prunecheck.contracts.line import LINE_CONTRACTS, LINE_SO_FAR, PRINCIPAL_VARIATION
from prunecheck.contracts.move import BEST_MOVE, FIRST_BEST, MOVE_CONTRACTS
from prunecheck.contracts.relations import RELATED
from prunecheck.contracts.table_entries import TABLE
from prunecheck.contracts.value import CLAMPED, EXACT, FISHBURN, KNUTH, VALUE_CONTRACTS
from prunecheck.contracts.visits import VISIT_CONTRACTS
from prunecheck.errors import UnknownNameError

_ALL: Final[tuple[Contract, ...]] = (
    *VALUE_CONTRACTS,
    *VISIT_CONTRACTS,
    *MOVE_CONTRACTS,
    *LINE_CONTRACTS,
    RELATED,
    *CONDUCT_CONTRACTS,
    TABLE,
)
CONTRACTS: Final[dict[str, Contract]] = {contract.name: contract for contract in _ALL}
IMPLIES: Final[dict[str, tuple[str, ...]]] = {
    CLAMPED.name: (FISHBURN.name,),
    FISHBURN.name: (KNUTH.name,),
    KNUTH.name: (EXACT.name,),
    FIRST_BEST.name: (BEST_MOVE.name,),
    PRINCIPAL_VARIATION.name: (LINE_SO_FAR.name,),
    CONDUCT.name: (REPEATABLE.name,),
}
ALIASES: Final = {alias: contract.name for contract in CONTRACTS.values() for alias in contract.aliases}


def contract(name: str) -> Contract:
    """Look up a contract by its name or alias, in upper or lower case, with '_' or '-'.

    Raises: UnknownNameError, which suggests the nearest name.

    >>> contract("fail-soft").name
    'fishburn'
    """
    plain = name.strip().lower().replace("_", "-")
    found = CONTRACTS.get(ALIASES.get(plain, plain))
    if found is None:
        raise UnknownNameError("contract", name, [*CONTRACTS, *ALIASES])
    return found


def owed_by(traits: SearchTraits) -> frozenset[str]:
    """The names of the contracts that every search with these inputs and outputs must satisfy.

    >>> sorted(owed_by(SearchTraits()))
    ['exact', 'knuth', 'repeatable']
    """
    return frozenset(contract.name for contract in _ALL if contract.owed and contract.applies_to(traits))


def implied(name: str) -> set[str]:
    """The names of all contracts that the contract `name` implies, including itself.

    >>> sorted(implied("fishburn"))
    ['exact', 'fishburn', 'knuth']
    """
    found = {name}
    for weaker in IMPLIES.get(name, ()):
        found |= implied(weaker)
    return found


def weakest(broken: Iterable[str]) -> list[str]:
    """Of the contracts that a search violates, choose the weakest: those that imply no other violated contract.

    >>> weakest(["clamped", "knuth", "fishburn", "visits"])
    ['knuth', 'visits']
    """
    names = list(dict.fromkeys(broken))
    return [name for name in names if not any(other != name and other in implied(name) for other in names)]
