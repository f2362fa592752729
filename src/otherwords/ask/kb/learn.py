"""Learning from questions with their answers alone: which paths are right is nowhere said, and found by their ends."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from otherwords.ask.kb.features import FEATURES, LEARNED, Features, Vectors, readable
from otherwords.ask.kb.graph import Graph, Path, paths_from
from otherwords.ask.kb.heads import HEADS, Head, Heads, ngrams, row
from otherwords.ask.kb.knowledge import KnowledgeBase
from otherwords.ask.kb.link import Link, link
from otherwords.ask.kb.model import KbModel
from otherwords.ask.kb.neighbourhood import Neighbourhood
from otherwords.ask.kb.terms import Term
from otherwords.encoder.pairs import PairModel
from otherwords.text import OtherwordsError

Floats = NDArray[np.float64]

HOPS = 3
_LOOKED_AT = 6
"""Questions of one wording by which its path is found."""
_WEIGHED = 3
"""Questions of one wording from which the weights of the features are learned."""
_MOST_WEIGHED = 1000
"""Wordings: more of them take long, and there are only a dozen weights."""
_ENOUGH, _RIGHT = 0.75, 0.3
"""A path with this F1 is not sought further, for the shorter of two is meant; one with less than that is no path."""
_MOST_NGRAMS = 10_000
_BETTER = 0.1
"""So much more F1 speaks against what the question looks most like; less may be chance."""
_SAME = 1e-9
_FOLDS = 5
_STRENGTH = 30.0
"""The inverse of the heads' regularisation."""

_GUESS = {"path never seen": -2.0, "certainty": 1.0}
_DRAWN = 10.0


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: what it may speak of, and its answers."""

    links: tuple[Link, ...]
    """The one that leads to the answers first."""
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A wording with a slot, the questions that have it, and the path that leads to the answers."""

    wording: str
    asked: tuple[Asked, ...]
    path: Path
    also: frozenset[Path] = frozenset()
    """All paths that lead there as well as this one, and itself."""

    @property
    def things(self) -> tuple[Term, ...]:
        """What it was asked of."""
        return tuple(one.links[0].term for one in self.asked)


def learn(
    kb: KnowledgeBase,
    questions: Sequence[tuple[str, Sequence[str]]],
    encoder: PairModel | None,
    report: Callable[[str], None] = lambda line: None,
) -> KbModel:
    """``questions`` with their right answers. Without an encoder, by words alone."""
    graph, vectors = Graph(kb), Vectors(encoder)
    lessons = find_lessons(kb, questions, report)
    _check(lessons, kb.origin)
    vectors.prepare([readable(lesson.wording) for lesson in lessons])
    report(f"{len(lessons)} wordings, {len({lesson.path for lesson in lessons})} paths")
    weighed = _cross_fitted(graph, vectors, lessons)
    weights, intercept = _weigh(weighed)
    hops = max(len(lesson.path) for lesson in lessons)
    candidates = sum(len(one.labels) for one in weighed)
    figures = {"wordings": len(lessons), "candidates": candidates, "held out": round(_held_out(weighed), 4)}
    return KbModel(weights, intercept, min(hops, 2), fit_heads(lessons, vectors), figures)


def _check(lessons: Sequence[Lesson], origin: str) -> None:
    if not lessons:
        raise OtherwordsError(
            f"too little to learn from: no question has a path to its answers in {origin}; do the names in the"
            " questions and answers occur there?"
        )
    if len(lessons) == 1:
        raise OtherwordsError(
            f'too little to learn from: all questions with a path to their answers say "{lessons[0].wording}"; give'
            " some in other wordings"
        )
    if len({lesson.path for lesson in lessons}) == 1:
        raise OtherwordsError(
            f"too little to learn from: the same path answers all {len(lessons)} wordings; give questions about"
            " something else, too"
        )


def find_lessons(
    kb: KnowledgeBase, questions: Sequence[tuple[str, Sequence[str]]], report: Callable[[str], None]
) -> list[Lesson]:
    """For every wording, the path whose ends are the answers, on average over the things that it was asked of.

    Of several, the one that is right for most wordings.
    """
    neighbourhood = Neighbourhood(kb)
    asked: dict[str, list[Asked]] = defaultdict(list)
    chosen = random.Random(0).sample(range(len(questions)), len(questions))
    for number, i in enumerate(chosen, start=1):
        question, answers = questions[i]
        wording = _quick_wording(question)
        if (wording is not None and len(asked[wording]) >= _LOOKED_AT) or not answers:
            continue
        if links := _right_first(neighbourhood, link(kb, question), answers):
            asked[links[0].wording].append(Asked(tuple(links), tuple(answers)))
        if number % 1000 == 0:
            report(f"{number} of {len(questions)} questions looked at")
    found: dict[str, list[Path]] = {}
    for number, wording in enumerate(sorted(asked), start=1):
        if paths := _best_paths(neighbourhood, asked[wording][:_LOOKED_AT]):
            found[wording] = paths
        if number % 1000 == 0:
            report(f"{number} of {len(asked)} wordings looked at")
    common = Counter(path for paths in found.values() for path in paths)
    return [
        Lesson(wording, tuple(asked[wording][:_LOOKED_AT]), max(paths, key=lambda path: common[path]), frozenset(paths))
        for wording, paths in found.items()
    ]


def _right_first(neighbourhood: Neighbourhood, links: Sequence[Link], answers: Sequence[str]) -> list[Link]:
    """The answers tell what a question speaks of, where several things are called like that."""
    if len(links) < 2:
        return list(links)
    best, leading = 0.0, links[0]
    for hops in (1, 2):
        for one in links:
            f1 = max(neighbourhood.scores(one.term, answers, hops).values(), default=0.0)
            if f1 > best + _BETTER:
                best, leading = f1, one
        if best >= _ENOUGH:
            break
    return [leading, *(one for one in links if one is not leading)]


def _quick_wording(question: str) -> str | None:
    """The wording of a question whose entity is marked, without looking anything up."""
    before, opening, rest = question.partition("[")
    _, closing, after = rest.partition("]")
    return f"{before}[]{after}" if opening and closing else None


def _best_paths(neighbourhood: Neighbourhood, asked: Sequence[Asked]) -> list[Path]:
    best = 0.0
    found: list[Path] = []
    for hops in range(1, HOPS + 1):
        scores: Counter[Path] = Counter()
        for one in asked:
            for path, f1 in neighbourhood.scores(one.links[0].term, one.answers, hops).items():
                scores[path] += f1 / len(asked)  # type: ignore[assignment]
        highest = max(scores.values(), default=0.0)
        if highest > best + _SAME:
            best = highest
            found = sorted((path for path in scores if scores[path] > best - _SAME), key=lambda p: tuple(map(str, p)))
        if best >= _ENOUGH:
            break
    return found if best >= _RIGHT else []


def fit_heads(lessons: Sequence[Lesson], vectors: Vectors) -> Heads:
    from scipy.sparse import csr_matrix, hstack
    from sklearn.linear_model import LogisticRegression

    counts = Counter(ngram for lesson in lessons for ngram in ngrams(lesson.wording))
    # Of very many, those that only one wording has are left out, single words aside: they tell little, and take long.
    fewest = 1 if len(counts) <= _MOST_NGRAMS else 2
    kept = sorted(ngram for ngram in counts if counts[ngram] >= fewest or " " not in ngram)
    vocabulary = {ngram: i for i, ngram in enumerate(kept)}
    rarity = np.array([np.log((1 + len(lessons)) / (1 + counts[ngram])) + 1 for ngram in vocabulary])
    rows = [row(vocabulary, rarity, lesson.wording) for lesson in lessons]
    ends = np.cumsum([0, *(len(places) for places, _ in rows)])
    places, values = (np.concatenate(parts) for parts in zip(*rows, strict=True))
    table: Any = csr_matrix((values, places, ends), (len(lessons), len(vocabulary)))  # with zeros, gigabytes
    found = [vectors.of(readable(lesson.wording)) for lesson in lessons]
    uses_vectors = found[0] is not None
    if uses_vectors:
        table = hstack([table, csr_matrix(np.array(found))], format="csr")
    heads: dict[str, Head] = {}
    for name, part in HEADS.items():
        labels = [part(lesson.path) for lesson in lessons]
        if len(set(labels)) == 1:
            heads[name] = Head((labels[0],), np.zeros((1, table.shape[1])), np.zeros(1))
            continue
        with threadpool_limits(1):  # for matrices so small, threads that wait for one another cost more than they give
            fitted: Any = LogisticRegression(C=_STRENGTH, max_iter=300).fit(table, labels)
        weights, intercept = np.asarray(fitted.coef_), np.asarray(fitted.intercept_)
        if len(weights) == 1:  # two classes: scikit-learn gives the weights of the second only
            weights, intercept = np.vstack([np.zeros_like(weights), weights]), np.array([0.0, intercept[0]])
        heads[name] = Head(tuple(map(str, fitted.classes_)), weights, intercept)
    return Heads(vocabulary, rarity, heads, dict(Counter(lesson.path for lesson in lessons)), uses_vectors)


@dataclass(frozen=True, slots=True)
class Weighed:
    """The candidates of one question, by heads that did not see its wording, and which are right."""

    rows: Floats
    labels: NDArray[np.bool_]
    fold: int


def _cross_fitted(graph: Graph, vectors: Vectors, lessons: Sequence[Lesson]) -> list[Weighed]:
    """By heads that did not see the wordings, for else the heads would seem better than they are."""
    # In another order than by their words: every fifth may be all that there is of one path.
    lessons = random.Random(0).sample(lessons, len(lessons))
    found: list[Weighed] = []
    weighed = 1 + (len(lessons) - 1) // _MOST_WEIGHED
    for fold in range(min(_FOLDS, len(lessons))):
        held_out = lessons[fold::_FOLDS][::weighed]
        seen = [lesson for i, lesson in enumerate(lessons) if i % _FOLDS != fold]
        heads = fit_heads(seen, vectors)
        features = Features(graph, vectors, heads)
        for lesson in held_out:
            for asked in lesson.asked[:_WEIGHED]:
                rows: list[Floats] = []
                labels: list[bool] = []
                for one in asked.links:
                    paths = paths_from(graph, one.term, 2, heads.paths, lambda paths: paths)
                    rows.append(features.rows(one, paths))
                    labels += [one is asked.links[0] and path in lesson.also for path in paths]
                found.append(Weighed(np.vstack(rows), np.array(labels, dtype=bool), fold))
    if not any(one.labels.any() for one in found):
        raise OtherwordsError("too few questions to learn from; give some of each kind in several wordings")
    return found


def _held_out(weighed: Sequence[Weighed]) -> float:
    """The share of questions whose best candidate is right, where neither heads nor weights saw their wordings."""
    right = 0
    for fold in {one.fold for one in weighed}:
        weights, _ = _weigh([one for one in weighed if one.fold != fold])
        asked = [one for one in weighed if one.fold == fold and one.labels.any()]
        right += sum(bool(one.labels[np.argmax(one.rows @ weights)]) for one in asked)
    return right / len(weighed)


def _weigh(weighed: Sequence[Weighed]) -> tuple[Floats, float]:
    """Logistic regression whose weights are drawn to what they would be if nothing but the heads counted.

    scikit-learn's are drawn to 0, which is a bad guess where there are only a few dozen questions.
    """
    from scipy.optimize import minimize

    rows, labels = np.vstack([one.rows for one in weighed]), np.concatenate([one.labels for one in weighed])
    scale = np.maximum(rows.std(axis=0), 1e-6)
    scaled = rows / scale
    guess = np.array([_GUESS.get(name, 1.0 if name in LEARNED else 0.0) for name in FEATURES]) * scale
    signs = np.where(labels, 1.0, -1.0)

    def loss(weights: Floats) -> tuple[float, Floats]:
        margins = signs * (scaled @ weights[:-1] + weights[-1])
        away = weights[:-1] - guess
        slope = -signs / (1 + np.exp(np.minimum(margins, 500)))
        gradient = np.append(scaled.T @ slope + _DRAWN * away, slope.sum())
        return float(np.logaddexp(0, -margins).sum() + _DRAWN * away @ away / 2), gradient

    with threadpool_limits(1):
        fitted = minimize(loss, np.append(guess, 0.0), jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return np.asarray(fitted.x[:-1] / scale), float(fitted.x[-1])
