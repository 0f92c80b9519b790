"""SSS*: the partial solution with the greatest merit is developed first, until the root is solved."""

import math

INF = math.inf


class Spot:
    """A node on its way from the root; `path` orders nodes from left to right."""

    def __init__(self, node, up=None, nth=0):
        self.node, self.up, self.nth = node, up, nth
        self.path = () if up is None else (*up.path, nth)
        self.leaf = node.is_terminal()
        self.kids = [] if self.leaf else node.children()
        self.waiting = len(self.kids)

    def child(self, nth):
        return Spot(self.kids[nth], self, nth)

    def is_below(self, other):
        return self.path[: len(other.path)] == other.path


def greatest(opened):
    """Take out the state with the greatest merit, the leftmost of equals."""
    state = min(opened, key=lambda each: (-each[0], each[1].path))
    opened.remove(state)
    return state


def leaf_as_it_is(root):
    """Bug: a solved leaf has its own value for merit, not the lesser of that and the merit so far.

    Breaks: exact
    """
    sign = 1 if root.is_max() else -1
    opened = [(INF, Spot(root), False)]
    while True:
        merit, spot, solved = greatest(opened)
        ours = spot.node.is_max() == root.is_max()
        if not solved:
            if spot.leaf:
                # repair: opened.append((min(merit, sign * spot.node.value()), spot, True))
                opened.append((sign * spot.node.value(), spot, True))
            elif ours:
                opened += [(merit, spot.child(nth), False) for nth in range(len(spot.kids))]
            else:
                opened.append((merit, spot.child(0), False))
        elif spot.up is None:
            return sign * merit
        elif not ours:
            opened = [each for each in opened if not each[1].is_below(spot.up)]
            opened.append((merit, spot.up, True))
        elif spot.nth + 1 < len(spot.up.kids):
            opened.append((merit, spot.up.child(spot.nth + 1), False))
        else:
            opened.append((merit, spot.up, True))


def hopeful_brother(root):
    """Bug: the next reply of MIN starts with infinite merit, not with the merit of the replies before it.

    Breaks: exact
    """
    sign = 1 if root.is_max() else -1
    opened = [(INF, Spot(root), False)]
    while True:
        merit, spot, solved = greatest(opened)
        ours = spot.node.is_max() == root.is_max()
        if not solved and spot.leaf:
            opened.append((min(merit, sign * spot.node.value()), spot, True))
        elif not solved:
            several = len(spot.kids) if ours else 1
            opened += [(merit, spot.child(nth), False) for nth in range(several)]
        elif not spot.path:
            return sign * merit
        elif ours and spot.nth + 1 < len(spot.up.kids):
            # repair: opened.append((merit, spot.up.child(spot.nth + 1), False))
            opened.append((INF, spot.up.child(spot.nth + 1), False))
        else:
            if not ours:
                opened = [each for each in opened if not each[1].is_below(spot.up)]
            opened.append((merit, spot.up, True))


def purges_everything(root):
    """Bug: a solved MAX node removes all other states, not only those below it.

    Breaks: exact
    """
    sign = 1 if root.is_max() else -1
    opened = [(INF, Spot(root), "live")]
    while opened:
        merit, spot, status = greatest(opened)
        ours = spot.node.is_max() == root.is_max()
        if status == "solved":
            if spot.up is None:
                break
            if not ours:
                # repair: opened = [each for each in opened if not each[1].is_below(spot.up)]
                opened.clear()
            if ours and spot.nth < len(spot.up.kids) - 1:
                opened.append((merit, spot.up.child(spot.nth + 1), "live"))
            else:
                opened.append((merit, spot.up, "solved"))
        elif spot.leaf:
            opened.append((min(merit, sign * spot.node.value()), spot, "solved"))
        else:
            for nth in range(len(spot.kids) if ours else 1):
                opened.append((merit, spot.child(nth), "live"))
    return sign * merit


def counts_replies(root):
    """Bug: states below a solved MAX node stay in the list, solve it again, and count as another reply of MIN.

    Breaks: exact
    """
    sign = 1 if root.is_max() else -1
    opened = [(INF, Spot(root), False)]
    while True:
        merit, spot, solved = greatest(opened)
        ours = spot.node.is_max() == root.is_max()
        if not solved:
            if spot.leaf:
                opened.append((min(merit, sign * spot.node.value()), spot, True))
            else:
                opened += [(merit, spot.child(nth), False) for nth in range(len(spot.kids) if ours else 1)]
            continue
        up = spot.up
        if up is None:
            return sign * merit
        if ours:
            up.waiting -= 1
        # missing: opened = opened if ours else [each for each in opened if not each[1].is_below(up)]
        if ours and up.waiting > 0:
            opened.append((merit, up.child(len(up.kids) - up.waiting), False))
        else:
            opened.append((merit, up, True))


def least_first(root):
    """Bug: develops the state with the least merit first.

    Breaks: exact
    """
    sign = 1 if root.is_max() else -1
    opened = [(INF, (), False, Spot(root))]
    while True:
        # repair: state = min(opened, key=lambda each: (-each[0], each[1]))
        state = min(opened, key=lambda each: each[:2])
        opened.remove(state)
        merit, path, solved, spot = state
        ours = spot.node.is_max() == root.is_max()
        if not solved and spot.leaf:
            opened.append((min(merit, sign * spot.node.value()), path, True, spot))
        elif not solved:
            for nth in range(len(spot.kids) if ours else 1):
                opened.append((merit, (*path, nth), False, spot.child(nth)))
        elif spot.up is None:
            return sign * merit
        elif ours and path[-1] + 1 < len(spot.up.kids):
            opened.append((merit, (*path[:-1], path[-1] + 1), False, spot.up.child(path[-1] + 1)))
        else:
            if not ours:
                opened = [each for each in opened if each[1][: len(path) - 1] != path[:-1]]
            opened.append((merit, path[:-1], True, spot.up))
