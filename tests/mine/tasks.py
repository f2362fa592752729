"""Tasks for other processes, in a module that these can import."""

import os
import signal

from otherwords.text import OtherwordsError


def squared(number: int) -> int:
    return number * number


def failing(number: int) -> int:
    raise OtherwordsError(f"no {number}")


def dying(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def number_of_process(_: int) -> int:
    return os.getpid()
