"""The hand-written C++ searches of `searches.cpp`, compiled with g++ -O3 and called in this process."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.native_speed.contender import Answer, Contender, MissingError
from benchmarks.native_speed.workloads import ConnectFourWorkload, Workload

SOURCE: Final = Path(__file__).with_name("searches.cpp")
FLAGS: Final = ("-std=c++17", "-O3", "-shared", "-fPIC")
OWN_PROCESSOR: Final = "-march=native"  # Numba also compiles for the processor of this machine
PROGRAMS: Final = {  # (extra flags, number of functions); ratios are to the first
    "C++ -O3, one function": ((), 1),
    "C++ -O3, two functions": ((), 2),
    "C++ -O3 -march=native, one function": ((OWN_PROCESSOR,), 1),
}


def find_compiler() -> str:
    """The path of g++. Raises: MissingError if g++ is not installed."""
    found = shutil.which("g++")
    if found is None:
        raise MissingError("g++ is not installed, so there is no C++ to compare with; install it: apt install g++")
    return found


def compiler_version() -> str:
    """The version of g++, such as 12.2.0. Raises: MissingError if g++ is not installed."""
    done = subprocess.run([find_compiler(), "-dumpfullversion"], capture_output=True, text=True, check=True)  # noqa: S603
    return done.stdout.strip()


@cache
def load(compiler: str, *flags: str) -> ctypes.CDLL:
    """Compile and load the searches, once for each set of flags."""
    with TemporaryDirectory() as folder:
        library = Path(folder) / "searches.so"
        subprocess.run([compiler, *FLAGS, *flags, "-o", library, SOURCE], check=True)  # noqa: S603
        loaded = ctypes.CDLL(str(library))
    loaded.connect_four.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int, ctypes.c_int, ctypes.c_bool]
    loaded.flat_tree.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_bool]
    loaded.nodes_of_last_count.restype = ctypes.c_int64
    return loaded


def cpp_contenders(workload: Workload) -> list[Contender]:
    """Make the contenders in C++, in one function and in two. Raises: MissingError if no compiler is found."""
    compiler = find_compiler()
    return [_contender(load(compiler, *flags), workload, name, number) for name, (flags, number) in PROGRAMS.items()]


def _contender(library: ctypes.CDLL, workload: Workload, name: str, functions: int) -> Contender:
    called = _called(library, workload, functions)

    def count() -> Answer:
        value = called(True)
        return Answer(value, library.nodes_of_last_count())

    return Contender(name, "C++", lambda: called(False), count)


def _called(library: ctypes.CDLL, workload: Workload, functions: int) -> Callable[[bool], int]:
    """The search of the workload as a function of `counting`."""
    if isinstance(workload, ConnectFourWorkload):
        own, mask = workload.root
        return lambda counting: int(library.connect_four(own, mask, workload.depth, functions, counting))
    columns = [column.buffer_info()[0] for column in (workload.first, workload.count, workload.values)]
    return lambda counting: int(library.flat_tree(*columns, functions, counting))
