from contextlib import suppress

import pytest

from otherwords.ask.kb.allowance import Allowance


def test_what_is_spent_comes_back_slowly():
    now = 0.0
    allowance = Allowance(10, lambda: now)
    now += 1000
    assert allowance.left() == 10
    with allowance.spending():
        now += 12
    assert allowance.left() == pytest.approx(-2)
    now += 30
    assert allowance.left() == pytest.approx(1)
    now += 1000
    assert allowance.left() == 10


def test_what_fails_costs_time_too():
    now = 0.0
    allowance = Allowance(10, lambda: now)
    with suppress(TimeoutError), allowance.spending():
        now += 4
        raise TimeoutError
    assert allowance.left() == pytest.approx(6)
