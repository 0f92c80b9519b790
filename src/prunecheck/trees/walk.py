"""Walk any tree without recursion, so that trees may be 100,000 plies deep."""

from collections.abc import Iterator, Sequence

from prunecheck.errors import TreeError
from prunecheck.trees.protocol import N, Tree, V

SHOWN_STEPS = 12


def place(path: Sequence[int]) -> str:
    """A node's place as an index into nested lists, such as '[0][2]', or 'the root'. Long paths are shortened.

    >>> place([0, 2]), place([])
    ('[0][2]', 'the root')
    """
    if not path:
        return "the root"
    if len(path) <= SHOWN_STEPS:
        return "".join(f"[{step}]" for step in path)
    half = SHOWN_STEPS // 2
    return f"{place(path[:half])}...({len(path) - 2 * half} more)...{place(path[-half:])}"


def no_children(path: Sequence[int]) -> TreeError:
    """The error for a node that has no value, because it is not terminal but has no children."""
    return TreeError(f"{place(path)} has no children and is not terminal, so it has no value; give it one or a child")


def postorder(tree: Tree[N, V], root: N) -> Iterator[tuple[N, list[N]]]:
    """Yield each distinct node from `root` down, with its children. A node comes after all its descendants.

    A node that is reached along several paths is yielded only once. Terminal nodes are yielded with an empty list of
    children.
    Raises: TreeError for a node that is its own ancestor, or that has neither children nor a value.
    """
    finished: set[N] = set()
    path_nodes: dict[N, None] = {}  # the ancestors of the current node; if a new node is one of them, there is a cycle
    stack: list[tuple[N, list[N], Iterator[N]]] = []
    path: list[int] = []
    node = root
    while True:
        if tree.is_terminal(node):
            finished.add(node)
            yield node, []
        else:
            children = list(tree.children(node))
            if not children:
                raise no_children(path)
            path_nodes[node] = None
            stack.append((node, children, iter(children)))
            path.append(-1)
        while stack:
            parent, children, rest = stack[-1]
            for child in rest:
                path[-1] += 1
                if child in path_nodes:
                    raise TreeError(
                        f"{place(path)} is one of its own ancestors: the tree has a cycle; search it with a depth limit"
                    )
                if child not in finished:
                    node = child
                    break
            else:
                stack.pop()
                path.pop()
                del path_nodes[parent]
                finished.add(parent)
                yield parent, children
                continue
            break
        else:
            return


def heights(tree: Tree[N, V], root: N) -> dict[N, int]:
    """For each node, `root` included, the number of plies to the deepest leaf below it.

    Raises: the same TreeError as `postorder`.
    """
    found: dict[N, int] = {}
    for node, children in postorder(tree, root):
        found[node] = 1 + max((found[child] for child in children), default=-1)
    return found


def height(tree: Tree[N, V], node: N) -> int:
    """The number of plies from `node` to the deepest leaf below it.

    Calls to the tree that this function makes are not logged, even if the tree logs calls.
    """
    unlogged: Tree[N, V] = getattr(tree, "quiet", tree)
    return heights(unlogged, node)[node]


def check_acyclic(tree: Tree[N, V]) -> None:
    """Refuse a tree with a cycle, in which some node is its own ancestor.

    Raises: TreeError, which says where a node on the cycle is.
    """
    for _ in postorder(tree, tree.root):
        pass
