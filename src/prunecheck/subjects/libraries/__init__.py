"""The searches of other libraries that can be judged, by the name of the library and their own."""

from collections.abc import Callable
from functools import partial
from typing import Final

from prunecheck.subjects.libraries.aima import aima_subject
from prunecheck.subjects.libraries.easyai import easyai_subject
from prunecheck.subjects.libraries.library_search import LibrarySubject
from prunecheck.subjects.libraries.openspiel import openspiel_subject

WHOLE_TABLE: Final = "TranspositionTable"
HASHED_TABLE: Final = "XorHashTranspositionTable"
_AIMA: Final = ("alphabeta_search", "alphabeta_cutoff_search", "minimax_decision")
_AIMA_4: Final = ("alpha_beta_search", "alpha_beta_cutoff_search", "minmax_decision")

LIBRARY_SEARCHES: Final[dict[str, Callable[..., LibrarySubject]]] = {  # called with the `seconds` for one answer
    "easyAI:Negamax": partial(easyai_subject, "Negamax"),
    f"easyAI:Negamax({WHOLE_TABLE})": partial(easyai_subject, "Negamax", table=WHOLE_TABLE),
    f"easyAI:Negamax({HASHED_TABLE})": partial(easyai_subject, "Negamax", table=HASHED_TABLE),
    "easyAI:NonRecursiveNegamax": partial(easyai_subject, "NonRecursiveNegamax"),
    "easyAI:SSS": partial(easyai_subject, "SSS"),
    f"easyAI:SSS({WHOLE_TABLE})": partial(easyai_subject, "SSS", table=WHOLE_TABLE),
    "easyAI:DUAL": partial(easyai_subject, "DUAL"),
    f"easyAI:DUAL({WHOLE_TABLE})": partial(easyai_subject, "DUAL", table=WHOLE_TABLE),
    "easyAI:negamax": partial(easyai_subject, "negamax"),
    f"easyAI:negamax({WHOLE_TABLE})": partial(easyai_subject, "negamax", table=WHOLE_TABLE),
    "easyAI:negamax_nr": partial(easyai_subject, "negamax_nr"),
    "open_spiel:alpha_beta_search": partial(openspiel_subject, "alpha_beta_search"),
    "open_spiel:expectiminimax": partial(openspiel_subject, "expectiminimax"),
    "open_spiel:_alpha_beta": partial(openspiel_subject, "_alpha_beta"),
    **{f"aima3.games:{name}": partial(aima_subject, name, "aima3.games") for name in _AIMA},
    **{f"aima.games:{name}": partial(aima_subject, name, "aima.games") for name in _AIMA_4},
}
TAKE_TURNS: Final = frozenset(name for name in LIBRARY_SEARCHES if name.startswith("open_spiel:"))  # they ask who moves
