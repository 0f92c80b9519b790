"""Chess, with the rules from the optional package `chess`, which is imported when a `Chess` object is created.

Source: FIDE Laws of Chess, 2023, for the ends of games; C. E. Shannon, "Programming a computer for playing chess",
1950, for the values of the pieces.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

from prunecheck.errors import PreconditionError, TreeError, how_to_install

if TYPE_CHECKING:
    from chess import Board, Move

# Bit boards (1 << square, squares a1, b1 to h8) of pawns, knights, bishops, rooks, queens, kings and of White's men;
# the same for the rooks that may castle; the square where a pawn can be taken en passant, or -1; half-moves since a
# capture or a pawn move; whether White is to move.
Position: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int, bool]

START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MATE: Final = 1_000  # more than the value of all pieces of one side
PIECES: Final = (1, 3, 3, 5, 9)  # pawn, knight, bishop, rook, queen
LAST_HALF_MOVE: Final = 150


def _board_class() -> "type[Board]":
    try:
        from chess import Board  # noqa: PLC0415 -- an extra with its own licence, so it is only loaded if it is used
    except ImportError as missing:
        raise PreconditionError(f"chess needs the package `chess`; {how_to_install('chess')}") from missing
    return Board


def _position(board: "Board") -> Position:
    en_passant = board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else -1
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[True],
        board.clean_castling_rights(),
        en_passant,
        board.halfmove_clock,
        board.turn,
    )


def _men(node: Position, *, white: bool) -> int:
    """The bit board of all squares that hold one player's pieces and pawns."""
    pawns, knights, bishops, rooks, queens, kings, of_white = node[:7]
    return of_white if white else (pawns | knights | bishops | rooks | queens | kings) & ~of_white


def _ordered(board: "Board") -> "list[Move]":
    return sorted(board.legal_moves, key=lambda move: move.uci())


def _is_over(board: "Board") -> bool:
    if board.halfmove_clock >= LAST_HALF_MOVE or board.is_insufficient_material():
        return True
    return not any(board.legal_moves)


def _value(board: "Board") -> int:
    if board.is_checkmate():
        return -MATE if board.turn else MATE
    if _is_over(board):
        return 0
    white, black = board.occupied_co[True], board.occupied_co[False]
    kinds = (board.pawns, board.knights, board.bishops, board.rooks, board.queens)
    return sum(
        worth * ((kind & white).bit_count() - (kind & black).bit_count())
        for worth, kind in zip(PIECES, kinds, strict=True)
    )


class Chess:
    """Chess from the position that `fen` describes. MAX plays White, even if Black moves first.

    A game ends with mate, stalemate, too little material on both sides to mate, or 75 moves of each player without a
    capture or a pawn move. Repetition does not end a game, since a node does not contain the earlier positions. A node
    contains the number of moves since the last capture or pawn move, so no node is its own ancestor. The value is 1,000
    if White mates, -1,000 if Black mates, and 0 if the game ends otherwise. Before the end, the value is White's
    material minus Black's: pawn 1, knight and bishop 3, rook 5, queen 9. The children are in the alphabetical order of
    the legal moves' UCI text ('a2a3', 'e7e8q').
    Raises: PreconditionError if the package `chess` is missing, TreeError if `fen` is not a legal position.
    """

    def __init__(self, fen: str = START) -> None:
        """Import the package `chess`, and read the position from `fen`."""
        self._board_class = _board_class()
        try:
            board = self._board_class(fen)
        except ValueError as problem:
            raise TreeError(f"fen is {fen!r}: {problem}; give a position in Forsyth-Edwards notation") from problem
        if not board.is_valid():
            raise TreeError(f"fen is {fen!r}, which is not a legal position: {board.status()!r}; correct it")
        self._root = _position(board)

    @property
    def root(self) -> Position:
        """The position of `fen`."""
        return self._root

    def board(self, node: Position, /) -> "Board":
        """A new `Board` of the package `chess` with the node's position, and without earlier moves."""
        board = self._board_class(None)
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = node[:6]
        board.occupied = board.pawns | board.knights | board.bishops | board.rooks | board.queens | board.kings
        white, board.castling_rights, en_passant, board.halfmove_clock, board.turn = node[6:]
        board.occupied_co = [board.occupied & ~white, white]
        board.ep_square = None if en_passant < 0 else en_passant
        return board

    def children(self, node: Position, /) -> Iterator[Position]:
        """The positions after each legal move."""
        board = self.board(node)
        for move in _ordered(board):
            board.push(move)
            yield _position(board)
            board.pop()

    def is_terminal(self, node: Position, /) -> bool:
        """True if the game is over."""
        return _is_over(self.board(node))

    def evaluate(self, node: Position, /) -> int:
        """The result for White or, before the end of the game, White's material minus Black's."""
        return _value(self.board(node))

    def is_max(self, node: Position, /) -> bool:
        """True if White is to move."""
        return node[-1]

    def key(self, node: Position, /) -> Position:
        """The complete position, including the side to move: by the laws of chess, it is a part of the position."""
        return node

    def move(self, node: Position, child: Position, /) -> tuple[int, int]:
        """The name of the move from `node` to `child`: the squares that pieces leave and the squares that they reach.

        Castling leaves two squares and reaches two. Promotions to different pieces have the same name.
        """
        before, after = _men(node, white=node[-1]), _men(child, white=node[-1])
        return before & ~after, after & ~before


class ChessMoves:
    """Chess on one mutable board, on which moves are made and taken back."""

    def __init__(self, game: Chess) -> None:
        """Start at the root of `game`."""
        self._board = game.board(game.root)

    def moves(self) -> "list[Move]":
        """The legal moves in the alphabetical order of their UCI text."""
        return _ordered(self._board)

    def make(self, move: "Move", /) -> None:
        """Make the move."""
        self._board.push(move)

    def unmake(self, move: "Move", /) -> None:
        """Take the move back."""
        self._board.pop()

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return _is_over(self._board)

    def evaluate(self) -> int:
        """The result for White or, before the end of the game, White's material minus Black's."""
        return _value(self._board)

    def is_max(self) -> bool:
        """True if White is to move."""
        return self._board.turn

    def key(self) -> Position:
        """The complete position, including the side to move."""
        return _position(self._board)
