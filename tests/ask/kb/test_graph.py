"""Paths walked by SPARQL, beside paths walked by hand."""

from collections import Counter
from itertools import product
from pathlib import Path

from small_kb import made_triples, write_tsv

from otherwords.ask.kb.graph import Graph, Step, paths_from
from otherwords.ask.kb.load import load
from otherwords.ask.kb.neighbourhood import Neighbourhood
from otherwords.ask.kb.terms import entity, plain_name, relation

TRIPLES = made_triples(12, seed=3)
RELATIONS = ("directed by", "starred actors", "release year")
STEPS = [Step(relation(name), forward) for name in RELATIONS for forward in (True, False)]


def walked(thing: str, path: tuple[Step, ...]) -> Counter[str]:
    """Where a path ends, by brute force; never through its beginning."""
    places = Counter({thing: 1})
    for number, step in enumerate(path):
        after: Counter[str] = Counter()
        for first, between, second in TRIPLES:
            if relation(between) == step.relation:
                here, there = (first, second) if step.forward else (second, first)
                after[there] += places[here]
        if number:
            after[thing] = 0
        places = +after
    return places


def test_ends(tmp_path: Path):
    graph = Graph(load(write_tsv(tmp_path / "kb.tsv", TRIPLES)))
    for thing, longest in (("Film 1", 3), ("Person E", 2), ("1990", 2)):
        for hops in range(1, longest + 1):
            for path in product(STEPS, repeat=hops):
                ends = graph.ends(entity(thing), path)
                assert {plain_name(end.term): end.ways for end in ends} == walked(thing, path)
                assert [end.ways for end in ends] == sorted((end.ways for end in ends), reverse=True)


def test_candidates_are_all_that_lead_anywhere(tmp_path: Path):
    graph = Graph(load(write_tsv(tmp_path / "kb.tsv", TRIPLES)))
    for thing in ("Film 1", "Person E"):
        found = paths_from(graph, entity(thing), 2, [], lambda paths: paths)
        assert len(found) == len(set(found))
        for hops in (1, 2):
            leading = {path for path in product(STEPS, repeat=hops) if walked(thing, path)}
            assert leading <= {path for path in found if len(path) == hops}


def test_known_paths_that_begin_here_are_candidates(tmp_path: Path):
    graph = Graph(load(write_tsv(tmp_path / "kb.tsv", TRIPLES)))
    here, elsewhere = (STEPS[0], STEPS[1], STEPS[4]), (STEPS[1], STEPS[0], STEPS[1])
    found = paths_from(graph, entity("Film 1"), 1, [here, elsewhere], lambda paths: paths)
    assert here in found
    assert elsewhere not in found


def test_scores_of_paths(tmp_path: Path):
    around = Neighbourhood(load(write_tsv(tmp_path / "kb.tsv", TRIPLES)))
    path = (STEPS[0], STEPS[1], STEPS[2])
    answers = sorted(walked("Film 1", path))
    scores = around.scores(entity("Film 1"), answers, 3)
    assert scores[path] == 1
    for other in product(STEPS, repeat=3):
        ends = set(walked("Film 1", other))
        f1 = 2 * len(ends & {*answers}) / (len(ends) + len(answers))
        assert scores.get(other, 0) == f1
