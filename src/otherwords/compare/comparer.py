"""The comparer: a text and others in, the passages that they share out, in the same words or in others."""

from collections.abc import Iterable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from otherwords.compare.candidates import candidates
from otherwords.compare.evidence import Evidence
from otherwords.compare.judge import CURVES, Judge, copied_logit, logit, probability
from otherwords.compare.kinds import kind_of
from otherwords.compare.meaning import Floats, Meanings, Model, is_english, is_latin
from otherwords.compare.pair import Comparison, Pair
from otherwords.compare.passages import Passages
from otherwords.compare.quotations import cited_quotations
from otherwords.compare.runs import Chain, chains
from otherwords.compare.share import shares
from otherwords.compare.side import Side
from otherwords.compare.wording import Vocabulary
from otherwords.find import Finder
from otherwords.find.cache import ArrayCache
from otherwords.text import Document, OtherwordsError

_COPIED_WORDS = 8
_DENSE = 0.6
"""The share of a copied stretch that is the same, word for word."""
_EXPLAINED = 0.8
"""A sentence that is copied to so large a part need not be looked for in other words."""
_FEW = 0.1
"""Sentences, as a share of a text, that are encoded by themselves; from here on the whole text is, and is kept."""
_VOCABULARY = 500_000
"""Words that are known at a time, so that a library of others takes no more memory than this."""


class Comparer:
    """Finds what two texts share.

    >>> a = Document("The ferry hit the quay. Nobody was hurt in the accident. It sailed on.")
    >>> b = Document("We saw it. No one was injured in the crash. It was late.")
    >>> [(pair.a.text, pair.b.text) for pair in Comparer().compare(a, [b]).pairs]
    [('Nobody was hurt in the accident.', 'No one was injured in the crash.')]
    """

    def __init__(self, finder: Finder | None = None, *, cache: ArrayCache | None = None) -> None:
        """The finder's model reads what is not English. With a cache, what sentences mean is kept on disk."""
        self._meanings = Meanings(finder, cache)

    def compare(
        self,
        a: Document,
        others: Iterable[Document],
        *,
        min_probability: float = 0.5,
        leave_out_quotations: bool = False,
    ) -> Comparison:
        """Every pair of passages, one of ``a`` and one of another document, of which one says what the other says.

        What is found in one document does not depend on the others. When two documents change places, so do the
        passages of their pairs, and nothing else changes.
        """
        if not 0 <= min_probability <= 1:
            raise OtherwordsError(f"a probability lies between 0 and 1; {min_probability} does not")
        draft = _Draft(a, self._meanings, leave_out_quotations)
        pairs = [pair for other in others for pair in draft.pairs(other, logit(min_probability))]
        pairs.sort(key=lambda pair: (pair.a.start, pair.a.end, pair.b_id, pair.b.start))
        share, found = shares(draft.side, draft.vocabulary, pairs)
        return Comparison(tuple(pairs), share, found, len(draft.side.wording), draft.side.left_out)


class _Draft:
    """The text that others are compared with: read and encoded once."""

    def __init__(self, document: Document, meanings: Meanings, leave_out_quotations: bool) -> None:
        self._document, self._meanings, self._leave_out = document, meanings, leave_out_quotations
        self._begin()

    def _begin(self) -> None:
        self.vocabulary = Vocabulary()
        self.side = self._side(self._document)
        self._is_english = is_english(self.vocabulary.words(self.side.wording))
        self._vectors: dict[Model, Floats] = {}

    def _side(self, document: Document) -> Side:
        quotations = cited_quotations(document.text) if self._leave_out else []
        return Side.of(document, self.vocabulary, tuple(quotations))

    def pairs(self, other: Document, least: float) -> list[Pair]:
        if len(self.vocabulary) > _VOCABULARY:
            self._begin()
        side = self._side(other)
        # In an order of their own: then not even rounding can tell which of the two is called A.
        turned = (other.text, other.id) < (self._document.text, self._document.id)
        one, two = (side, self.side) if turned else (self.side, side)
        found = self._found(one, two, self._model(side), least)
        return [pair.mirrored for pair in found] if turned else found

    def _model(self, other: Side) -> Model:
        english = self._is_english and is_english(self.vocabulary.words(other.wording))
        return Model.PAIRS if english else Model.READER

    def _found(self, a: Side, b: Side, model: Model, least: float) -> list[Pair]:
        copies = [
            chain
            for chain in chains(a.wording.ids, b.wording.ids, _COPIED_WORDS)
            if chain.density >= _DENSE and copied_logit(chain.matched) >= least
        ]
        vectors = self._needed(model, a, b, copies)
        encode = partial(self._meanings.encoded, model)
        evidence = Evidence(a, b, vectors, encode, self.vocabulary, CURVES[model].unrelated)
        judge = Judge(evidence, CURVES[model], self._meanings.readings if model is Model.PAIRS else None)
        return [
            Pair(
                a.document.span(*passage.a),
                b.document.span(*passage.b),
                a.document.id,
                b.document.id,
                probability(passage.logit),
                kind_of(a.words(passage.a), b.words(passage.b)),
                a.document.locate(*passage.a),
                b.document.locate(*passage.b),
            )
            for passage in Passages(judge, least).choose(copies, candidates(judge))
        ]

    def _needed(self, model: Model, a: Side, b: Side, copies: list[Chain]) -> tuple[Floats, Floats]:
        """The vectors of both sides' sentences; zeros for those that the copies explain, or no model understands."""
        in_a = a.covered([(chain.a, chain.a_end) for chain in copies]) > _EXPLAINED
        in_b = b.covered([(chain.b, chain.b_end) for chain in copies]) > _EXPLAINED
        if in_a.all() or in_b.all() or not all(is_latin(side.document.text) for side in (a, b)):
            return np.zeros((len(a), 1), dtype=np.float32), np.zeros((len(b), 1), dtype=np.float32)
        return self._table(model, a, in_a), self._table(model, b, in_b)

    def _table(self, model: Model, side: Side, explained: NDArray[np.bool_]) -> Floats:
        needed = np.flatnonzero(~explained)
        if len(needed) >= _FEW * len(side):
            table: Floats = np.where(explained[:, None], np.float32(0), self._whole(model, side))
            return table
        vectors = self._meanings.encoded(model, [side.text((i, i + 1)) for i in needed.tolist()])
        table = np.zeros((len(side), vectors.shape[1]), dtype=np.float32)
        table[needed] = vectors
        return table

    def _whole(self, model: Model, side: Side) -> Floats:
        if side is self.side and model in self._vectors:
            return self._vectors[model]
        vectors = self._meanings.vectors(model, [side.text((i, i + 1)) for i in range(len(side))])
        if side is self.side:
            self._vectors[model] = vectors
        return vectors
