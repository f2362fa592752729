"""p(a|q′) over a knowledge base: link, make candidates, weigh them, walk the best."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.answer import Answer
from otherwords.ask.kb.expected import fit, is_number, other_kinds, superlative, unsaid, wants_count
from otherwords.ask.kb.features import Features, Vectors, readable
from otherwords.ask.kb.graph import End, Graph, Path, paths_from
from otherwords.ask.kb.knowledge import KnowledgeBase, Unanswered
from otherwords.ask.kb.link import Link, link
from otherwords.ask.kb.model import KbModel, general_model
from otherwords.ask.kb.terms import iri_of, is_blank
from otherwords.ask.marks import mark
from otherwords.encoder.pairs import PairModel
from otherwords.remembered import Remembered

_WALKED = 8
"""Candidates that are looked up; the others are too improbable to matter."""
_FAR = 10.0
"""Log odds behind the best one that leads anywhere."""
_WIDE = 40
"""Relations of a thing that are made longer."""
_REMEMBERED = 4096
_PROBABLE, _PROBABLE_LEARNED = 0.15, 0.03
"""Where questions were learned from, a low probability still tells much."""

_Said = tuple[str, str | None]
"""A name, and which of the things of that name."""


@dataclass(frozen=True, slots=True)
class Candidate:
    link: Link
    path: Path
    log_odds: float


class KbAnswerer:
    def __init__(self, kb: KnowledgeBase, model: KbModel | None = None, encoder: PairModel | None = None) -> None:
        """Without a model, by what is known of any knowledge base; without an encoder, by words alone."""
        self.graph = Graph(kb)
        self.model = model or general_model()
        self.vectors = Vectors(encoder)
        self._general = general_model()
        self._features = Features(self.graph, self.vectors, self.model.heads)
        self._links: Remembered[str, list[Link]] = Remembered(_REMEMBERED)
        self._ends: Remembered[tuple[str, Path], list[End]] = Remembered(_REMEMBERED)

    @property
    def least(self) -> float:
        return _PROBABLE_LEARNED if self.model.heads else _PROBABLE

    def about(self, question: str) -> list[str]:
        return [one.name for one in self.links(question)]

    def worded(self, question: str, wording: str) -> str | None:
        """With the entity marked, wherever it is still called the same."""
        links = self.links(question)
        if not links:
            return None
        worded = mark(wording, links[0].mention)
        try:
            self.links(worded)
        except Unanswered:  # the question itself is understood
            return None
        return worded

    def prepare(self, questions: Sequence[str]) -> None:
        """Vectors of many wordings at once, which takes less time than one by one."""
        self.vectors.prepare([readable(one.wording) for question in questions for one in self.links(question)])

    def links(self, question: str) -> list[Link]:
        return self._links.one(question, lambda: link(self.graph.kb, question))

    def answers(self, question: str) -> list[Answer]:
        candidates = sorted(self.candidates(question), key=lambda one: -one.log_odds)
        found: list[tuple[Candidate, list[End]]] = []
        rest: list[float] = []
        for candidate in candidates:
            if len(found) == _WALKED or (found and candidate.log_odds < found[0][0].log_odds - _FAR):
                rest.append(candidate.log_odds)
            elif ends := self._walk(candidate):
                found.append((candidate, ends))
        if not found:
            return []
        log_odds = np.array(self._judged(question, found))
        # One of the candidates is right, or none is: that none is has the odds of 1.
        odds = np.exp(np.minimum(log_odds, 30.0))
        shares = odds / (1.0 + odds.sum() + np.exp(np.minimum(np.array(rest), 30.0)).sum())
        return self._answers(question, found, shares)

    def candidates(self, question: str) -> list[Candidate]:
        """Paths from everything that the question may speak of."""
        candidates: list[Candidate] = []
        for one in self.links(question):
            model = self._fitting(one)
            known = model.heads.paths if model.heads else ()
            paths = paths_from(self.graph, one.term, model.hops, known, lambda paths, o=one: self._widest(o, paths))  # type: ignore[misc]
            for path, log_odds in zip(paths, self._weigh(one, paths), strict=True):
                candidates.append(Candidate(one, path, float(log_odds)))
        return candidates

    def _fitting(self, one: Link) -> KbModel:
        """What was learned is of no use for a thing none of whose relations it has ever seen."""
        if self.model.heads is None:
            return self.model
        known = {*self.model.heads.heads["first"].classes}
        return self.model if any(str(step) in known for step in self.graph.steps(one.term)) else self._general

    def _weigh(self, one: Link, paths: Sequence[Path]) -> NDArray[np.float64]:
        model = self._fitting(one)
        log_odds: NDArray[np.float64] = self._features.rows(one, paths) @ model.weights + model.intercept
        return log_odds

    def _widest(self, one: Link, paths: list[Path]) -> list[Path]:
        if len(paths) <= _WIDE:
            return paths
        order = np.argsort(-self._weigh(one, paths), kind="stable")[:_WIDE]
        return [paths[i] for i in order]

    def _walk(self, candidate: Candidate) -> list[End]:
        thing, path = candidate.link.term, candidate.path
        return self._ends.one((str(thing), path), lambda: self.graph.ends(thing, path))

    def _judged(self, question: str, found: Sequence[tuple[Candidate, list[End]]]) -> list[float]:
        judged = [candidate.log_odds + unsaid(self.graph, question, ends) for candidate, ends in found]
        for i, (candidate, ends) in enumerate(found):
            if self._fitting(candidate.link).heads is None:
                judged[i] += fit(self.graph, question, candidate.link.term, ends)
        if self.model.heads is None:
            against = other_kinds(self.graph, question, [ends for _, ends in found])
            judged = [log_odds + misfit for log_odds, misfit in zip(judged, against, strict=True)]
        return judged

    def _answers(
        self, question: str, found: Sequence[tuple[Candidate, list[End]]], shares: NDArray[np.float64]
    ) -> list[Answer]:
        total: dict[_Said, float] = {}
        best: dict[_Said, tuple[float, int, Answer]] = {}
        for (candidate, ends), share in zip(found, shares.tolist(), strict=True):
            every, path = self._said(question, ends, self.graph.shown(candidate.path))
            for place, said in enumerate(every):
                total[said] = total.get(said, 0.0) + share
                if said not in best or share > best[said][0]:
                    best[said] = (share, -place, Answer(said[0], share, path, candidate.link.name, said[1]))
        order = sorted(best, key=lambda said: (-total[said], *(-x for x in best[said][:2])))
        return [replace(best[said][2], probability=min(1.0, total[said])) for said in order]

    def _said(self, question: str, ends: list[End], path: tuple[str, ...]) -> tuple[list[_Said], tuple[str, ...]]:
        """The ends as answers: counted, or the first or largest of them, where the question asks for that."""
        if chosen := superlative(self.graph, question, ends):
            ends, path = chosen.ends, (*path, f"by {chosen.relation}")
        names = self.graph.kb.names([end.term for end in ends])
        every = list(dict.fromkeys((names[end.term], iri_of(end.term)) for end in ends))
        if wants_count(question) and not (len(every) == 1 and is_number(every[0][0])):
            # Blank nodes are things of their own, though nothing is shown that would tell those of one name apart: a
            # file's have terms of their own, and of an endpoint several have the same.
            blanks = [names[end.term] for end in ends if is_blank(end.term) and iri_of(end.term) is None]
            alike = len(blanks) - len({*blanks}) + len(ends) - len({end.term for end in ends})
            return [(str(len(every) + alike), None)], (*path, "count")
        return every, path
