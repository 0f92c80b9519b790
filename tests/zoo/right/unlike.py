"""Searches that look nothing like a textbook."""

import heapq
import math


def explicit_stack(node, alpha, beta):
    """Style: no recursion; a stack of frames, each with a window."""
    answer = None
    stack = [[node, alpha, beta, None, None]]
    while stack:
        frame = stack[-1]
        position, a, b, best, rest = frame
        if rest is None:
            if position.is_terminal():
                answer = position.value()
                stack.pop()
                continue
            frame[4] = rest = iter(position.children())
            frame[3] = best = -math.inf if position.is_max() else math.inf
        elif answer is not None:
            best = max(best, answer) if position.is_max() else min(best, answer)
            frame[3] = best
            if position.is_max():
                frame[1] = a = max(a, best)
            else:
                frame[2] = b = min(b, best)
            answer = None
        child = None if a >= b else next(rest, None)
        if child is None:
            answer = best
            stack.pop()
        else:
            stack.append([child, a, b, None, None])
    return answer


def generators(node, alpha, beta):
    """Style: coroutines; each node yields its children with windows and is sent their values."""

    def visit(n, a, b):
        if n.is_leaf:
            return n.value
        best = -math.inf if n.is_max else math.inf
        for child in n.children:
            score = yield child, a, b
            if n.is_max:
                best = max(best, score)
                a = max(a, best)
            else:
                best = min(best, score)
                b = min(b, best)
            if a >= b:
                break
        return best

    running, value = [visit(node, alpha, beta)], None
    while running:
        try:
            running.append(visit(*running[-1].send(value)))
            value = None
        except StopIteration as done:
            running.pop()
            value = done.value
    return value


def by_proof(node):
    """Style: bisection; proves or disproves that the value is at least v, until two bounds meet."""

    def at_least(n, v):
        if n.is_terminal():
            return n.value() >= v
        return (any if n.is_max() else all)(at_least(child, v) for child in n.children())

    low, high = -(10**6), 10**6
    while low < high:
        middle = (low + high + 1) // 2
        if at_least(node, middle):
            low = middle
        else:
            high = middle - 1
    return low


def best_first(node):
    """Style: SSS*, with a heap of states, ordered by bound, then by path."""
    root_is_max = node.is_max()
    opened = [Entry(-math.inf, (), "live", node)]
    gone = set()
    while True:
        bound, path, status, n = heapq.heappop(opened)
        if any(path[:length] in gone for length in range(len(path))):
            continue
        h = -bound
        if status == "live":
            if n.is_terminal():
                value = n.value() if root_is_max else -n.value()
                heapq.heappush(opened, Entry(-min(h, value), path, "solved", n))
            elif n.is_max() == root_is_max:
                for nth, child in enumerate(n.children()):
                    heapq.heappush(opened, Entry(-h, (*path, nth), "live", child))
            else:
                heapq.heappush(opened, Entry(-h, (*path, 0), "live", n.children()[0]))
            continue
        if not path:
            return h if root_is_max else -h
        above = n_above(node, path)
        if above.is_max() == root_is_max:
            gone.add(path[:-1])
            opened = [each for each in opened if each[1][: len(path) - 1] != path[:-1]]
            heapq.heapify(opened)
            gone.discard(path[:-1])
            heapq.heappush(opened, Entry(-h, path[:-1], "solved", above))
        elif path[-1] + 1 < len(above.children()):
            heapq.heappush(opened, Entry(-h, (*path[:-1], path[-1] + 1), "live", above.children()[path[-1] + 1]))
        else:
            heapq.heappush(opened, Entry(-h, path[:-1], "solved", above))


class Entry(tuple):
    def __new__(cls, bound, path, status, node):
        return super().__new__(cls, (bound, path, status, node))

    def __lt__(self, other):
        return tuple(self[:2]) < tuple(other[:2])


def n_above(node, path):
    for nth in path[:-1]:
        node = node.children()[nth]
    return node


def backwards(node):
    """Style: all positions are listed from the root down, then valued from the last to the first."""
    order, children = [node], {}
    for n in order:
        below = [] if n.is_over() else n.next_states()
        children[id(n)] = below
        order.extend(below)
    values = {}
    for n in reversed(order):
        below = [values[id(child)] for child in children[id(n)]]
        values[id(n)] = (max(below) if n.is_max() else min(below)) if below else n.evaluate()
    return values[id(node)]
