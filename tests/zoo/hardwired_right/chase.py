"""A runner and two ghosts on a ring, agents that move in turn: the class of an agent searches to its own depth."""

INF = float("inf")


class GameState:
    def __init__(self, places=(0, 3, 6), score=0):
        self.places = places
        self.score = score

    def get_legal_actions(self, agent):
        return ["left", "right", "stop"] if agent == 0 else ["left", "right"]

    def generate_successor(self, agent, action):
        step = {"left": -1, "right": 1, "stop": 0}[action]
        places = list(self.places)
        places[agent] = (places[agent] + step) % 10
        return GameState(tuple(places), self.score + (agent == 0) * (places[0] % 3 == 0) * (1 + step))

    def is_lose(self):
        return self.places[0] in self.places[1:]


def evaluate(places, score):
    runner, *ghosts = places
    return -50 if runner in ghosts else 4 * score + min((runner - ghost) % 10 for ghost in ghosts)


def plain(state, depth, agent=0):
    if depth == 0 or state.is_lose():
        return evaluate(state.places, state.score)
    following = (agent + 1) % 3
    after = [state.generate_successor(agent, action) for action in state.get_legal_actions(agent)]
    values = [plain(each, depth - (following == 0), following) for each in after]
    return max(values) if agent == 0 else min(values)


class AlphaBetaAgent:
    def __init__(self, depth=2):
        self.depth = depth

    def evaluation_function(self, state):
        return evaluate(state.places, state.score)

    def get_action(self, state):
        """Style: an agent picks its action from the root; the depth is an attribute, and a round of agents one ply.

        Start: AlphaBetaAgent(2).get_action(GameState())
        Plain: plain(GameState(), 2)
        Value: [1]
        """
        best_action, alpha = None, -INF
        for action in state.get_legal_actions(0):
            value = self.value(state.generate_successor(0, action), 1, 0, alpha, INF)
            if value > alpha:
                best_action, alpha = action, value
        return best_action, alpha

    def value(self, state, agent, depth, alpha, beta):
        if agent == 3:
            agent, depth = 0, depth + 1
        if depth == self.depth or state.is_lose():
            return self.evaluation_function(state)
        if agent == 0:
            return self.max_value(state, depth, alpha, beta)
        return self.min_value(state, agent, depth, alpha, beta)

    def max_value(self, state, depth, alpha, beta):
        v = -INF
        for action in state.get_legal_actions(0):
            v = max(v, self.value(state.generate_successor(0, action), 1, depth, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, agent, depth, alpha, beta):
        v = INF
        for action in state.get_legal_actions(agent):
            v = min(v, self.value(state.generate_successor(agent, action), agent + 1, depth, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v

    @staticmethod
    def one_function(state, agent, depth, alpha, beta):
        """Style: a static method for all agents; a best value of None until there is one.

        Start: AlphaBetaAgent.one_function(GameState(), 0, 2, -INF, INF)
        Plain: plain(GameState(), 2)
        """
        if depth == 0 or state.is_lose():
            return evaluate(state.places, state.score)
        following = (agent + 1) % 3
        best = None
        for action in state.get_legal_actions(agent):
            child = state.generate_successor(agent, action)
            score = AlphaBetaAgent.one_function(child, following, depth - (following == 0), alpha, beta)
            if best is None or (score > best if agent == 0 else score < best):
                best = score
            if agent == 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
