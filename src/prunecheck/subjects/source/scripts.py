"""Find what must be changed, or reported to the user, when a script is loaded as a module.

Three kinds of code must be changed before a script is loaded. Some statements run the script's game: they ask for
input, open a window on the screen, or start a search. Some global variables, such as a node counter that the main
function resets, are only set inside a function. Some code is written for Python 2.
"""

import ast
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from prunecheck.errors import as_code
from prunecheck.subjects.source.bindings import asks
from prunecheck.subjects.source.calls import CallGraph, Defined, calls_in
from prunecheck.subjects.source.syntax import (
    Function,
    assigned_by,
    assignments,
    definitions,
    dotted,
    every,
    is_literal,
    is_main_test,
    names_bound_in,
    names_in,
    names_set_by,
    own_nodes,
)

ASKS: Final = "asks for input"
SHOWS: Final = "opens a window or draws"
WAITS: Final = "waits"
PLAYS: Final = "plays the game"
SEARCHES: Final = "runs a search"
ENDS: Final = "ends the program"
_DRAWING: Final = """
    pygame pygame_menu pygame_gui pygame_widgets tkinter Tkinter tkMessageBox customtkinter ttkbootstrap fltk pyxel
    sdl2 ursina textual nicegui
    turtle curses graphics cv2 matplotlib seaborn plotly pylab PyQt4 PyQt5 PyQt6 PySide2 PySide6 wx kivy
    kivymd pyglet arcade pyautogui pynput keyboard mouse easygui PySimpleGUI dearpygui vpython OpenGL glfw
    PIL IPython pyray raylib cairo playsound simpleaudio winsound pyttsx3 gtts msvcrt getch termios colorama
    termcolor colored blessed blessings rich tqdm prettytable tabulate texttable pyfiglet art emoji cairosvg
    streamlit gradio flask flask_cors flask_socketio
"""
DRAWING: Final = frozenset(
    _DRAWING.split()
)  # libraries that draw, play sound, read keys or print: the rules of a game need nothing from them
# libraries that come with Python or use one that does; they are never loaded, because they open windows
ALWAYS_REPLACED: Final = frozenset({"tkinter", "turtle", "curses"})
_WINDOWS: Final = frozenset(
    {"Tk", "CTk", "set_mode", "Screen", "initscr", "wrapper", "GraphWin", "QApplication", "namedWindow", "imshow"}
    | {"Turtle", "Window", "open_window", "init_window", "App", "VideoCapture"}
)
_LOOPS: Final = frozenset({"mainloop", "waitKey", "exec_", "done", "exitonclick", "getMouse", "getKey", "show"})
_ASKING: Final = frozenset({"input", "raw_input", "getpass.getpass", "sys.stdin.readline", "sys.stdin.read"})
_ENDING: Final = frozenset({"exit", "quit", "sys.exit", "os._exit"})
_WAITING: Final = frozenset({"time.sleep", "sleep"})


def drawing_names(module: ast.Module) -> set[str]:
    """Return the names that a module imports from graphics libraries, and the names of these libraries."""
    found: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            for imported in node.names:
                if imported.name.partition(".")[0] in DRAWING:
                    found.add(imported.asname or imported.name.partition(".")[0])
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in DRAWING:
            found |= {alias.asname or alias.name for alias in node.names}
    return found


class ScriptReader:
    """Decides which top-level statements are skipped when a module is loaded, and why."""

    def __init__(self, module: ast.Module) -> None:
        """Read the definitions and imports of `module`."""
        self._graph = CallGraph(module)
        self._drawing = drawing_names(module)
        self._draws_all = "*" in self._drawing

    def reason(self, statement: ast.stmt) -> str:
        """Return the reason to skip `statement`.

        Returns an empty text if the statement only defines, imports or sets something.

        An assignment is only skipped if it waits for input, pauses or shows a window directly, as in `name = input()`.
        If an assignment calls a function that waits for input, pauses or shows a window, the assignment is still
        executed, since its value may be needed, as in `board = create_board()`. The function is stopped when it waits
        for input.
        """
        if isinstance(statement, Function | ast.ClassDef | ast.Import | ast.ImportFrom) or is_main_test(statement):
            return ""
        own = self._own_reason(statement)
        if own or isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            return own
        reached = self._graph.reached_from(statement)
        reasons = [self._own_reason(function.node) for function in reached]
        if any(self._graph.is_search(function.name) for function in reached):
            return PLAYS if any(reasons) or isinstance(statement, ast.While) else SEARCHES
        if any(reason in reasons for reason in (ASKS, WAITS)) or isinstance(statement, ast.While):
            return PLAYS
        return next(filter(None, reasons), "")

    def asks(self, function: Defined) -> bool:
        """True for a function that waits for input, pauses, or draws on the screen in a loop, even indirectly."""
        bodies = [function.node, *(called.node for called in self._graph.reached_from(function.node))]
        reasons = {self._own_reason(body) for body in bodies}
        return not reasons.isdisjoint({ASKS, WAITS, PLAYS}) or any(map(self._draws_in_loop, bodies))

    def _draws_in_loop(self, function: Function) -> bool:
        loops = (node for node in every(ast.While, function))
        calls = (dotted(call.func) for loop in loops for call in calls_in(loop))
        return any(name.partition(".")[0] in self._drawing for name in calls)

    def _own_reason(self, node: ast.AST) -> str:
        """Return the reason to skip `node`, judged by its own code and not by the functions that it calls.

        A reason is, for example, a request for input or an endless loop. Returns an empty text if there is no reason.
        """
        found = {self._reason_of_call(call) for call in calls_in(node)}
        for reason in (ASKS, SHOWS, WAITS, ENDS):
            if reason in found:
                return PLAYS if isinstance(node, ast.While) else reason
        # a loop with a constant test only ends when the game is over
        endless = isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value
        return PLAYS if endless else ""

    def _reason_of_call(self, call: ast.Call) -> str:
        name = dotted(call.func)
        last = call.func.attr if isinstance(call.func, ast.Attribute) else name
        if name in _ASKING:
            return ASKS
        if name in _ENDING:
            return ENDS
        if name in _WAITING:
            return WAITS
        drawn = name.partition(".")[0] in self._drawing or (self._draws_all and isinstance(call.func, ast.Name))
        if last in _WINDOWS and drawn:
            return SHOWS
        return SHOWS if last in _LOOPS and (drawn or last == "mainloop") else ""


def undefined_names(module: ast.Module) -> set[str]:
    """Return the names that a module reads but never sets, so that they must come from a star import."""
    return names_in([module]) - names_bound_in(module) - {node.arg for node in every(ast.arg, module)}


class LateGlobal(NamedTuple):
    """A global variable that is set after the module is loaded, its first value, and where this value is assigned."""

    name: str
    value: ast.expr
    where: str
    line: int

    def made(self, namespace: dict[str, Any]) -> Any:
        """Evaluate the expression for the variable's first value; `namespace` contains the names of the module."""
        return eval(ast.unparse(self.value), namespace)  # noqa: S307  # as the program does


def late_globals(module: ast.Module) -> Iterator[LateGlobal]:
    r"""List the global variables that only the main block or functions set, in order, and each of them once.

    The main block is `if __name__ == "__main__"`. A variable that a function sets is only listed if the function has a
    `global` statement for the variable, and sets the variable to a constant.

    >>> [each.name for each in late_globals(ast.parse("def play():\n global count, best\n count = 0"))]
    ['count']
    """
    seen: set[str] = set()
    for late in (*_set_by_main_block(module), *_set_by_functions(module)):
        if late.name not in seen:
            seen.add(late.name)
            yield late


def _set_by_functions(module: ast.Module) -> Iterator[LateGlobal]:
    for function, body in definitions(module).items():
        nodes = list(own_nodes(body))
        declared = {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
        for target, value in (pair for node in nodes for pair in assignments(node)):
            if isinstance(target, ast.Name) and target.id in declared and is_literal(value):
                yield LateGlobal(target.id, value, as_code(function), target.lineno)


def _set_by_main_block(module: ast.Module) -> list[LateGlobal]:
    """List the variables of the main block that functions read, and further variables from which they are computed.

    A variable is omitted if computing its value would play the game, for example by waiting for a player's input.
    """
    blocks = [statement for statement in module.body if is_main_test(statement)]
    lines = [line for block in blocks if isinstance(block, ast.If) for line in block.body]
    found = [
        LateGlobal(name, value, "the main block", line.lineno) for line in lines for name, value in assigned_by(line)
    ]
    needed: set[str] = set().union(*map(_outer_names, module.body)) if found else set()
    reader = ScriptReader(module)
    kept: list[LateGlobal] = []
    for late in reversed(found):
        if late.name in needed and not asks(late.value) and not reader.reason(ast.Expr(late.value)):
            kept.insert(0, late)
            needed |= names_in([late.value])
    return kept


def _outer_names(definition: ast.stmt) -> set[str]:
    """Return the names in a function or class that it does not set itself, or that it declares `global`."""
    if not isinstance(definition, Function | ast.ClassDef):
        return set()
    declared = {name for node in every(ast.Global, definition) for name in node.names}
    own = {node.arg for node in every(ast.arg, definition)} | names_set_by([definition])
    return names_in([definition]) - own | declared


_PYTHON_2_MODULES: Final = """
    Tkinter tkMessageBox Queue ConfigParser cPickle cStringIO StringIO urllib2 urlparse HTMLParser commands
    __builtin__ SocketServer BaseHTTPServer tkFont tkSimpleDialog tkFileDialog exceptions sets
"""
PYTHON_2_MODULES: Final = frozenset(_PYTHON_2_MODULES.split())
PYTHON_2_SIGNS: Final = (  # texts in the messages of syntax errors
    "call to 'print'",
    "call to 'exec'",
    "multiple exception types",
    "leading zeros",
    "invalid decimal literal",
)
CONVERT: Final = "convert it, for example with 2to3 or modernize"


def may_be_python_2(error: SyntaxError) -> bool:
    """True for a syntax error that Python 2 may not report, as for a print statement, `except X, e` or mixed tabs."""
    return isinstance(error, TabError) or any(sign in (error.msg or "") for sign in PYTHON_2_SIGNS)
