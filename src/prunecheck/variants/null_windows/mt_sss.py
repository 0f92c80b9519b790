"""MT-SSS*: MTD(f) with the guess +infinity.

The search visits nodes like Stockman's SSS*, without a list of open states.

The null windows are at beta, then at each new upper bound, until the value is not below the last bound. If no position
can be reached by two paths, the search evaluates the same leaves as `sss_star`, in the same order.

Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "SSS* = alpha-beta + TT", TR EUR-CS-95-02 (1995).
"""

from prunecheck.trees.protocol import N, Number
from prunecheck.variants.memory.remembered import Memory
from prunecheck.variants.null_windows.mtd_f import mtd_f


def mt_sss(tree: Memory[N], node: N, alpha: Number, beta: Number) -> Number:
    """The value of `node`: exact inside the window, a bound outside it.

    Viewpoint: bounds and result are from MAX's point of view; both bounds are exclusive. Players need not alternate.
    MIN may be at the root.
    Requires: alpha < beta; the bounds stored with the tree are correct. Cost: evaluates the same leaves as `sss_star`,
    each once unless its stored bounds are lost.
    Returns: r with min(v, beta) <= r <= max(v, alpha), where v is the minimax value of `node`. So the result r equals
    the minimax value v if v lies in the window; otherwise, r lies between v and the nearer end of the window.
    Raises: only errors that `tree` raises.
    """
    return mtd_f(tree, node, alpha, beta, beta)
