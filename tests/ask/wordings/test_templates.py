"""Mined templates, against counting by hand, and questions matched by them."""

import math
import random
from collections import Counter, defaultdict
from itertools import combinations

import pytest

from otherwords.ask.wordings.normal import word_list
from otherwords.ask.wordings.template_mining import Thresholds, mine_templates
from otherwords.ask.wordings.templates import GAP, TemplatePair, Templates, cuts
from otherwords.text import OtherwordsError

CAPITAL = TemplatePair(f"what is the capital of {GAP}", f"which city is {GAP} 's capital", 8, 3.5)
SEAT = TemplatePair(f"what is the capital of {GAP}", f"where is the government of {GAP}", 7, 2.5)


def counted(clusters: list[list[str]], thresholds: Thresholds) -> dict[tuple[str, str], tuple[int, float]]:
    """The definition, with everything in memory."""
    clusters_of: dict[str, set[int]] = defaultdict(set)
    seen: list[dict[str, set[str]]] = []
    for number, questions in enumerate(clusters):
        by_filler: dict[str, set[str]] = defaultdict(set)
        for question in questions:
            words = word_list(question)
            for cut in cuts(words, thresholds.longest_filler):
                template, filler = " ".join(cut.template), " ".join(words[slice(*cut.filler)])
                clusters_of[template].add(number)
                by_filler[filler].add(template)
        seen.append(by_filler)
    common = {template for template, its in clusters_of.items() if len(its) >= thresholds.min_clusters}
    shared: Counter[tuple[str, str]] = Counter()
    for by_filler in seen:
        pairs = {pair for templates in by_filler.values() for pair in combinations(sorted(templates & common), 2)}
        shared.update(pairs)
    return {
        (one, other): (count, math.log(count * len(clusters) / (len(clusters_of[one]) * len(clusters_of[other]))))
        for (one, other), count in shared.items()
        if count > thresholds.shared_more_than
    }


def made_clusters(seed: int) -> list[list[str]]:
    """Questions about many things, each asked in some of several ways."""
    chance = random.Random(seed)
    ways = [
        "what is the capital of {}?",
        "which city is {}’s capital",
        "Where is {}",
        "{} capital city",
        "who rules {}?",
    ]
    things = ["France", "New Zealand", "the Isle of Man", "Chad", "Peru", "Costa Rica"]
    return [[way.format(chance.choice(things)) for way in chance.sample(ways, chance.randint(1, 4))] for _ in range(60)]


@pytest.mark.parametrize(
    "thresholds", [Thresholds(), Thresholds(3, 1, 1), Thresholds(20, 2, 2), Thresholds(1, 0, 5)], ids=str
)
def test_the_same_as_counting_by_hand(thresholds: Thresholds):
    clusters = made_clusters(7)
    found = {(pair.left, pair.right): (pair.count, pair.pmi) for pair in mine_templates(clusters, thresholds)}
    expected = counted(clusters, thresholds)
    assert found.keys() == expected.keys()
    assert all(found[pair] == pytest.approx(expected[pair]) for pair in expected)


def test_the_paper_s_thresholds():
    """At least 10 clusters each, more than 5 in common."""
    things = ["france", "chad", "peru", "fiji", "oman", "mali", "togo", "iran", "cuba", "laos"]

    def clusters(shared: int, number: int) -> list[list[str]]:
        both = [[f"capital of {thing}", f"{thing} main city"] for thing in things[:shared]]
        left = [[f"capital of {thing}"] for thing in things[shared:number]]
        return [*both, *left, *([f"{thing} main city"] for thing in things[shared:number])]

    (pair,) = mine_templates(clusters(6, 10))
    assert (pair.left, pair.right, pair.count) == (f"capital of {GAP}", f"{GAP} main city", 6)
    assert pair.pmi == pytest.approx(math.log(6 * 14 / (10 * 10)))
    assert list(mine_templates(clusters(5, 10))) == []
    assert list(mine_templates(clusters(6, 9))) == []


def test_best_first():
    pmis = [pair.pmi for pair in mine_templates(made_clusters(1), Thresholds(2, 1))]
    assert len(pmis) > 5
    assert pmis == sorted(pmis, reverse=True)


def test_nothing_to_mine_from():
    assert list(mine_templates([])) == []
    assert list(mine_templates([[], ["?"], [" ".join(["word"] * 50)] * 2])) == []


def test_an_exact_match_keeps_the_spelling_of_what_was_asked():
    found = Templates([SEAT, CAPITAL]).wordings("What is the capital of New Zealand?")
    assert [wording.text for wording in found] == [
        "Which city is New Zealand's capital?",
        "Where is the government of New Zealand?",
    ]
    assert [wording.score for wording in found] == [3.5, 2.5]
    assert {wording.source for wording in found} == {"templates"}


def test_an_article_may_belong_to_what_is_asked_about():
    templates = Templates([TemplatePair(f"who made {GAP}", f"who is the maker of {GAP}", 9, 2.0)])
    assert [one.text for one in templates.wordings("who made The Matrix")] == ["who is the maker of The Matrix"]
    assert [one.text for one in templates.wordings("who has made The Matrix")] == ["who is the maker of The Matrix"]


def test_both_ways():
    (wording,) = Templates([CAPITAL]).wordings("which city is Chad’s capital")
    assert wording.text == "what is the capital of Chad"


def test_without_words_of_grammar_only_where_nothing_matches_exactly():
    templates = Templates([CAPITAL, SEAT, TemplatePair(f"capital {GAP}", f"{GAP} main city", 6, 9.0)])
    inexact = templates.wordings("so what was a capital of Chad?")
    assert "chad main city?" in [wording.text.casefold() for wording in inexact]
    assert len(inexact) == 3
    exact = templates.wordings("what is the capital of Chad?")
    assert "Chad main city?" not in [wording.text for wording in exact]


def test_a_template_of_nothing_but_grammar_takes_nothing_but_its_like():
    templates = Templates([TemplatePair(f"who is {GAP}", f"what do you know about {GAP}", 9, 2.0)])
    assert [one.text for one in templates.wordings("who is Bach")] == ["what do you know about Bach"]
    assert templates.wordings("when was Bach there") == []


def test_the_best_ten():
    pairs = [TemplatePair(f"who made {GAP}", f"whose work{n} is {GAP}", 9, float(n)) for n in range(15)]
    found = Templates(pairs).wordings("Who made Heat?")
    assert [wording.score for wording in found] == [float(n) for n in range(14, 4, -1)]
    assert len(Templates(pairs, most=3).wordings("Who made Heat?")) == 3


def test_a_question_that_was_mined_from_as_if_nobody_had_asked_it():
    asked = "what is the capital of Chad"
    pairs = [CAPITAL, TemplatePair(f"what was a capital of {GAP}", f"name the capital of {GAP}", 6, 1.0)]
    assert [one.text for one in Templates(pairs).wordings(asked)] == ["which city is Chad's capital"]
    unseen = Templates(pairs, unseen=True)
    assert [one.text for one in unseen.wordings(asked)] == ["name the capital of Chad"]  # by the other's words alone
    assert Templates([CAPITAL], unseen=True).wordings(asked) == []
    other = "so what was the capital of Chad"
    assert unseen.wordings(other) == Templates(pairs).wordings(other) != []


def test_without_a_gap():
    templates = Templates([TemplatePair("what time is it", "how late is it now", 12, 1.0)])
    assert [one.text for one in templates.wordings("What time is it?")] == ["How late is it now?"]


def test_no_templates():
    with pytest.raises(OtherwordsError, match="no templates; mine them"):
        Templates([])
