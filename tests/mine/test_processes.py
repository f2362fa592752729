import os
from functools import partial

import pytest
from tasks import dying, failing, number_of_process, squared

from otherwords.mine.processes import Processes
from otherwords.text import OtherwordsError


@pytest.mark.parametrize("number", [1, 3])
def test_all_tasks_are_done(number: int):
    with Processes(number) as processes:
        assert sorted(processes.each(squared, range(10))) == [number * number for number in range(10)]
        assert list(processes.each(squared, [])) == []
        assert set(processes.each(partial(pow, 2), range(4))) == {1, 2, 4, 8}


def test_one_process_is_this_one():
    with Processes(1) as processes:
        assert set(processes.each(number_of_process, range(3))) == {os.getpid()}
    with Processes(2) as processes:
        assert os.getpid() not in set(processes.each(number_of_process, range(3)))


@pytest.mark.parametrize("number", [1, 2])
def test_an_error_comes_through(number: int):
    with Processes(number) as processes, pytest.raises(OtherwordsError, match="no 0"):
        list(processes.each(failing, [0, 0, 0]))


def test_a_process_that_was_killed_is_told():
    with Processes(2) as processes, pytest.raises(OtherwordsError, match="ended from outside"):
        list(processes.each(dying, range(3)))


def test_no_process_is_left():
    with Processes(2) as processes:
        running = set(processes.each(number_of_process, range(8)))
    for process in running:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
