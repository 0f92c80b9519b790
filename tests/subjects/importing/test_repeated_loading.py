"""Modules that are executed again and again do not fill the memory."""

import gc
from pathlib import Path
from types import ModuleType
from weakref import WeakSet

import pytest

from prunecheck.failures import OutOfMemory
from prunecheck.subjects.importing import modules
from prunecheck.subjects.importing.modules import ModuleLoader, module_loader
from prunecheck.subjects.sandbox.call_log import EarlyEnd
from prunecheck.subjects.sandbox.child import run_in_child
from prunecheck.subjects.subject import Watch


def loader_of(folder: Path, table: str) -> ModuleLoader:
    file = folder / "large.py"
    file.write_text(f"TABLE = {table}\ndef search(board): return len(TABLE)", encoding="utf-8")
    return module_loader(str(file))


def test_unused_copies_of_a_module_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of 16 MB is one object for the garbage collector, which usually waits for thousands of objects."""
    monkeypatch.setattr(modules, "MOST_GARBAGE", 8_000_000)
    loader = loader_of(tmp_path, "[None] * (1 << 21)")
    copies: WeakSet[ModuleType] = WeakSet()
    gc.disable()
    try:
        for _ in range(10):
            copies.add(loader.load().module)
    finally:
        gc.enable()
    assert len(copies) < 5


def test_an_import_without_enough_memory_left_counts_as_out_of_memory(tmp_path: Path) -> None:
    loader = loader_of(tmp_path, "bytes(1_500_000_000)")  # never written to, so allocation is fast

    def work(watch: Watch) -> int:
        return len([loader.load() for _ in range(2)])

    ended = run_in_child(work, silence=30)
    assert isinstance(ended, EarlyEnd)
    assert ended.failure == OutOfMemory(allowed=2_000_000_000)
