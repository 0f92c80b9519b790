"""Names that the literature uses for searches of the catalogue, and for groups of them."""

from typing import Final

ALPHA_BETA: Final = ("fail_soft", "f2", "clamped")

FIELD_NAMES: Final[dict[str, tuple[str, ...]]] = {  # lower case, with '_' for '-' and for spaces
    "alpha_beta": ALPHA_BETA,
    "alphabeta": ALPHA_BETA,
    "fail_hard": ("clamped", "f2", "two_functions"),
    "principal_variation_search": ("pvs",),
    "mtd": ("mtd_f", "mt_sss", "mt_dual", "bisection"),
    "mtd(f)": ("mtd_f",),
    "c*": ("bisection",),
    "sss*": ("sss_star",),
    "dual*": ("dual_star",),
    "iterative_deepening": ("deepening", "deepening_with_table"),
    "aspiration_window": ("aspiration", "gradual_aspiration"),
    "quiescence_search": ("quiescence",),
    "history_heuristic": ("history",),
}
