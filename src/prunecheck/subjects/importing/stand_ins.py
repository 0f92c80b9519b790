"""Stand-ins for graphics, sound and keyboard libraries, for example if these libraries are not installed."""

import ast
import builtins
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from traceback import walk_stack
from types import FrameType, ModuleType
from typing import Any, Final

from prunecheck.error_frames import OURS, is_library
from prunecheck.subjects.source.scripts import ALWAYS_REPLACED, DRAWING, undefined_names

_HERE: Final = str(Path(__file__).parent)


def _another(*_: Any) -> Any:
    """Return the result of any operation on a stand-in, which is another stand-in."""
    return StandIn()


def _one(_: Any) -> int:
    return 1


def _never(*_: Any) -> bool:
    return False


class _Number:
    """A stand-in for a number, such as the width of a window on the screen.

    Converted to a whole number, the stand-in is 1. Comparisons of the stand-in by `<` and `>` are always False.
    """

    __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __neg__ = _another
    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rfloordiv__ = __rmod__ = _another
    __int__ = __index__ = _one
    __lt__ = __le__ = __gt__ = __ge__ = _never


class _StandInType(_Number, type):
    """The type of stand-in classes: every attribute is another stand-in class."""

    def __getattr__(cls, name: str) -> Any:
        return _class_named(name)

    def __iter__(cls) -> Iterator[Any]:
        return iter(())


def _class_named(name: str) -> Any:
    """Make a stand-in class with this name. Raises: AttributeError for a special name, such as `__len__`."""
    if name.startswith("__"):
        raise AttributeError(name)
    return _StandInType(name, (StandIn,), {})


class StandIn(_Number, metaclass=_StandInType):
    """An object that can be called and has every attribute and item, but does nothing.

    Comparisons of a stand-in by `<` and `>` are always False.

    If a stand-in is used as a decorator, it returns the function unchanged.
    """

    def __new__(cls, *arguments: Any, **_: Any) -> Any:
        """Make an instance. If the class is used as a decorator, return the function instead."""
        return arguments[0] if _is_decorating(cls, arguments) else super().__new__(cls)

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn()

    def __call__(self, *arguments: Any, **_: Any) -> Any:
        """Return another stand-in. If the object is used as a decorator, return the function instead."""
        return arguments[0] if _is_decorating(StandIn, arguments) else StandIn()

    def __getitem__(self, _: Any) -> Any:
        return StandIn()

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def _is_decorating(kind: type, arguments: tuple[Any, ...]) -> bool:
    return kind.__module__ == __name__ and len(arguments) == 1 and isinstance(arguments[0], type(_is_decorating))


class _StandInModule(ModuleType):
    """A module whose attributes are stand-in classes."""

    @property
    def __all__(self) -> list[str]:
        """The names that `from library import *` imports: all names that the importing file reads but does not set."""
        found = importer()
        if found is None:
            return []
        with suppress(OSError, SyntaxError, ValueError):
            read = undefined_names(ast.parse(Path(found.f_code.co_filename).read_bytes()))
            return sorted(name for name in read - set(dir(builtins)) - set(found.f_globals) if name[:2] != "__")
        return []

    def __getattr__(self, name: str) -> Any:
        return _class_named(name)


class _Finder(MetaPathFinder, Loader):
    """An import hook that provides a stand-in if the user's code imports a drawing library.

    The hook runs before Python's own finders. The hook only handles libraries that open windows or are not installed.
    """

    def __init__(self) -> None:
        self.used: set[str] = set()

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return a module specification for the stand-in of a drawing library, or None for any other module."""
        library, found = fullname.partition(".")[0], importer()
        file = "" if found is None else found.f_code.co_filename
        if library not in DRAWING or is_library(file) or file.startswith(OURS):  # no stand-in for other code
            return None
        if library not in ALWAYS_REPLACED and not isinstance(sys.modules.get(library), _StandInModule):
            others = (protocol for protocol in sys.meta_path if protocol is not self and hasattr(protocol, "find_spec"))
            if any(other.find_spec(fullname, path, target) is not None for other in others):
                return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Create the stand-in module."""
        self.used.add(spec.name.partition(".")[0])
        return _StandInModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: a stand-in has no code."""


_FINDER: Final = _Finder()


def importer() -> FrameType | None:
    """Return the stack frame of the code that is currently importing a module."""
    for frame, _ in walk_stack(sys._getframe(1)):  # noqa: SLF001  # nothing else shows the caller
        file = frame.f_code.co_filename
        if not file.startswith((_HERE, "<frozen importlib")):
            return frame
    return None


@contextmanager
def stand_ins() -> Iterator[set[str]]:
    """Within a `with` block, replace drawing libraries by stand-ins.

    The variable after `as` in the `with` statement is the set of the names of the libraries replaced so far.

    Drawing libraries are also replaced in later imports by the user's code. Imports by code that the user did not write
    return no stand-ins.
    """
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)
    _FINDER.used = set()
    real = {name: module for name, module in list(sys.modules.items()) if name.partition(".")[0] in ALWAYS_REPLACED}
    for name in real:
        del sys.modules[name]
    try:
        yield _FINDER.used
    finally:
        for name, module in list(sys.modules.items()):  # looking at a module may import others
            if isinstance(module, _StandInModule):
                del sys.modules[name]
        sys.modules.update(real)
