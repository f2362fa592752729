"""Which passages of one text does another say, in the same words or in others?"""

from otherwords.compare.comparer import Comparer
from otherwords.compare.pair import Comparison, Kind, Pair

__all__ = ["Comparer", "Comparison", "Kind", "Pair"]
