import pytest

from otherwords.compare import Comparer


@pytest.fixture(scope="session")
def comparer() -> Comparer:
    """The shipped weights, and no cache."""
    return Comparer()
