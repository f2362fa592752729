"""Lessons for a knowledge base, out of questions and answers alone: every path counts by the F1 of where it ends."""

import random
from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

from otherwords.ask.kb.graph import Graph, Path, paths_from
from otherwords.ask.kb.learn import HOPS, find_lessons
from otherwords.ask.kb.link import link
from otherwords.ask.kb.neighbourhood import Neighbourhood
from otherwords.ask.para4qa.relations import PathLesson
from otherwords.ask.wordings.stored import with_slot

_OF_A_WORDING = 4
"""Questions of one wording that are learned from: they differ in their entity only."""


def path_lessons(
    graph: Graph, questions: Sequence[tuple[str, Sequence[str]]], report: Callable[[str], None]
) -> tuple[list[PathLesson], tuple[Path, ...]]:
    """Each with the question as its only wording, those of one wording together; and the paths longer than two."""
    found = find_lessons(graph.kb, questions, report)
    known = tuple(sorted({lesson.path for lesson in found if len(lesson.path) > 2}, key=str))
    by_wording: dict[str, list[tuple[str, Sequence[str]]]] = defaultdict(list)
    for i in random.Random(0).sample(range(len(questions)), len(questions)):
        some = by_wording[with_slot(questions[i][0])]
        if len(some) < _OF_A_WORDING:
            some.append(questions[i])
    neighbourhood = Neighbourhood(graph.kb)
    lessons: list[PathLesson] = []
    for wording in sorted(by_wording):
        for question, answers in by_wording[wording]:
            for one in link(graph.kb, question)[:1]:
                paths = tuple(candidates(graph, one.term, known))
                scores: dict[Path, float] = {}
                for hops in range(1, HOPS + 1):
                    scores |= neighbourhood.scores(one.term, answers, hops)
                target = np.array([scores.get(path, 0.0) for path in paths])
                if target.sum() > 0:
                    lessons.append(PathLesson((one.wording,), paths, target / target.sum()))
    report(f"{len(lessons)} questions with a path to their answers, in {len(by_wording)} wordings")
    return lessons, known


def candidates(graph: Graph, thing: object, known: Sequence[Path]) -> list[Path]:
    return paths_from(graph, thing, 2, known, lambda paths: paths[:_WIDE])  # type: ignore[arg-type]


_WIDE = 40
"""Relations of a thing that are made longer."""


def divided_by_wording(lessons: Sequence[PathLesson], every: int = 10) -> tuple[list[PathLesson], list[PathLesson]]:
    """All but every tenth wording, and every tenth: what is to be told is how others ask."""
    places = {text: i for i, text in enumerate(dict.fromkeys(lesson.wordings[0] for lesson in lessons))}
    every = min(every, max(2, len(places)))
    kept = [one for one in lessons if places[one.wordings[0]] % every != every - 1]
    return kept, [one for one in lessons if places[one.wordings[0]] % every == every - 1]
