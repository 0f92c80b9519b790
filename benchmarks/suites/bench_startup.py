"""asv: CPU seconds of `import prunecheck` and `prunecheck --help` in a new process."""

import subprocess
import sys

PROGRAMS = {
    "import prunecheck": "import prunecheck",
    "prunecheck --help": "from prunecheck import cli; cli.run(['--help'])",
}
SECONDS = "\nfrom time import process_time; print(); print(process_time())"  # processor time since the process started
ROUNDS = 3  # the best round counts


class StartUp:
    """The CPU seconds of a new process that only runs `program`."""

    params = (list(PROGRAMS),)
    param_names = ("program",)

    def setup(self, program: str) -> None:
        try:
            import prunecheck  # noqa: F401, PLC0415
        except ImportError as missing:
            raise NotImplementedError(f"this commit has no {missing.name}") from missing

    def track_seconds(self, program: str) -> float:
        return min(self._seconds(program) for _ in range(ROUNDS))

    def _seconds(self, program: str) -> float:
        arguments = [sys.executable, "-c", PROGRAMS[program] + SECONDS]
        done = subprocess.run(arguments, capture_output=True, text=True, check=True)  # noqa: S603
        return float(done.stdout.splitlines()[-1])

    track_seconds.unit = "seconds"  # type: ignore[attr-defined]
    track_seconds.version = "1"  # type: ignore[attr-defined]
