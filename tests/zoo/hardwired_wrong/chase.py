"""A runner and two ghosts on a line, as agents that move in turn; a round of all agents is one ply of depth."""

from dataclasses import dataclass

INF = float("inf")
AGENTS = 3
STEPS = ((-1, 1, 0), (1, 0), (-1, 0))
FOOD = (0, 5, 8)


@dataclass(frozen=True)
class State:
    places: tuple
    eaten: int = 0

    def actions(self, agent):
        return [step for step in STEPS[agent] if 0 <= self.places[agent] + step <= 8]

    def successor(self, agent, step):
        places = (*self.places[:agent], self.places[agent] + step, *self.places[agent + 1 :])
        return State(places, self.eaten + (agent == 0 and places[0] in FOOD and step != 0))

    def is_lost(self):
        return self.places[0] in self.places[1:]


def start_state():
    return State((4, 2, 7))


def evaluate(state):
    if state.is_lost():
        return -100 + state.eaten
    runner, *ghosts = state.places
    return 10 * state.eaten + min(abs(runner - ghost) for ghost in ghosts) - min(abs(runner - food) for food in FOOD)


def plain(state, depth, agent=0):
    if depth == 0 or state.is_lost():
        return evaluate(state)
    following = (agent + 1) % AGENTS
    values = [plain(state.successor(agent, a), depth - (following == 0), following) for a in state.actions(agent)]
    return max(values) if agent == 0 else min(values)


@dataclass
class Choice:
    value: float
    action: object = None


class Agent:
    def __init__(self, depth):
        self.depth = depth
        self.table = {}

    def decide(self, state):
        """Bug: MIN lowers alpha, which it never uses again, instead of beta.

        Start: Agent(3).decide(start_state())
        Plain: plain(start_state(), 3)
        Value: .value
        Breaks: waste
        """
        return self.max_value(state, 0, -INF, INF)

    def search(self, state, agent, depth, alpha, beta):
        if agent == AGENTS:
            agent, depth = 0, depth + 1
        if depth == self.depth or state.is_lost():
            return Choice(evaluate(state))
        if agent == 0:
            return self.max_value(state, depth, alpha, beta)
        return self.min_value(state, agent, depth, alpha, beta)

    def max_value(self, state, depth, alpha, beta):
        best = Choice(-INF)
        for action in state.actions(0):
            found = self.search(state.successor(0, action), 1, depth, alpha, beta)
            if found.value > best.value:
                best = Choice(found.value, action)
            if best.value >= beta:
                return best
            alpha = max(alpha, best.value)
        return best

    def min_value(self, state, agent, depth, alpha, beta):
        best = Choice(INF)
        for action in state.actions(agent):
            found = self.search(state.successor(agent, action), agent + 1, depth, alpha, beta)
            if found.value < best.value:
                best = Choice(found.value, action)
            if best.value <= alpha:
                return best
            # repair: beta = min(beta, best.value)
            alpha = min(alpha, best.value)
        return best

    def value(self, state, agent, depth, alpha, beta):
        """Bug: the table has no depth, and agents can come back to where they were a round before.

        Start: Agent(0).value(start_state(), 0, 3, -INF, INF)
        Plain: plain(start_state(), 3)
        Breaks: exact
        """
        if depth == 0 or state.is_lost():
            return evaluate(state)
        # repair: key = state, agent, alpha, beta, depth
        key = state, agent, alpha, beta
        if key in self.table:
            return self.table[key]
        following = (agent + 1) % AGENTS
        best = -INF if agent == 0 else INF
        for action in state.actions(agent):
            score = self.value(state.successor(agent, action), following, depth - (following == 0), alpha, beta)
            if agent == 0:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
        self.table[key] = best
        return best
