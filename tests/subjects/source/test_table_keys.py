"""A table key must contain all arguments on which the moves of a position depend."""

from textwrap import dedent

from prunecheck.subjects.source.suspects import Topic, suspects


def test_a_key_without_the_argument_that_excludes_a_move_is_suspect() -> None:
    """In each position, the piece that has just been moved must not move again."""
    text = dedent("""
        class Engine:
            def f(self, board, depth, last):
                known = self.table.get(board)
                if known is not None and known[1] >= depth:
                    return known[0]
                best = float("-inf")
                for move in board.moves():
                    piece = move.piece
                    if piece == last:
                        continue
                    best = max(best, -self.f(board.after(move), depth - 1, piece))
                self.table[board] = best, depth
                return best
    """)
    assert [(suspect.line, suspect.topic) for suspect in suspects(text, "Engine.f")] == [(13, Topic.TABLE)]
    assert (
        suspects(text.replace("get(board)", "get((board, last))").replace("[board]", "[board, last]"), "Engine.f") == []
    )
    assert suspects(text.replace("piece == last", "piece == 0"), "Engine.f") == []
