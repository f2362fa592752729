"""The features of a candidate beside the question that was asked, in four groups, each of which can be left out."""

from collections.abc import Collection, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.match.talla.alignment import Idf, alignment_features
from otherwords.match.talla.content_words import lowered_words
from otherwords.match.talla.parses import Parse, Parser
from otherwords.match.talla.questions import Group, Question, asked, candidates, is_divided
from otherwords.match.talla.tf_kld import TfKld
from otherwords.match.talla.tree_kernel import normalised_kernel
from otherwords.match.talla.trees import constituency_tree, content, dependency_tree
from otherwords.match.talla.word_vectors import word_vectors
from otherwords.remembered import Remembered
from otherwords.text import OtherwordsError

Floats = NDArray[np.float64]

TREES, TF_KLD, ALIGNMENT, RANK = FEATURE_GROUPS = ("trees", "tf-kld", "alignment", "rank")
_FOLDS = 5
_REMEMBERED = 50_000


class Features:
    """Learns the weights of words from groups with labels, and then gives a row for each candidate of a group."""

    def __init__(self, model: Path | None = None, pipeline: str | None = None, without: Collection[str] = ()) -> None:
        if unknown := sorted(set(without) - set(FEATURE_GROUPS)):
            raise OtherwordsError(f'there are no features "{unknown[0]}"; choose from {", ".join(FEATURE_GROUPS)}')
        if not set(FEATURE_GROUPS) - set(without):
            raise OtherwordsError("without any features nothing can be learned; keep some")
        self._without = frozenset(without)
        self._kernels: Remembered[tuple[str, str], list[float]] = Remembered(_REMEMBERED)
        if TREES not in self._without:
            self._parser = Parser(pipeline)
        if ALIGNMENT not in self._without:
            self._vectors = word_vectors(model)

    def fit(self, groups: Sequence[Group]) -> None:
        questions = [question for group in groups for question in (asked(group), *candidates(group))]
        self._idf = Idf(lowered_words(text) for text in dict.fromkeys(question.text for question in questions))
        self._compares_whole = len({is_divided(group) for group in groups if group.candidates}) > 1
        if TREES not in self._without:
            self._parser.learn(question.text for question in questions)
        if ALIGNMENT not in self._without:
            self._vectors.learn(word for question in questions for word in lowered_words(question.text))
        if TF_KLD not in self._without:
            self._tf_kld = _tf_kld(groups)

    def training_rows(self, groups: Sequence[Group]) -> list[Floats]:
        """Learns from the groups and gives their rows, in which TF-KLD was learned without the group: weights that have
        seen a pair know it, and the forest would take their word for new ones, too."""
        self.fit(groups)
        if TF_KLD in self._without:
            return [self.rows(group) for group in groups]
        whole, rows = self._tf_kld, [np.zeros((0, 1))] * len(groups)
        for fold in range(_FOLDS):
            self._tf_kld = _tf_kld([group for place, group in enumerate(groups) if place % _FOLDS != fold])
            for place in range(fold, len(groups), _FOLDS):
                rows[place] = self.rows(groups[place])
        self._tf_kld = whole
        return rows

    def rows(self, group: Group) -> Floats:
        """[candidates, features]. What is not known of a candidate (a subject, a rank) is 0, as if all had the same."""
        one, others = asked(group), candidates(group)
        ranks = [candidate.rank for candidate in group.candidates]
        rows = [self._row(one, other, rank) for other, rank in zip(others, ranks, strict=True)]
        return np.array(rows, dtype=np.float64) if rows else np.zeros((0, 1))

    def _row(self, one: Question, other: Question, rank: int | None) -> list[float]:
        row: list[float] = []
        if TREES not in self._without:
            row += self._tree_features(one.text, other.text)
        if TF_KLD not in self._without:
            first, second = self._tf_kld.vectors([one.text, other.text])
            row.append(float(first @ second))
        if ALIGNMENT not in self._without:
            for first_part, second_part in self._parts(one, other):
                words = lowered_words(first_part), lowered_words(second_part)
                row += alignment_features(*words, self._vectors, self._idf)
        if RANK not in self._without:
            row.append(1 / rank if rank else 0.0)
        return row

    def _parts(self, one: Question, other: Question) -> list[tuple[str, str]]:
        """Subjects and bodies. Whole texts as well where only some of the groups are divided: the body of the others is
        all that they say, and what was learned of one kind of body does not hold for the other."""
        divided = [(one.subject, other.subject), (one.body, other.body)]
        return [*divided, (one.text, other.text)] if self._compares_whole else divided

    def _tree_features(self, one: str, other: str) -> list[float]:
        """Kept, for they do not depend on what was learned, and take longest."""
        return self._kernels.one(
            (one, other), lambda: tree_features(self._parser.parse(one), self._parser.parse(other))
        )


def _tf_kld(groups: Sequence[Group]) -> TfKld:
    learned = TfKld()
    learned.fit(
        [
            (asked(group).text, question.text, candidate.label > 0)
            for group in groups
            for question, candidate in zip(candidates(group), group.candidates, strict=True)
        ]
    )
    return learned


def tree_features(one: Parse, other: Parse) -> list[float]:
    """The kernel on constituency trees, and that times the kernel on dependency trees."""
    shared = content(one) & content(other)
    constituents = normalised_kernel(constituency_tree(one, shared), constituency_tree(other, shared))
    return [constituents, constituents * normalised_kernel(dependency_tree(one), dependency_tree(other))]
