"""Modules are loaded without playing their game, and notes say what was left out."""

import ast
import builtins
import sys
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest

from prunecheck import verify_search
from prunecheck.errors import PreconditionError
from prunecheck.subjects.importing import modules
from prunecheck.subjects.importing.modules import load_module, module_loader

SCRIPT = """
import pygame_menu
from tkinter import *

ROWS = 3
TABLE = []
for i in range(3):
    TABLE.append(i)
name = input("Your name? ")
hello = "hello " + name
board, here = [0] * ROWS, __file__


class App(Frame):
    def search(self, board):
        return len(board)


def search(board):
    return max(board)


def main():
    while True:
        board[int(input())] = search(board)


main()
print("over")
if __name__ == "__main__":
    main()
"""


BODY = "board.value() if board.is_over() else max(-search(child) for child in board.children())"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, text: str) -> str:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_definitions_and_assignments_are_loaded_and_the_game_is_not_played() -> None:
    """Input, the game and what depends on them are left out; drawing libraries get stand-ins, and classes are real."""
    loaded = load_module(write("script.py", SCRIPT))
    assert loaded.module.TABLE == [0, 1, 2]
    assert loaded.module.search(loaded.module.board) == 0
    assert loaded.module.App().search([1]) == 1
    assert Path(loaded.module.here).name == Path(loaded.module.__file__ or "").name == "script.py"
    assert loaded.notes == (
        "skipped line 9: asks for input",
        "skipped line 10: uses a variable that a skipped statement sets",
        "skipped line 28: plays the game",
        "a stand-in that does nothing was used for pygame_menu, which is not installed",
        "a stand-in that does nothing was used for tkinter, so that no window opens",
    )
    assert builtins.input.__name__ == "input"
    assert "pygame_menu" not in sys.modules


@pytest.mark.slow
def test_notes_are_in_the_verdict() -> None:
    """The verdict has the notes even if the search passes."""
    verdict = verify_search(
        f"{write('script.py', SCRIPT.replace('max(board)', BODY))}:search", effort="quick", examples=10, takes="node"
    )
    assert "skipped line 9: asks for input" in [finding.words for finding in verdict.searches[0].findings]


@pytest.mark.parametrize(
    "statement, note",
    [
        ("while True: pass", "plays the game"),
        ("import sys\nsys.exit(4)", "ends the program"),
        ("while X:\n    pass", "plays the game"),
        ("if X:\n    print(f(3))", "runs a search"),
        ("def g(): raise SystemExit\ng()", "ends the program"),
        ("import time\nwhile X < 10**12: X += 1", "plays the game"),
        ("def ask(): return input()\nasked = ask()", "asks for input"),
    ],
)
def test_statements_that_play_are_left_out(statement: str, note: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement may play the game itself or call a function that does; reading or running the code shows this."""
    monkeypatch.setattr(modules, "STATEMENT_SECONDS", 0.1)
    code = f"X = 1\ndef f(depth):\n    return depth and f(depth - 1)\n{statement}\n"
    assert [line.partition(": ")[2] for line in load_module(write("plays.py", code)).notes] == [note]


def test_a_statement_that_takes_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other statements are executed."""
    monkeypatch.setattr(modules, "STATEMENT_SECONDS", 0.1)
    loaded = load_module(write("slow.py", "X = sum(i for i in range(10**12))\nY = 1\n"))
    assert loaded.notes == ("skipped line 1: takes more than 0.1 s",)
    assert loaded.module.Y == 1


def test_a_variable_of_the_search_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its table, the search would crash. A function may have a local variable with the same name."""
    monkeypatch.setattr(modules, "STATEMENT_SECONDS", 0.1)
    code = "TABLE = sum(i for i in range(10**12))\ndef f(depth):\n    BODY\n"
    reads, own = code.replace("BODY", "return TABLE"), code.replace("BODY", "TABLE = depth; return TABLE")
    with pytest.raises(PreconditionError, match=r"line 1 takes more than 0.1 s; make TABLE smaller"):
        load_module(write("reads.py", reads))
    assert load_module(write("own.py", own)).notes


def test_statements_that_set_up_the_game_are_executed() -> None:
    """Loops and calls that fill tables do not count as playing."""
    loaded = load_module(
        write("tables.py", "T = []\ndef fill():\n    T.append(1)\nfor _ in range(3):\n    fill()\nfill()\n")
    )
    assert loaded.module.T == [1] * 4
    assert loaded.notes == ()


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('def f(x):\n    print "x"\n', r"SyntaxError: Missing parentheses in call to 'print'.*line 2"),
        ("try:\n    X = 1\nexcept ValueError, e:\n    pass\n", "SyntaxError: multiple exception types .*line 3"),
        ("if True:\n\tX = 1\n        Y = 1\n", "TabError: inconsistent use of tabs and spaces .*line 3"),
    ],
)
def test_a_file_that_may_be_for_python_2_gets_both_remedies(code: str, said: str) -> None:
    """It may also be a mistake in Python 3, so the error itself is shown, too."""
    remedy = r"\); fix this line, or if the file is written for Python 2, convert it, for example with 2to3"
    with pytest.raises(PreconditionError, match=f"old.py cannot be imported: {said}{remedy}"):
        load_module(write("old.py", code))


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="newer versions of Python accept the f-string")
def test_an_f_string_of_a_newer_python_gets_both_remedies() -> None:
    remedy = r"\(newer.py, line 1\); fix this line, or run prunecheck with Python 3.12 or later"
    with pytest.raises(PreconditionError, match=remedy):
        load_module(write("newer.py", 'TEXT = f"{dict(a=1)["a"]}"'))


def test_a_missing_data_file_may_be_in_another_folder() -> None:
    remedy = r"\(reader.py, line 1\); run prunecheck from the folder in which you run your program"
    with pytest.raises(PreconditionError, match=remedy):
        load_module(write("reader.py", "with open('data/rules.txt') as file:\n    RULES = file.read()\n"))


def test_modules_of_python_2_are_reported() -> None:
    with pytest.raises(PreconditionError, match="the file is written for Python 2; convert it"):
        load_module(write("queue2.py", "import Queue\n"))


def test_a_library_that_can_compute_the_game_gets_no_stand_in() -> None:
    """A library that may compute the game must be installed."""
    with pytest.raises(PreconditionError, match=r"No module named 'no_such_engine'.*; install the missing module"):
        load_module(write("needs.py", "import pygame_menu\nimport no_such_engine\n"))


def test_modules_are_found_as_the_project_finds_them() -> None:
    """Modules are found in the file's folder, the working directory, by relative imports, and in a folder above."""
    write("top.py", "A = 1\n")
    write("game/board.py", "B = 2\n")
    write("game/ai/beside.py", "C = 3\n")
    code = "import top, beside\nfrom ..board import B\nfrom game import board\nD = top.A + B + beside.C\n"
    assert load_module(write("game/ai/search.py", code)).module.D == 6
    write("far/parts/pieces.py", "E = 4\n")
    assert load_module(write("far/parts/ai/far.py", "from parts.pieces import E\n")).module.E == 4
    write("awari/board.py", "F = 5\n")
    assert load_module(write("awari/awari.py", "from awari.board import F\n")).module.F == 5


@pytest.mark.parametrize("loaded", [True, False])
def test_the_package_of_a_relative_import_is_not_another_module_with_its_name(
    loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The package is neither a module that was imported before, nor one that is found first."""
    write("match.py", "F = 5\n")
    if loaded:
        monkeypatch.setitem(sys.modules, "match", ModuleType("match"))
    write("program/match/board.py", "B = 2\n")
    code = "from ..board import B\nfrom match import board\nD = B + board.B\n"
    assert load_module(write("program/match/ai/search.py", code)).module.D == 4


def test_each_load_is_a_new_module_from_a_file_that_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The syntax tree may be changed before; loading the file again only executes its statements."""

    def doubled(tree: ast.Module) -> ast.Module:
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, int):
                node.value *= 2
        return tree

    loader = module_loader(write("state.py", "X = [3]\n" + SCRIPT), doubled)
    first = loader.load()
    first.module.X.append(1)
    monkeypatch.delattr(modules.ModuleLoader, "_compile")
    assert loader.load().module.X == [6]
    assert loader.load().notes == first.notes


def test_stand_ins_replace_a_window_and_what_draws_on_it() -> None:
    """A loop that fills the board and draws it is executed."""
    text = """
    import pygame

    screen = pygame.display.set_mode((400, 400))
    board = {}
    for square in range(4):
        screen.blit(pygame.image.load("empty.png"), (square, 0))
        board[square] = 0
    """
    loaded = load_module(write("drawn.py", dedent(text)))
    assert loaded.module.board == dict.fromkeys(range(4), 0)
    assert loaded.notes[0] == "skipped line 4: opens a window or draws"
    assert "skipped" not in loaded.notes[1]


def test_a_module_that_imports_another_when_it_is_looked_at_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some libraries put such an object into `sys.modules`, to be fast to import."""

    def look(_: object) -> type:
        monkeypatch.setitem(sys.modules, "looked_at", ModuleType("looked_at"))
        return ModuleType

    monkeypatch.setitem(sys.modules, "lazy", type("Lazy", (), {"__class__": property(look)})())
    assert load_module(write("lazily.py", "import pygame_menu\nSIZE = 4\n")).module.SIZE == 4


def test_sizes_of_a_window_can_be_calculated_with() -> None:
    """A program may derive the size of its cells from the size of the screen, before it defines its search."""
    text = """
    import pygame_menu

    info = pygame_menu.display.Info()
    size = (min(info.width, info.height) - int(0.1 * info.width)) // 8 * 8
    cells = [row for row in range(0, 3, int(size / 8))]
    is_small = pygame_menu.WIDTH + 1 < 400
    """
    module = load_module(write("sizes.py", dedent(text))).module
    assert (module.cells, module.is_small) == ([0, 1, 2], False)


def test_each_file_gets_the_names_that_it_takes_from_a_star_import() -> None:
    """A file that the module imports may use other names, and names that it has already are kept."""
    write("pieces.py", "Label = 5\n")
    write("screen.py", "from pieces import *\nfrom tkinter import *\nroot, size = Tk(), Label\n")
    loaded = load_module(write("script.py", "from tkinter import *\nimport screen\nframe = Frame()\n"))
    assert loaded.module.screen.size == 5
    assert type(loaded.module.screen.root).__name__ == "Tk"


def test_imported_files_find_packages_in_folders_above_them(folder: Path) -> None:
    """The program is started in the folder `far`, and prunecheck above it."""
    write("far/parts/board.py", "from pieces.man import MAN\n")
    write("far/pieces/man.py", "MAN = 3\n")
    loaded = load_module(write("far/players/search.py", "from far.parts.board import MAN\n"))
    assert loaded.module.MAN == 3
    with pytest.raises(PreconditionError, match=r"No module named 'no_such_engine'"):
        load_module(write("far/players/other.py", "import no_such_engine\n"))


@pytest.mark.parametrize("package", [True, False])
@pytest.mark.parametrize("place", ["engine", "engine/deep"])
def test_a_file_with_the_name_of_a_folder_above_does_not_hide_the_folder(
    folder: Path, place: str, *, package: bool
) -> None:
    """Beside the search is a file `engine.py`; the search imports `engine.values`, as from the folder above."""
    write(f"{place}/engine.py", "")
    write("engine/values.py", "WIN = 7\n")
    if package:
        write("engine/__init__.py", "")
    assert load_module(write(f"{place}/search.py", "from engine.values import WIN\n")).module.WIN == 7


RESET_BY_MAIN = """
def main():
    global nodes, best
    nodes, best = 0, None
    return search(4)


def search(pile):
    global nodes
    nodes += 1
    return max((-search(pile - take) for take in (1, 2) if take <= pile), default=-1)
"""


def test_a_variable_that_only_a_function_sets_has_its_first_value(tmp_path: Path) -> None:
    """A search can be called directly, although the program's main function resets the node counter."""
    file = tmp_path / "counting.py"
    file.write_text(RESET_BY_MAIN)
    loaded = load_module(str(file))
    assert vars(loaded.module)["best"] is None
    assert vars(loaded.module)["search"](4) == 1
    assert vars(loaded.module)["nodes"] > 1
    assert "prunecheck set the variable `nodes` to `0`, as `main` does (line 4)" in loaded.notes
    assert vars(loaded.reload())["nodes"] == 0


SET_BY_MAIN_BLOCK = """
import math


def search(depth, node):
    if depth == levels:
        return leaves[node]
    return max(-search(depth + 1, node * width + nth) for nth in range(width))


if __name__ == "__main__":
    leaves, width = [3, 5, 6, 9, 1, 2, 0, -1], 2
    half = math.log(len(leaves), width) / 2
    levels = round(2 * half)
    typed = input()
    result = search(0, 0)
    print(result)
"""


def test_a_variable_that_only_the_main_block_sets_has_its_first_value(tmp_path: Path) -> None:
    """Only what the search needs is set, so that the game is not played: `half` is needed for `levels`."""
    file = tmp_path / "leaves.py"
    file.write_text(SET_BY_MAIN_BLOCK)
    loaded = load_module(str(file))
    assert vars(loaded.module)["search"](0, 0) == -1
    assert "prunecheck set the variable `levels` to `round(2 * half)`, as the main block does (line 14)" in loaded.notes
    assert vars(loaded.module).keys().isdisjoint({"typed", "result"})
    first, again = loaded.module, loaded.reload()
    assert vars(again)["leaves"] == vars(first)["leaves"]
    assert vars(again)["leaves"] is not vars(first)["leaves"]


@pytest.mark.parametrize("value", ["int(input())", "search(5)", "1 / 0", "int(sys.argv[1])", "sys.exit()"])
def test_a_value_of_the_main_block_that_plays_the_game_or_fails_is_not_set(value: str) -> None:
    """The search reads `piles`."""
    search = "def search(depth): return max(search(depth - 1), 1) if depth else piles\n"
    loaded = load_module(write("piles.py", f"import sys\n{search}if __name__ == '__main__':\n    piles = {value}\n"))
    assert not hasattr(loaded.module, "piles")


def test_a_module_may_import_one_that_imports_it(tmp_path: Path) -> None:
    """As with `import circle_search`, the other module finds a module that is not complete yet."""
    (tmp_path / "circle_rules.py").write_text("import circle_search\n\n\nclass Board:\n    pass\n")
    file = tmp_path / "circle_search.py"
    file.write_text("import circle_rules\nfrom circle_rules import Board\n\n\ndef search(): return Board()\n")
    assert vars(load_module(str(file)).module)["search"]()


@pytest.mark.parametrize("library", ["fltk", "pyxel", "sdl2", "ursina", "textual", "nicegui"])
def test_more_libraries_that_draw_are_replaced(library: str) -> None:
    """The libraries are not installed for this test."""
    loaded = load_module(write("shown.py", f"from {library} import *\nwindow = Fl_Window(600, 50)\nPLIES = 3\n"))
    assert loaded.module.PLIES == 3
    assert any(library in note for note in loaded.notes)


def test_a_script_sees_no_arguments_of_prunecheck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without arguments, the script has its own default."""
    monkeypatch.setattr("sys.argv", ["prunecheck", "verify", "plies.py"])
    read = (
        "read = argparse.ArgumentParser()\nread.add_argument('--width', default=7)\nwidth = read.parse_args().width\n"
    )
    script = f"import argparse, sys\nPLIES = int(sys.argv[1]) if len(sys.argv) > 1 else 4\n{read}"
    module = load_module(write("plies.py", script)).module
    assert (module.PLIES, module.width) == (4, 7)
    assert sys.argv == ["prunecheck", "verify", "plies.py"]
