"""Programs that answer correctly until they misbehave once: python misbehaving_program.py MODE FLAG.

A process misbehaves at a search if the file FLAG exists, and removes it, so that the next process behaves.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Misdeed = Callable[[dict[str, Any]], None]
NUL = subprocess.DEVNULL
SLEEP = ["sleep", "1000"]
BLOCK = "x" * 65536


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(request: dict[str, Any], **changes: Any) -> None:
    """The right answer: the value of the last node, with `changes`."""
    say(json.dumps({"id": request["id"], "value": request["tree"]["value"][-1]} | changes) + "\n")


def hang(_request: dict[str, Any]) -> None:
    time.sleep(1000)


def exits_with_three(_request: dict[str, Any]) -> None:
    sys.exit(3)


def exits_silently(_request: dict[str, Any]) -> None:
    sys.exit(0)


def raises(_request: dict[str, Any]) -> None:
    raise ValueError("no such node")


def segfaults(_request: dict[str, Any]) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def hangs_and_ignores_sigterm(request: dict[str, Any]) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    hang(request)


def leaves_children(request: dict[str, Any]) -> None:
    """Start one child in this process group, one in a separate session, and one of each whose parent has ended."""
    for new_session in (False, True):
        subprocess.Popen(SLEEP, stdin=NUL, start_new_session=new_session)  # noqa: S603
        again = f"import subprocess; subprocess.Popen(['sleep', '1000'], start_new_session={new_session})"
        subprocess.run([sys.executable, "-S", "-c", again], stdin=NUL, check=True)  # noqa: S603
    hang(request)


def dies_with_a_child_on_its_pipes(_request: dict[str, Any]) -> None:
    subprocess.Popen(SLEEP)  # noqa: S603
    os._exit(4)


def floods_a_line(_request: dict[str, Any]) -> None:
    while True:
        say(BLOCK)


def floods_with_lines(_request: dict[str, Any]) -> None:
    while True:
        say("searching\n" * 1000)


def floods_standard_error(_request: dict[str, Any]) -> None:
    while True:
        sys.stderr.write(BLOCK)


def closes_standard_output(request: dict[str, Any]) -> None:
    os.close(1)
    hang(request)


def closes_standard_output_after_an_answer(request: dict[str, Any]) -> None:
    answer(request)
    closes_standard_output(request)


def closes_standard_input_after_an_answer(request: dict[str, Any]) -> None:
    os.close(0)
    answer(request)
    hang(request)


def reads_no_more_after_an_answer(request: dict[str, Any]) -> None:
    answer(request)
    hang(request)


def answers_late(request: dict[str, Any]) -> None:
    time.sleep(0.5)
    answer(request)


def answers_twice(request: dict[str, Any]) -> None:
    line = json.dumps({"id": request["id"], "value": request["tree"]["value"][-1]}) + "\n"
    say(line + line)


def answers_with_another_id(request: dict[str, Any]) -> None:
    answer(request, id=request["id"] - 1)


def answers_in_words(_request: dict[str, Any]) -> None:
    say("the value is 3\n")


def answers_in_bytes(_request: dict[str, Any]) -> None:
    os.write(1, b"\xff\xfe\x00\n")


def answers_nan(request: dict[str, Any]) -> None:
    say(f'{{"id":{request["id"]},"value":NaN}}\n')


def answers_nan_in_quotes(request: dict[str, Any]) -> None:
    answer(request, value="nan")


def answers_nothing(request: dict[str, Any]) -> None:
    answer(request, value=None)


def answers_true(request: dict[str, Any]) -> None:
    answer(request, value=True)


def answers_a_list(request: dict[str, Any]) -> None:
    say(f"[{request['id']}, 3]\n")


def moves_elsewhere(request: dict[str, Any]) -> None:
    answer(request, move=2)


def moves_backwards(request: dict[str, Any]) -> None:
    answer(request, move=-1)


def has_a_line_of_negative_moves(request: dict[str, Any]) -> None:
    answer(request, line=[0, -1])


def reads_leaves_that_are_none(request: dict[str, Any]) -> None:
    answer(request, leaves=[1, 99])


def answers_with_an_error(request: dict[str, Any]) -> None:
    say(json.dumps({"id": request["id"], "error": "stack overflow\x1b[31m"}) + "\n")


def leaks(_request: dict[str, Any]) -> None:
    kept: list[bytearray] = []
    while True:
        kept.append(bytearray(b"x" * 4_000_000))


def nests_deeply(_request: dict[str, Any]) -> None:
    say("[" * 100_000 + "\n")


def nests_a_value_deeply(request: dict[str, Any]) -> None:
    say(f'{{"id":{request["id"]},"value":{"[" * 100_000}{"]" * 100_000}}}\n')


def main(misdeed: Misdeed, flag: Path) -> None:
    """Answer, and misbehave once."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["ask"] == "hello":
            say(json.dumps({"id": request["id"], "prunecheck": 1, "name": "misbehaving"}) + "\n")
        elif request["ask"] == "quit":
            return
        elif flag.exists():
            flag.unlink()
            misdeed(request)
        else:
            answer(request)


if __name__ == "__main__":
    main(globals()[sys.argv[1]], Path(sys.argv[2]))
