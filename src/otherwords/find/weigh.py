"""All that speaks for a span, and the two probabilities that it makes: that the query is said, and that it is there."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from otherwords.encoder.languages import is_latin
from otherwords.find.calibration import Calibration, Evidence, line_around
from otherwords.find.found import Found
from otherwords.find.ngrams import letters_alike

_LIKELY = 0.5
"""From here on a span comes before all that are less probable."""


@dataclass(frozen=True)
class Weighed:
    found: Found
    probability: float
    """That the query is said there."""
    absence: float
    """That it is not said at all, where nothing speaks for another span more."""


def weighed(calibration: Calibration, query: str, searched: int, found: Sequence[Found]) -> list[Weighed]:
    """Best first: the likely ones by what they are worth, then the others. None is more probable than one before it."""
    each = [_weighed(calibration, query, searched, one) for one in found]
    order = sorted(each, key=lambda one: (one.probability < _LIKELY, -one.found.worth))
    least = accumulate((one.probability for one in order), min)
    return [Weighed(one.found, most, one.absence) for one, most in zip(order, least, strict=True)]


def _weighed(calibration: Calibration, query: str, searched: int, found: Found) -> Weighed:
    line = line_around(found.document.text, found.start, found.end)
    evidence = Evidence(found.lead, len(query), searched, line)
    # In other scripts a span is as probable as its letters bear out: there the reader finds all alike.
    most = 1.0 if is_latin(query) and is_latin(found.text) else letters_alike(query, found.text)
    probability = min(most, calibration.probability(evidence))
    return Weighed(found, probability, max(1 - most, calibration.absence(evidence)))
