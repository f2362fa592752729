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
from otherwords.ask.kb.heads import HEADS, Head, Heads, ngrams
from otherwords.ask.kb.knowledge import KnowledgeBase
from otherwords.ask.kb.link import link
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
_ENOUGH, _RIGHT = 0.75, 0.3
"""A path with this F1 is not sought further, for the shorter of two is meant; one with less than that is no path."""
_FOLDS = 5
_STRENGTH = 30.0
"""The inverse of the heads' regularisation."""

_GUESS = {"path never seen": -2.0}
_DRAWN = 10.0


@dataclass(frozen=True, slots=True)
class Lesson:
    """A wording with a slot, the things that it was asked of, and the path that leads to the answers."""

    wording: str
    things: tuple[Term, ...]
    path: Path


def learn(
    kb: KnowledgeBase,
    questions: Sequence[tuple[str, Sequence[str]]],
    encoder: PairModel | None,
    report: Callable[[str], None] = lambda line: None,
) -> KbModel:
    """``questions`` with their right answers. Without an encoder, by words alone."""
    graph, vectors = Graph(kb), Vectors(encoder)
    lessons = find_lessons(kb, questions, report)
    if len({lesson.path for lesson in lessons}) < 2:
        raise OtherwordsError(
            f"too little to learn from: {len(lessons)} of the questions' wordings have a path to their answers in "
            f"{kb.origin}; do the names in the questions and answers occur there?"
        )
    vectors.prepare([readable(lesson.wording) for lesson in lessons])
    report(f"{len(lessons)} wordings, {len({lesson.path for lesson in lessons})} paths")
    rows, labels = _cross_fitted(graph, vectors, lessons)
    weights, intercept = _weigh(rows, labels)
    hops = max(len(lesson.path) for lesson in lessons)
    figures = {"wordings": len(lessons), "candidates": len(labels)}
    return KbModel(weights, intercept, min(hops, 2), fit_heads(lessons, vectors), dict(figures))


def find_lessons(
    kb: KnowledgeBase, questions: Sequence[tuple[str, Sequence[str]]], report: Callable[[str], None]
) -> list[Lesson]:
    """For every wording, the path whose ends are the answers, on average over the things that it was asked of."""
    asked: dict[str, list[tuple[Term, Sequence[str]]]] = defaultdict(list)
    chosen = random.Random(0).sample(range(len(questions)), len(questions))
    for i in chosen:
        question, answers = questions[i]
        wording = _quick_wording(question)
        if (wording is not None and len(asked[wording]) >= _LOOKED_AT) or not answers:
            continue
        for one in link(kb, question)[:1]:
            asked[one.wording].append((one.term, answers))
    neighbourhood = Neighbourhood(kb)
    lessons: list[Lesson] = []
    for number, wording in enumerate(sorted(asked), start=1):
        some = asked[wording][:_LOOKED_AT]
        path = _best_path(neighbourhood, some)
        if path is not None:
            lessons.append(Lesson(wording, tuple(thing for thing, _ in some), path))
        if number % 100 == 0:
            report(f"{number} of {len(asked)} wordings looked at")
    return lessons


def _quick_wording(question: str) -> str | None:
    """The wording of a question whose entity is marked, without looking anything up."""
    before, opening, rest = question.partition("[")
    _, closing, after = rest.partition("]")
    return f"{before}[]{after}" if opening and closing else None


def _best_path(neighbourhood: Neighbourhood, asked: Sequence[tuple[Term, Sequence[str]]]) -> Path | None:
    best: tuple[float, Path] | None = None
    for hops in range(1, HOPS + 1):
        scores: Counter[Path] = Counter()
        for thing, answers in asked:
            for path, f1 in neighbourhood.scores(thing, answers, hops).items():
                scores[path] += f1 / len(asked)  # type: ignore[assignment]
        for path in sorted(scores, key=lambda path: tuple(map(str, path))):
            if best is None or scores[path] > best[0] + 1e-9:
                best = (scores[path], path)
        if best is not None and best[0] >= _ENOUGH:
            break
    return best[1] if best is not None and best[0] >= _RIGHT else None


def fit_heads(lessons: Sequence[Lesson], vectors: Vectors) -> Heads:
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    counts = Counter(ngram for lesson in lessons for ngram in ngrams(lesson.wording))
    vocabulary = {ngram: i for i, ngram in enumerate(sorted(counts))}
    rarity = np.array([np.log((1 + len(lessons)) / (1 + counts[ngram])) + 1 for ngram in vocabulary])
    table: Any = np.zeros((len(lessons), len(vocabulary)))
    for i, lesson in enumerate(lessons):
        places = [vocabulary[ngram] for ngram in ngrams(lesson.wording)]
        table[i, places] = rarity[places]
    table /= np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-9)
    found = [vectors.of(readable(lesson.wording)) for lesson in lessons]
    uses_vectors = found[0] is not None
    if uses_vectors:
        table = np.hstack([table, np.array(found)])
    table = csr_matrix(table)
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


def _cross_fitted(graph: Graph, vectors: Vectors, lessons: Sequence[Lesson]) -> tuple[Floats, NDArray[np.bool_]]:
    """Rows of candidates whose wordings the heads did not see, for else the heads would seem better than they are."""
    rows: list[Floats] = []
    labels: list[bool] = []
    for fold in range(min(_FOLDS, len(lessons))):
        held_out = lessons[fold::_FOLDS]
        seen = [lesson for i, lesson in enumerate(lessons) if i % _FOLDS != fold]
        heads = fit_heads(seen, vectors)
        features = Features(graph, vectors, heads)
        for lesson in held_out:
            for thing in lesson.things[:_WEIGHED]:
                paths = paths_from(graph, thing, 2, heads.paths, lambda paths: paths)
                if lesson.path in paths:
                    rows.append(features.rows(lesson.wording, paths))
                    labels += [path == lesson.path for path in paths]
    if not any(labels):
        raise OtherwordsError("too few questions to learn from; give some of each kind in several wordings")
    return np.vstack(rows), np.array(labels)


def _weigh(rows: Floats, labels: NDArray[np.bool_]) -> tuple[Floats, float]:
    """Logistic regression whose weights are drawn to what they would be if nothing but the heads counted.

    scikit-learn's are drawn to 0, which is a bad guess where there are only a few dozen questions.
    """
    from scipy.optimize import minimize

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
