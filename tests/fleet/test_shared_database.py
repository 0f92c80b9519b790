"""Counterexamples are shared in a folder or in a real Redis server; errors in its address are reported."""

import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from own_searches import FILE
from prunecheck import cli

Output = pytest.CaptureFixture[str]
VERIFY: Final = ["verify", "engine.py:wrong", "--effort", "quick", "--examples", "10", "--claims", "fishburn"]
STILL_FAILS: Final = "a counterexample from an earlier run still fails"
WITH_HYPOTHESIS: Final = """
from hypothesis import given, settings, strategies as st
from hypothesis.extra.redis import RedisExampleDatabase
from redis import Redis

settings.register_profile("team", database=RedisExampleDatabase(Redis.from_url("{url}")))
settings.load_profile("team")
seen = []


@given(st.integers())
def test(number):
    seen.append(number)
    assert number < 100


try:
    test()
except AssertionError:
    print(seen[0])
"""


@pytest.fixture(autouse=True)
def checkouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two checkouts of a project with a wrong search; the first is the working directory."""
    monkeypatch.setenv("PRUNECHECK_CACHE", "1")
    both = tmp_path / "one", tmp_path / "two"
    for folder in both:
        folder.mkdir()
        (folder / "engine.py").write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(both[0])
    return both


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis server that only this test uses."""
    pytest.importorskip("redis", reason="pip install -e '.[fleet]'")
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is not installed: apt-get install redis-server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--daemonize", "no"]
    folder = tmp_path_factory.mktemp("redis")
    with subprocess.Popen(words, stdout=subprocess.PIPE, cwd=folder, text=True) as server:  # noqa: S603
        assert server.stdout is not None
        assert any("Ready to accept connections" in line for line in server.stdout)
        yield f"redis://127.0.0.1:{port}"
        server.terminate()


def shared(place: str, second: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """Verify in one checkout, then in the other, with a shared database."""
    verify, failed = [*VERIFY, "--database", place], [*VERIFY, "--database", place, "--failed"]
    assert cli.run(verify) == 1
    assert STILL_FAILS not in capsys.readouterr().err
    assert not Path(".prunecheck").exists()
    monkeypatch.chdir(second)
    assert cli.run(failed) == 1
    assert STILL_FAILS in capsys.readouterr().err
    Path("engine.py").write_text(FILE.replace("best = 0", 'best = -float("inf")'), encoding="utf-8")
    assert cli.run(verify) == 0
    assert "deleted 1 counterexample from earlier runs" in capsys.readouterr().err
    assert cli.run(failed) == 0
    assert "engine.py:wrong did not fail in its last run" in capsys.readouterr().err


@pytest.mark.slow
def test_a_folder_shares_counterexamples(
    checkouts: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """A search that fails in one checkout is tried with its counterexample in another."""
    shared(str(tmp_path / "shared"), checkouts[1], monkeypatch, capsys)


@pytest.mark.slow
def test_redis_shares_counterexamples(
    redis_url: str, checkouts: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    """Redis works like a folder, but without a file."""
    shared(redis_url, checkouts[1], monkeypatch, capsys)


@pytest.mark.slow
def test_hypothesis_shares_its_examples_in_redis(redis_url: str, tmp_path: Path) -> None:
    """As the page on fleets says, the second process begins with the example that the first one found."""
    file = tmp_path / "test_numbers.py"
    file.write_text(WITH_HYPOTHESIS.format(url=redis_url), encoding="utf-8")
    runs = [subprocess.check_output([sys.executable, file], cwd=tmp_path, text=True) for _ in range(2)]  # noqa: S603
    assert runs[1] == "100\n"


def test_an_unusable_database_is_reported(tmp_path: Path, capsys: Output) -> None:
    """The message has the remedy, and the exit status is 2."""
    pytest.importorskip("redis", reason="the optional extra `fleet` is not installed")
    file = tmp_path / "file"
    file.touch()
    for place, said in (
        ("redis://127.0.0.1:9", "start a server with 'redis-server', or fix the URL"),
        ("http://127.0.0.1:9", "is neither a folder nor the URL of a Redis server"),
        (str(file), "is a file; give a folder"),
    ):
        assert cli.run([*VERIFY, "--database", place]) == 2
        captured = capsys.readouterr()
        assert said in captured.err
        assert captured.err.count("\n") == 1
    assert cli.run([*VERIFY, "--database", "shared", "--no-cache"]) == 2


def test_a_missing_package_is_reported_with_its_command(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """The extras for Dask and for Redis are missing."""
    monkeypatch.delitem(sys.modules, "prunecheck.fleet.cluster", raising=False)
    for name in ("distributed", "redis", "hypothesis.extra.redis"):
        monkeypatch.setitem(sys.modules, name, None)
    for words in (["--database", "redis://localhost"], ["--scheduler", "tcp://localhost:8786"]):
        assert cli.run([*VERIFY, *words]) == 2
        assert "pip install -e '.[fleet]'" in capsys.readouterr().err
