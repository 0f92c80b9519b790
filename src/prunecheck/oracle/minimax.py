"""Plain minimax, in two independent versions: one without recursion, and a recursive one for small trees."""

from prunecheck.trees.protocol import N, Tree, V
from prunecheck.trees.walk import postorder


def values(tree: Tree[N, V], node: N) -> dict[N, V]:
    """The minimax value, for MAX, of `node` and of every node below it.

    The value of each distinct node is computed only once, without recursion, so trees can have any depth.
    Raises: TreeError if the tree has a cycle, or a node with neither children nor a value.
    """
    found: dict[N, V] = {}
    for inner, children in postorder(tree, node):
        if not children:
            found[inner] = tree.evaluate(inner)
            continue
        best = found[children[0]]
        if tree.is_max(inner):
            for child in children:
                best = max(best, found[child])
        else:
            for child in children:
                best = min(best, found[child])
        found[inner] = best
    return found


def value(tree: Tree[N, V], node: N) -> V:
    """The minimax value of `node`, for MAX: the correct value that every search is compared with.

    >>> from prunecheck.trees.nested import from_nested
    >>> value(from_nested([[3, 5], [2, 9]]), 0)
    3
    """
    return values(tree, node)[node]


def value_by_definition(tree: Tree[N, V], node: N) -> V:
    """The minimax value of `node`, computed by the recursive definition, for each path separately.

    Tests compare the result with the result of `value` on small trees.
    """
    if tree.is_terminal(node):
        return tree.evaluate(node)
    best = max if tree.is_max(node) else min
    return best(value_by_definition(tree, child) for child in tree.children(node))


def best_moves(tree: Tree[N, V], node: N) -> list[int]:
    """The child indices, from 0, of the best moves at `node`: the children with the same minimax value as `node`.

    >>> from prunecheck.trees.nested import from_nested
    >>> best_moves(from_nested([[3, 5], [2, 9], 3]), 0)
    [0, 2]
    """
    if tree.is_terminal(node):
        return []
    found = values(tree, node)
    return [place for place, child in enumerate(tree.children(node)) if found[child] == found[node]]
