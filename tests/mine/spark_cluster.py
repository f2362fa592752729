"""A real Spark cluster on this machine's loopback: a master and two workers, each a process of its own."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

PATIENCE = 600  # seconds; a busy machine is no failure
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # the better compiler would take longer than all else here
WORKERS = 2

# Whatever ends the tests, even SIGKILL, closes the pipe that `read` waits on, and the process takes its children along.
_UNTIL_TOLD = '"$@" & read -r; kill -KILL 0'


def require_spark() -> None:
    """The tests are skipped without it, but not where all is to be tested."""
    missing = [name for name in ("pyspark", "pyarrow", "pandas") if find_spec(name) is None]
    missing += [] if shutil.which("java") else ["java"]
    if missing and os.environ.get("CI"):
        pytest.fail(f"the tests of Spark need {', '.join(missing)}")
    if missing:
        pytest.skip(f"the tests of Spark need {', '.join(missing)}: pip install '.[spark]', and a JRE")


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """The address of its master, once all workers have registered."""
    with ExitStack() as stack:

        def start(kind: str, name: str, *arguments: str) -> Path:
            log = folder / f"{name}.log"
            stack.enter_context(_daemon(log, f"org.apache.spark.deploy.{kind}", *arguments))
            return log

        master_log = start("master.Master", "master")
        (master,) = _await(master_log, r"Starting Spark master at (spark://127\.0\.0\.1:\d+)", 1)
        for number in range(WORKERS):
            work = str(folder / f"work-{number}")
            start("worker.Worker", f"worker-{number}", "--cores", "1", "--memory", "512M", "--work-dir", work, master)
        _await(master_log, r"Registering worker (\S+)", WORKERS)
        yield master


@contextmanager
def _daemon(log: Path, name: str, *arguments: str) -> Iterator[None]:
    import pyspark

    home = Path(pyspark.__file__).parent
    command = [str(home / "bin" / "spark-class"), name, "--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
    environment = os.environ | {
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_DAEMON_MEMORY": "256m",
    }
    with open(log, "wb") as stream:
        process = subprocess.Popen(
            ["bash", "-c", _UNTIL_TOLD, "bash", *command, *arguments],
            stdin=subprocess.PIPE,
            stdout=stream,
            stderr=stream,
            env=environment,
            start_new_session=True,
        )
    assert process.stdin is not None
    try:
        yield
    finally:
        process.stdin.close()
        process.wait()


def _await(log: Path, pattern: str, count: int) -> list[str]:
    until = time.monotonic() + PATIENCE
    while len(found := re.findall(pattern, log.read_text(errors="replace"))) < count:
        assert time.monotonic() < until, f"{log} holds no {pattern}:\n{log.read_text(errors='replace')}"
        time.sleep(0.1)
    return found
