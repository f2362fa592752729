"""The comparer: a text and others in, the passages that they share out, in the same words or in others."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from otherwords.compare.candidates import candidates
from otherwords.compare.evidence import Evidence, Half
from otherwords.compare.glimpse import Glimpses
from otherwords.compare.judge import CURVES, Judge, copied_logit, logit, probability
from otherwords.compare.kinds import kind_of
from otherwords.compare.meaning import Meanings, Model
from otherwords.compare.pair import Comparison, Pair
from otherwords.compare.passages import Passage, Passages
from otherwords.compare.quotations import cited_quotations
from otherwords.compare.runs import Chain, chains
from otherwords.compare.share import shares
from otherwords.compare.side import Side
from otherwords.compare.wording import Vocabulary
from otherwords.encoder.languages import is_english, is_latin
from otherwords.encoder.pairs import PairModel
from otherwords.find import Finder
from otherwords.find.cache import ArrayCache
from otherwords.text import Document, OtherwordsError, as_document

Bools = NDArray[np.bool_]

_COPIED_WORDS = 8
_DENSE = 0.6
"""The share of a copied stretch that is the same, word for word."""
_EXPLAINED = 0.8
"""A sentence that is copied to so large a part need not be looked for in other words."""
_VOCABULARY = 500_000
"""Words that are known at a time, so that a library of others takes no more memory than this."""


class Comparer:
    """Finds what two texts share.

    >>> a = Document("The ferry hit the quay. Nobody was hurt in the accident. It sailed on.")
    >>> b = Document("We saw it. No one was injured in the crash. It was late.")
    >>> [(pair.a.text, pair.b.text) for pair in Comparer().compare(a, [b]).pairs]
    [('Nobody was hurt in the accident.', 'No one was injured in the crash.')]
    """

    def __init__(
        self, finder: Finder | None = None, *, pairs: PairModel | None = None, cache: ArrayCache | None = None
    ) -> None:
        """The finder's model reads what is not English. With a cache, what sentences mean is kept on disk.

        Whoever has a pair model gives it, so that it is not loaded twice.
        """
        self._meanings, self._cache = Meanings(finder, cache, pairs), cache

    def compare(
        self,
        a: str | Document,
        others: Iterable[str | Document],
        *,
        min_probability: float = 0.5,
        leave_out_quotations: bool = False,
    ) -> Comparison:
        """Every pair of passages, one of ``a`` and one of another document, of which one says what the other says.

        What is found in one document does not depend on the others. When two documents change places, so do the
        passages of their pairs, and nothing else changes.
        """
        if isinstance(others, str):
            raise OtherwordsError("the others come in a list; put one text into a list by itself")
        if not 0 <= min_probability <= 1:
            raise OtherwordsError(f"a probability lies between 0 and 1; {min_probability} does not")
        draft = _Draft(as_document(a), self._meanings, leave_out_quotations)
        try:
            pairs = [pair for other in others for pair in draft.pairs(as_document(other), logit(min_probability))]
        finally:
            draft.save()
            if self._cache:
                self._cache.trim()
        pairs.sort(key=lambda pair: (pair.a.start, pair.a.end, pair.b_id, pair.b.start))
        share, found = shares(draft.side, draft.vocabulary, pairs)
        return Comparison(tuple(pairs), share, found, len(draft.side.wording), draft.side.left_out)


class _Draft:
    """The text that others are compared with: read once, and encoded as far as one of them needs it."""

    def __init__(self, document: Document, meanings: Meanings, leave_out_quotations: bool) -> None:
        self._document, self._meanings, self._leave_out = document, meanings, leave_out_quotations
        self._kept = {model: meanings.of(document, model) for model in Model}
        self._begin()

    def _begin(self) -> None:
        self.vocabulary = Vocabulary()
        self._glimpses = Glimpses(self.vocabulary)
        self.side = self._side(self._document)
        self._glimpse = self._glimpses.of(self.side)
        self._is_english = is_english(self.vocabulary.words(self.side.wording))

    def _side(self, document: Document) -> Side:
        quotations = cited_quotations(document.text) if self._leave_out else []
        return Side.of(document, self.vocabulary, tuple(quotations))

    def save(self) -> None:
        for kept in self._kept.values():
            kept.save()

    def pairs(self, other: Document, least: float) -> list[Pair]:
        if len(self.vocabulary) > _VOCABULARY:
            self._begin()
        side = self._side(other)
        english = self._is_english and is_english(self.vocabulary.words(side.wording))
        model = Model.PAIRS if english else Model.READER
        kept, readings = self._meanings.of(other, model), self._meanings.readings_of(other)
        halves = [(self.side, self._glimpse, self._kept[model]), (side, self._glimpses.of(side), kept)]
        # In an order of their own: then not even rounding can tell which of the two is called A.
        turned = (other.text, other.id) < (self._document.text, self._document.id)
        a, b = reversed(halves) if turned else halves
        copies = [
            chain
            for chain in chains(a[0].wording.ids, b[0].wording.ids, _COPIED_WORDS)
            if chain.density >= _DENSE and copied_logit(chain.matched) >= least
        ]
        in_a, in_b = _open(a[0], b[0], copies)
        evidence = Evidence(Half(*a, in_a), Half(*b, in_b), self.vocabulary)
        judge = Judge(evidence, CURVES[model], readings if model is Model.PAIRS else None)
        found = [_pair(judge, passage) for passage in Passages(judge, least).choose(copies, candidates(judge, least))]
        kept.save()
        readings.save()
        return [pair.mirrored for pair in found] if turned else found


def _open(a: Side, b: Side, copies: list[Chain]) -> tuple[Bools, Bools]:
    """Of both texts' sentences, those that no copy explains; none where no model knows the script."""
    in_a = a.covered([(chain.a, chain.a_end) for chain in copies]) <= _EXPLAINED
    in_b = b.covered([(chain.b, chain.b_end) for chain in copies]) <= _EXPLAINED
    if not all(is_latin(side.document.text) for side in (a, b)):
        return np.zeros_like(in_a), np.zeros_like(in_b)
    return in_a, in_b


def _pair(judge: Judge, passage: Passage) -> Pair:
    a, b = judge.evidence.a, judge.evidence.b
    return Pair(
        a.document.span(*passage.a),
        b.document.span(*passage.b),
        a.document.id,
        b.document.id,
        probability(passage.logit),
        kind_of(a.words(passage.a), b.words(passage.b)),
        a.document.locate(*passage.a),
        b.document.locate(*passage.b),
    )
