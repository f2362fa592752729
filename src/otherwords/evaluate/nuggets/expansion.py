"""A question's words with their other wordings, as ``expand`` gives them, weighed for matching."""

from otherwords.evaluate.nuggets.matching import Term, content_words, phrase
from otherwords.mine.expand import Expansion
from otherwords.mine.table import Wording

# The word itself says it more surely than any wording. Scores of wordings that are right are often as low as 0.05, so
# the root: the best wordings are to count more than the others, and not alone. Both were chosen on SQuAD's dev half.
_MOST, _ROOT = 0.8, 1 / 3


def expanded_terms(expansion: Expansion) -> list[Term]:
    """Every content word once. The words of a phrase share its wordings: *set up* is said by *founded*, both words."""
    terms: dict[str, Term] = {}
    for part in expansion.parts:
        wordings = tuple((phrase(wording.text), _weight(wording)) for wording in part.wordings)
        for word in content_words(part.span.text):
            terms.setdefault(word, Term(word, wordings))
    return list(terms.values())


def _weight(wording: Wording) -> float:
    return float(_MOST * wording.score**_ROOT)
