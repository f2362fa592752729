"""All that speaks for a span, and the two probabilities that it makes: that the query is said, and that it is there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from otherwords.encoder.languages import is_latin
from otherwords.find.calibration import Calibration, Evidence, line_around
from otherwords.find.found import Found
from otherwords.find.ngrams import letters_alike
from otherwords.lexicon import Contrasted, contrasted
from otherwords.text import words

_AT_MOST = 0.2
"""How probable a span is that says the same but for a contrast: another number, an opposite, a *not*, another month. Of
177 such pairs among those that people judged (questions, tweets, captions), 34 say the same; of 3,240 true paraphrases,
5 look like one."""
LIKELY = 0.5
"""From here on a span comes before all that are less probable."""
_ORDINARY = range(2, 6)
"""Wordings, from the best on, that tell how near what does not say a phrase comes to it: not the first two, for it may
be said twice."""
_LEAST_LEAD = -10.0
"""Of a wording that a text is too short to have."""


@dataclass(frozen=True)
class Weighed:
    found: Found
    probability: float
    """That the query is said there."""
    absence: float
    """That it is not said at all, where nothing speaks for another span more."""
    contrast: Contrasted | None
    """What speaks against it, for all its likeness."""
    evidence: Evidence


def ordinary_lead(found: Sequence[Found]) -> float:
    """The lead of what comes near and is not the best. What is said in the same words everywhere counts but once."""
    wordings: dict[str, float] = {}
    for one in found:
        wordings.setdefault(" ".join(one.text[i:j].lower() for i, j in words(one.text)), one.lead)
    leads = [*list(wordings.values())[_ORDINARY.start : _ORDINARY.stop]]
    leads += [_LEAST_LEAD] * (len(_ORDINARY) - len(leads))
    return sum(leads) / len(leads)


def weighed(
    calibration: Calibration, query: str, searched: int, found: Sequence[Found], ordinary: float | None = None
) -> list[Weighed]:
    """Best first: the likely ones by what they are worth, then the others. None is more probable than one before it.

    ``ordinary``: the lead that spans of these texts have anyway, where it is known.
    """
    each = [_weighed(calibration, query, searched, one, ordinary) for one in found]
    order = sorted(each, key=lambda one: (one.probability < LIKELY, -one.found.worth))
    least = accumulate((one.probability for one in order), min)
    return [replace(one, probability=most) for one, most in zip(order, least, strict=True)]


def _weighed(calibration: Calibration, query: str, searched: int, found: Found, ordinary: float | None) -> Weighed:
    line = line_around(found.document.text, found.start, found.end)
    stands_out = 0.0 if ordinary is None else found.lead - ordinary
    evidence = Evidence(found.lead, len(query), searched, line, stands_out)
    # In other scripts a span is as probable as its letters bear out: there the reader finds all alike.
    most = 1.0 if is_latin(query) and is_latin(found.text) else letters_alike(query, found.text)
    contrast = contrasted(query, found.text)
    if contrast and contrast.alone:
        most = min(most, _AT_MOST)
    probability = min(most, calibration.probability(evidence))
    return Weighed(found, probability, max(1 - most, calibration.absence(evidence)), contrast, evidence)
