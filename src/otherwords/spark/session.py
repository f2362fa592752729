"""A Spark session: where it cannot work it says why in one line, and it leaves no process behind."""

import logging
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords.extras import require
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from py4j.clientserver import ClientServer
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

LOCAL = "local[*]"

_STANDALONE = "spark://"
_MASTERS = re.compile(r"local(\[(\*|\d+)\])?|spark://\S+|yarn|k8s://\S+")
_LOOPBACK = re.compile(r"(localhost|127\.[\d.]+|\[::1\]):\d+")
_STOPPED = "stopped SparkContext"
"""Is all that Spark says when a master has not let it begin, or no longer lets it go on."""
_SECONDS_TO_ANSWER = 10
_SECONDS_FOR_AN_EXECUTOR = 60
_SECONDS_TO_STOP = 10


@contextmanager
def spark_session(master: str, megabytes: int, folder: Path) -> Iterator["SparkSession"]:
    """A session on ``master``, whose processes have ``megabytes`` each.

    What Spark has to tell goes into a file of the folder; what it raises within becomes an error of one line. On this
    machine, it also puts there what it has no memory for.
    """
    check_spark(master)
    log = folder / "spark.log"
    settings = _settings(master, megabytes, folder)
    with (
        _logging_to(log),
        _process(settings, log) as gateway,
        _told_in_one_line(master, log, gateway.proc),
        _context(settings, gateway) as context,
    ):
        from pyspark.sql import SparkSession

        if master.startswith(_STANDALONE):
            _await_executor(context, master)
        yield SparkSession(context)


@contextmanager
def _told_in_one_line(master: str, log: Path, process: "subprocess.Popen[bytes] | None") -> Iterator[None]:
    from py4j.protocol import Py4JError, Py4JJavaError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JJavaError) as error:
        problem = _first_line(error)
        if _STOPPED in problem:
            problem = f"it does not answer as a master of Spark {version('pyspark')} does, or has ended the run"
        raise OtherwordsError(f"Spark on {master} failed: {problem}; see {log}") from error
    except (Py4JError, ConnectionError) as error:
        problem = _first_line(error)
        if process is not None:
            with suppress(subprocess.TimeoutExpired):
                problem = f"its process ended with {process.wait(1)}, perhaps because memory ran out"
        raise OtherwordsError(f"Spark on {master} failed: {problem}; see {log}") from error


def check_spark(master: str) -> None:
    """An error, before anything is begun, where it is known that there will be no session."""
    _require_parts()
    _check(master)


def _require_parts() -> None:
    require("the engine spark", "spark", "pyspark", "pyarrow", "pandas")
    home = os.environ.get("JAVA_HOME")
    if shutil.which("java", path=os.path.join(home, "bin") if home else None) is None:
        where = f"JAVA_HOME ({home}) holds none" if home else "there is none"
        raise OtherwordsError(
            f"Spark needs Java 17 or newer, and {where}; on Debian: apt install openjdk-17-jre-headless"
        )


def _check(master: str) -> None:
    """Asks before Spark does, which tries for minutes and then prints pages."""
    if not _MASTERS.fullmatch(master):
        raise OtherwordsError(f"{master} is no Spark master; give local[2], spark://HOST:PORT, yarn or k8s://URL")
    if master.startswith(_STANDALONE) and not any(map(_answers, _addresses(master))):
        raise OtherwordsError(f"no Spark master answers at {master}; start it, or check the address")


def _addresses(master: str) -> list[str]:
    return master.removeprefix(_STANDALONE).split(",")


def _answers(address: str) -> bool:
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise OtherwordsError(f"{_STANDALONE}{address} lacks a host or a port; give spark://HOST:PORT")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_SECONDS_TO_ANSWER).close()
    except (OSError, OverflowError):
        return False
    return True


@contextmanager
def _logging_to(log: Path) -> Iterator[None]:
    """What the part of Spark in this process has to tell, which otherwise is put on standard error."""
    handler = logging.FileHandler(log)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()


@contextmanager
def _process(settings: dict[str, str], log: Path) -> "Iterator[ClientServer]":
    """Spark's own process, and the line to it."""
    from py4j.protocol import Py4JError
    from pyspark import SparkConf, SparkContext
    from pyspark.errors import PySparkException
    from pyspark.java_gateway import launch_gateway

    conf = SparkConf(loadDefaults=False).setAll(list(settings.items()))
    try:
        with open(log, "ab") as stream:
            gateway = launch_gateway(conf, {"stdout": stream, "stderr": stream})  # type: ignore[no-untyped-call]
    except PySparkException as error:
        raise OtherwordsError(f"Spark cannot be started: see {log}") from error
    try:
        yield gateway
    finally:
        with suppress(Py4JError, ConnectionError):
            gateway.shutdown()
        # Or the next session would speak to this one's process.
        SparkContext._gateway = SparkContext._jvm = SparkContext._active_spark_context = None
        if gateway.proc is not None:
            _end(gateway.proc)


@contextmanager
def _context(settings: dict[str, str], gateway: "ClientServer") -> Iterator["SparkContext"]:
    from py4j.protocol import Py4JError
    from pyspark import SparkConf, SparkContext

    on_interrupt = signal.getsignal(signal.SIGINT)
    context = SparkContext(conf=SparkConf(loadDefaults=False).setAll(list(settings.items())), gateway=gateway)
    if "PYSPARK_PYTHON" not in os.environ:
        context.pythonExec = sys.executable  # Spark's own choice, python3, need not have this package
    try:
        yield context
    finally:
        with suppress(Py4JError, ConnectionError), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it may be the process that failed, and that is told already
            context.stop()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, on_interrupt)  # Spark has put its own there


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.stdin is not None:
        process.stdin.close()  # the sign on which Spark's process ends
    try:
        process.wait(_SECONDS_TO_STOP)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _settings(master: str, megabytes: int, folder: Path) -> dict[str, str]:
    is_local = master.startswith("local")
    settings = {
        "spark.master": master,
        "spark.app.name": "otherwords",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "WARN",
        "spark.driver.memory" if is_local else "spark.executor.memory": f"{megabytes}m",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "1000",
        "spark.sql.execution.arrow.maxBytesPerBatch": "32m",
    }
    if is_local:
        settings["spark.local.dir"] = str(folder.absolute())
    if is_local or all(map(_LOOPBACK.fullmatch, _addresses(master))):
        settings |= {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
    return settings


def _await_executor(context: "SparkContext", master: str) -> None:
    """A master without a worker that has room takes a job and never begins it."""
    until = time.monotonic() + _SECONDS_FOR_AN_EXECUTOR
    while context._jsc.sc().getExecutorMemoryStatus().size() < 2:  # the driver is one
        if time.monotonic() > until:
            raise OtherwordsError(
                f"{master} gave no worker within {_SECONDS_FOR_AN_EXECUTOR} seconds; "
                f"start one, or ask for less memory than {context.getConf().get('spark.executor.memory')}"
            )
        time.sleep(0.1)


def _first_line(error: BaseException) -> str:
    """The cause, without the pages around it; of what a worker's Python raised, the line below its trace."""
    java = getattr(error, "java_exception", None)
    text = str(java.getMessage() if java is not None else error).strip()
    raised = re.findall(r"^[\w.]+(?:Error|Exception): .+", text, re.MULTILINE) if "Traceback" in text else []
    line = raised[-1] if raised else text.partition("\n")[0]
    return line.removeprefix(f"{OtherwordsError.__module__}.OtherwordsError: ").rstrip(".") or type(error).__name__
