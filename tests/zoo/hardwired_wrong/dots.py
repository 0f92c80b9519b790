"""Dots and boxes, two boxes side by side: whoever closes a box moves again. Positions are frozen sets of lines."""

INF = float("inf")
LINES = range(7)
BOXES = ({0, 2, 3, 5}, {1, 3, 4, 6})  # lines 0 and 1 are above, 5 and 6 below, 3 is between the boxes


def closed(drawn, line):
    return sum(line in box and box <= drawn | {line} for box in BOXES)


def evaluate(drawn, lead):
    """The value for the first player: the lead in boxes; an unfinished box with an odd count adds a little."""
    return 10 * lead + sum(len(box & drawn) % 4 for box in BOXES)


def free(drawn):
    return [line for line in LINES if line not in drawn]


def plain(drawn, lead, first, depth):
    if depth == 0 or not free(drawn):
        return evaluate(drawn, lead)
    values = []
    for line in free(drawn):
        boxes = closed(drawn, line)
        moves_again = boxes > 0
        gain = boxes if first else -boxes
        values.append(plain(drawn | {line}, lead + gain, first if moves_again else not first, depth - 1))
    return max(values) if first else min(values)


class Dots:
    """The search as static and class methods."""

    @staticmethod
    def floor_forgotten(drawn, lead, first, depth, low=-INF, high=INF):
        """Bug: the window is passed by keyword, and one of the two keywords was forgotten.

        Start: Dots.floor_forgotten(frozenset({0, 4}), 0, True, 4)
        Plain: plain(frozenset({0, 4}), 0, True, 4)
        Breaks: waste
        """
        if depth == 0 or not free(drawn):
            return evaluate(drawn, lead)
        best = -INF if first else INF
        for line in free(drawn):
            boxes = closed(drawn, line)
            again, gain = boxes > 0, boxes if first else -boxes
            # repair: score = Dots.floor_forgotten(drawn | {line}, lead + gain, first == again, depth - 1, low=low, high=high)
            score = Dots.floor_forgotten(drawn | {line}, lead + gain, first == again, depth - 1, high=high)
            if first:
                best = max(best, score)
                low = max(low, best)
            else:
                best = min(best, score)
                high = min(high, best)
            if low >= high:
                break
        return best

    @classmethod
    def keywords_mixed_up(cls, drawn, lead, first, depth, *, alpha, beta):
        """Bug: the keywords of the window are handed each other's bound.

        Start: Dots.keywords_mixed_up(frozenset({0, 4}), 0, True, 4, alpha=-INF, beta=INF)
        Plain: plain(frozenset({0, 4}), 0, True, 4)
        Breaks: exact
        """
        if depth == 0 or not free(drawn):
            return evaluate(drawn, lead)
        best = -INF if first else INF
        for line in free(drawn):
            boxes = closed(drawn, line)
            after, again = (drawn | {line}, lead + (boxes if first else -boxes)), boxes > 0
            # repair: score = cls.keywords_mixed_up(*after, first == again, depth - 1, alpha=alpha, beta=beta)
            score = cls.keywords_mixed_up(*after, first == again, depth - 1, alpha=beta, beta=alpha)
            if first:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best


# repair: def one_answer_for_all(drawn, lead, first, depth, alpha, beta, answer=None):
def one_answer_for_all(drawn, lead, first, depth, alpha, beta, answer={"score": 0, "line": None}):
    """Bug: the answer is a default argument, one dictionary that all calls share and overwrite.

    Start: one_answer_for_all(frozenset({0, 4}), 0, True, 4, -INF, INF)
    Plain: plain(frozenset({0, 4}), 0, True, 4)
    Value: ["score"]
    Breaks: exact
    """
    # missing: answer = {}
    if depth == 0 or not free(drawn):
        answer.update(score=evaluate(drawn, lead), line=None)
        return answer
    answer.update(score=-INF if first else INF, line=None)
    for line in free(drawn):
        boxes = closed(drawn, line)
        after = drawn | {line}, lead + (boxes if first else -boxes)
        score = one_answer_for_all(*after, first == (boxes > 0), depth - 1, alpha, beta)["score"]
        if first and score > answer["score"] or not first and score < answer["score"]:
            answer["score"], answer["line"] = score, line
        if first:
            alpha = max(alpha, score)
        else:
            beta = min(beta, score)
        if alpha >= beta:
            break
    return answer


spare = [1, 2, 3, 5, 6]


def list_changed_in_loop(drawn, lead, first, depth, alpha, beta):
    """Bug: the loop runs over the list of free lines, from which each move removes its line and appends it again.

    Start: list_changed_in_loop(frozenset({0, 4}), 0, True, 4, -INF, INF)
    Plain: plain(frozenset({0, 4}), 0, True, 4)
    Breaks: exact
    """
    if depth == 0 or not spare:
        return evaluate(drawn, lead)
    best = -INF if first else INF
    # repair: for line in sorted(spare):
    for line in spare:
        boxes = closed(drawn, line)
        after = drawn | {line}, lead + (boxes if first else -boxes)
        spare.remove(line)
        score = list_changed_in_loop(*after, first == (boxes > 0), depth - 1, alpha, beta)
        spare.append(line)
        if first:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
