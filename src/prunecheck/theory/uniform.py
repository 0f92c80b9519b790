"""The number of evaluated leaves in uniform trees: the maximum, the minimum, and alpha-beta's mean (exact or float).

Every node has b = `branching` children, every leaf is d = `depth` plies deep, and players alternate. Alpha-beta starts
in the full window, searches from left to right with deep cutoffs, and cuts off if a value reaches beta.

Sources: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning" (1975), for the minimum. S. H. Fuller, J. G.
Gaschnig and J. J. Gillogly, "Analysis of the alpha-beta pruning algorithm" (1973), for the mean over random trees: leaf
values are independent, with the same continuous distribution, or, equivalently, distinct and in random order. J. Pearl,
"The solution for the branching factor of the alpha-beta pruning algorithm and its optimality" (1982), for the growth of
the mean.
"""

from fractions import Fraction
from math import asinh, ceil, cosh, exp, expm1, fsum, log, log1p, sinh
from typing import Final

from prunecheck.errors import TreeError
from prunecheck.theory.polynomial import ONE, X, area, one_minus, powers, slope, times, total

LN_2: Final = log(2)
FAR: Final = -45.0  # logarithm of a probability that is negligible compared with 1 in a float
COARSE: Final = 1e-9  # halving the step squares the error: about 1e-18 remains
NEAR: Final = 0.25  # below this, five terms of a power series are enough
MOST_COEFFICIENTS: Final = 4_096  # exact polynomials of a higher degree take minutes


def check_shape(branching: int, depth: int) -> None:
    """Refuse an impossible shape of a uniform tree.

    Raises: TreeError if `branching` is below 1 or `depth` below 0.
    """
    if branching < 1:
        raise TreeError(f"branching is {branching}; use at least 1 child")
    if depth < 0:
        raise TreeError(f"depth is {depth}; use 0 or more plies")


def most_leaves(branching: int, depth: int) -> int:
    """b^d: the number of all leaves. Minimax evaluates all leaves, and so does alpha-beta in the worst case.

    Raises: TreeError if the shape is impossible.

    >>> most_leaves(30, 4)
    810000
    """
    check_shape(branching, depth)
    leaves: int = branching**depth
    return leaves


def fewest_leaves(branching: int, depth: int) -> int:
    """b^ceil(d/2) + b^floor(d/2) - 1: the fewest leaves of any search, and of alpha-beta in the best move order.

    Source: Knuth and Moore 1975. Raises: TreeError if the shape is impossible.

    >>> [fewest_leaves(40, depth) for depth in range(6)]
    [1, 40, 79, 1639, 3199, 65599]
    """
    check_shape(branching, depth)
    leaves: int = branching ** (depth - depth // 2) + branching ** (depth // 2) - 1
    return leaves


def expected_leaves(branching: int, depth: int) -> float:
    """N(b, d) to about 13 digits: the mean number of leaves that alpha-beta evaluates if leaves are independent.

    The formula is the one in `expected_leaves_exactly`, but its integral is computed numerically. The variable of
    integration is v, with sinh(v) = log(F / (1 - F)), if F is the distribution function of the root's value. With this
    variable, the integrand decreases like exp(-exp|v|) at both ends, so halving the step doubles the number of correct
    digits. The distribution of the values at each ply is computed from that at the ply above, without loss of digits.

    Source: Fuller, Gaschnig and Gillogly 1973. The result is the same for either player at the root. Raises: TreeError
    for an impossible shape, or if N(b, d) is too large for a float.

    >>> round(expected_leaves(2, 3), 9), round(expected_leaves(40, 8))
    (6.847619048, 7292482291)
    """
    check_shape(branching, depth)
    if branching == 1 or depth == 0:
        return 1.0
    try:
        return _integrated(branching, depth)
    except OverflowError:
        raise TreeError(
            f"with branching {branching}, a tree of depth {depth} has too many leaves for a float; use a smaller depth"
        ) from None


def _integrated(branching: int, depth: int) -> float:
    """Compute N(b, d) by numerical integration, with smaller and smaller steps until the result stops changing."""
    # at x = 0, all children count at a MIN ply, and only one child at a MAX ply
    at_0 = float(branching ** (depth // 2))
    far = asinh((depth * log(branching) - FAR) * branching ** ceil(depth / 2))  # beyond this, x or 1 - x is negligible
    half = ceil(2 * far)  # number of points on either side of 0
    points = [_density(branching, depth, far * nth / half) for nth in range(-half, half + 1)]
    found = at_0 + far / half * fsum(points)
    while True:
        half *= 2
        points += [_density(branching, depth, far * nth / half) for nth in range(1 - half, half, 2)]
        coarser, found = found, at_0 + far / half * fsum(points)
        if abs(found - coarser) <= COARSE * found:
            return found


def _density(branching: int, depth: int, v: float) -> float:
    """A'(x) B(x) dx/dv. The logarithms of F and of 1 - F at each ply are used to keep small values accurate."""
    u = sinh(v)
    below, above = -_log_one_plus_exp(-u), -_log_one_plus_exp(u)  # log F and log (1 - F) at the root
    moved = cosh(v)  # d log(F / (1 - F)) / dv
    size = rate = 0.0  # log (A B), and d log A / dv
    for ply in range(depth):
        if ply % 2 == 0:  # MAX: F is the power b of F one ply down
            below, above, gain = _one_ply_down(below, above, branching)
            moved *= exp(gain) / branching
            rate += _growth(-below, branching) * exp(above) * moved
        else:  # MIN: 1 - F is the power b of 1 - F one ply down
            above, below, gain = _one_ply_down(above, below, branching)
            moved *= exp(gain) / branching
        size += gain
    return exp(size) * rate


def _one_ply_down(power: float, rest: float, branching: int) -> tuple[float, float, float]:
    """Turn log f^b and log (1 - f^b) into the logarithms of f, of 1 - f, and of 1 + f + ... + f^(b-1)."""
    root = power / branching
    if rest < FAR:  # f is almost 1, so f^b is about 1 - b (1 - f)
        return root, rest - log(branching), log(branching)
    rest_of_root = _log_one_minus_exp(root)
    return root, rest_of_root, rest - rest_of_root


def _growth(t: float, branching: int) -> float:
    """Derivative d log(1 + f + ... + f^(b-1)) / d log f for f = exp(-t): 1 / (exp t - 1) - b / (exp bt - 1)."""
    power = branching * t
    if power > NEAR:
        return exp(-t) / -expm1(-t) - branching * exp(-power) / -expm1(-power)
    return (branching - 1) / 2 + _beyond(t) - branching * _beyond(power)  # the two poles, 1/t, cancel


def _beyond(t: float) -> float:
    """1 / (exp t - 1) - 1 / t + 1 / 2 for small t, by the first terms of its power series."""
    return t * (1 / 12 - t**2 * (1 / 720 - t**2 * (1 / 30_240 - t**2 * (1 / 1_209_600 - t**2 / 47_900_160))))


def _log_one_plus_exp(t: float) -> float:
    """log(1 + exp(t)), also accurate for large t, for which the result is slightly greater than t."""
    return t + log1p(exp(-t)) if t > 0 else log1p(exp(t))


def _log_one_minus_exp(t: float) -> float:
    """log(1 - exp(t)) for t < 0."""
    return log(-expm1(t)) if t > -LN_2 else log1p(-exp(t))


def expected_leaves_exactly(branching: int, depth: int, *, max_at_root: bool = True) -> Fraction:
    """N(b, d) as a fraction; it is the same for either player at the root.

    By the path-bound law, a leaf is evaluated if alpha < beta. Alpha is the greatest value of the nodes that lie to the
    left of the path to the leaf and are children of MAX nodes on the path. Beta is the least value of the nodes that
    lie to the left of the path to the leaf and are children of MIN nodes on the path. Let F be the distribution
    function of the values of all nodes at one height. The greatest of the values of i siblings is below x with
    probability F(x)^i.

    Let A(x) be the product of the sums 1 + F(x) + F(x)^2 + ... + F(x)^(b - 1), with one sum for each MAX node on a
    path. Let B(x) be the product of the corresponding sums for the MIN nodes on the path, with 1 - F(x) in place of
    F(x). Hence N(b, d) = A(0) B(0) + the integral of A'(x) B(x) from 0 to 1. At the leaves, F is x; one ply higher, F
    becomes F^b at a MAX node and 1 - (1 - F)^b at a MIN node.

    Source: Fuller, Gaschnig and Gillogly 1973.
    Raises: TreeError for an impossible shape, or for more than 4,096 leaves, because the polynomials would be too long.

    >>> expected_leaves_exactly(2, 3)
    Fraction(719, 105)
    """
    check_shape(branching, depth)
    if branching > 1 and (depth > MOST_COEFFICIENTS or branching**depth > MOST_COEFFICIENTS):
        raise TreeError(
            f"with branching {branching}, a tree of depth {depth} has more than {MOST_COEFFICIENTS} leaves, too many "
            "for exact arithmetic; use expected_leaves"
        )
    law = X
    from_max = from_min = ONE
    for height in range(1, depth + 1):
        if ((depth - height) % 2 == 0) == max_at_root:
            *left_siblings, law_of_node = powers(law, branching)
            from_max = times(from_max, total(left_siblings))
            law = law_of_node
        else:
            *left_siblings, above = powers(one_minus(law), branching)
            from_min = times(from_min, total(left_siblings))
            law = one_minus(above)
    return from_max[0] * from_min[0] + area(times(slope(from_max), from_min))


def pearl_branching(branching: int) -> float:
    """Pearl's xi / (1 - xi) with xi^b + xi = 1: the limit of N(b, d + 1) / N(b, d) as the depth grows.

    Source: Pearl 1982. Raises: TreeError if `branching` is below 1.

    >>> round(pearl_branching(2), 6), round(pearl_branching(40), 6)
    (1.618034, 14.203358)
    """
    check_shape(branching, 0)
    low, high = 0.0, 1.0  # invariant: low^b + low <= 1 <= high^b + high
    while low < (middle := (low + high) / 2) < high:
        if middle**branching + middle <= 1:
            low = middle
        else:
            high = middle
    return low / (1 - low)
