"""Questions to a knowledge base that nothing was learned of, by words alone and with the shipped encoder."""

from pathlib import Path

import pytest
from small_kb import EXAMPLE, told_twice, write_tsv

from otherwords.ask.asking import Asker
from otherwords.ask.combine import given
from otherwords.ask.kb.answerer import KbAnswerer
from otherwords.ask.kb.load import load
from otherwords.ask.wording import Wording
from otherwords.encoder.pairs import PairModel


@pytest.fixture(scope="module")
def answerer() -> KbAnswerer:
    return KbAnswerer(load(EXAMPLE), encoder=PairModel(threads=1))


@pytest.mark.parametrize(
    ("question", "answers", "path"),
    [
        ("who directed the matrix", {"Lana Wachowski", "Lilly Wachowski"}, ("directed by",)),
        ("when was Gravity released", {"2013"}, ("release year",)),
        ("who wrote Speed", {"Graham Yost"}, ("written by",)),
        ("which films did Alfonso Cuaron direct", {"Gravity", "Roma"}, ("← directed by",)),
        ("who is George Clooney's wife", {"Amal Clooney"}, ("married to",)),
        ("what is the capital of Suomi", {"Helsinki"}, ("← capital of",)),
        ("in which country was Keanu Reeves born", {"Lebanon"}, ("born in", "country")),
        ("when was the director of Speed born", {"1943"}, ("directed by", "year of birth")),
        (
            "who directed the movie Sandra Bullock starred in",
            {"Jan de Bont", "Alfonso Cuarón"},
            ("← starring", "directed by"),
        ),
        ("how many films did Aki Kaurismäki direct", {"2"}, ("← directed by", "count")),
        ("what is the latest film with Keanu Reeves", {"John Wick"}, ("← starring", "by release year")),
        ("what is the longest film by Alfonso Cuarón", {"Roma"}, ("← directed by", "by running time in minutes")),
    ],
)
def test_answered(answerer: KbAnswerer, question: str, answers: set[str], path: tuple[str, ...]):
    asked = Asker(answerer).ask(question)
    assert {answer.text for answer in given(asked.answers)} == answers
    assert asked.answers[0].path == path


def test_by_words_alone():
    found = KbAnswerer(load(EXAMPLE)).answers("who directed The Matrix")
    assert {answer.text for answer in given(found)} == {"Lana Wachowski", "Lilly Wachowski"}


def test_what_the_question_says_is_not_what_it_asks_for(tmp_path: Path):
    rows = [("Chicago", "airports", "Midway"), ("Chicago Executive Field", "airport of", "Chicago")]
    found = KbAnswerer(load(write_tsv(tmp_path / "kb.tsv", rows))).answers("which airport is in Chicago")
    by_name = {answer.text: answer.probability for answer in found}
    assert by_name["Midway"] > 5 * by_name.get("Chicago", 0)
    either = KbAnswerer(load(write_tsv(tmp_path / "kb.tsv", rows))).answers("is Midway or Meigs airport in [Chicago]")
    assert either[0].probability == pytest.approx(by_name["Midway"], rel=0.5)


BOOKS = """
@prefix : <https://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:published rdfs:label "publication date" . :publisher rdfs:label "publisher" . :Book rdfs:label "book" .
:castle a :Book ; rdfs:label "The Castle" ; :published "1926"^^xsd:gYear ; :publisher :wolff ; :pages 416 .
:wolff rdfs:label "Kurt Wolff Verlag" .
"""


def test_what_is_named_is_wanted_and_nothing_else(tmp_path: Path):
    """A publisher has more to do with "published" than a date, but is no book; from a file as from an endpoint."""
    with told_twice(BOOKS, tmp_path) as both:
        for kb in both:
            answerer = KbAnswerer(kb, encoder=PairModel(threads=1))
            assert answerer.answers("which books were published in 1926")[0].text == "The Castle"
            assert answerer.answers("which book has 416 pages")[0].text == "The Castle"
            assert answerer.answers("which book publisher published The Castle")[0].text == "Kurt Wolff Verlag"


TWO_OF_ONE_NAME = """
@prefix : <https://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:directedBy rdfs:label "directed by" . :pj rdfs:label "Peter Jackson" .
:kong1 rdfs:label "King Kong" ; :directedBy :pj . :kong2 rdfs:label "King Kong" ; :directedBy :pj .
:brain rdfs:label "Braindead" ; :directedBy :pj .
"""


def test_two_things_of_one_name_are_two(tmp_path: Path):
    (tmp_path / "kb.ttl").write_text(TWO_OF_ONE_NAME)
    answerer = KbAnswerer(load(tmp_path / "kb.ttl"))
    counted = answerer.answers("how many films were directed by Peter Jackson")[0]
    assert (counted.text, counted.iri) == ("3", None)
    asker = Asker(answerer, [Says("what was directed by Peter Jackson")])
    listed = given(asker.ask("which films were directed by Peter Jackson").answers)
    assert {(one.text, one.iri) for one in listed} == {
        ("King Kong", "https://example.org/kong1"),
        ("King Kong", "https://example.org/kong2"),
        ("Braindead", "https://example.org/brain"),
    }


def test_dates_before_christ(tmp_path: Path):
    born = {"Julius": "-0100-07-13", "Augustus": "-0063-09", "Trajan": "0053-09-18"}
    rows = [("Rome", "emperor", name) for name in born] + [(name, "born", date) for name, date in born.items()]
    answerer = KbAnswerer(load(write_tsv(tmp_path / "kb.tsv", rows)))
    for question, name in (("who was the oldest emperor of Rome", "Julius"), ("the latest emperor of Rome", "Trajan")):
        assert [answer.text for answer in given(answerer.answers(question))] == [name]


def test_no_answer(answerer: KbAnswerer):
    asked = Asker(answerer).ask("what is the favourite colour of Keanu Reeves")
    assert asked.answers == ()
    assert asked.nearest is not None
    assert asked.entities == ("Keanu Reeves",)


def test_nobody_knows_it(answerer: KbAnswerer):
    asked = Asker(answerer).ask("who is Napoleon Bonaparte")
    assert (asked.answers, asked.nearest, asked.entities) == ((), None, ())


@pytest.mark.parametrize(
    "name", ['x" } ; DROP ALL #', "The Matrix> } UNION { ?s ?p ?o } #", "a\\", "?x0", "{{{{", "'; DROP TABLE names; --"]
)
def test_a_name_is_never_a_query(answerer: KbAnswerer, name: str):
    kb = answerer.graph.kb
    before = len(kb.select("SELECT ?s ?p ?o WHERE { ?s ?p ?o }"))
    assert Asker(answerer).ask(f"who directed [{name}]").answers == ()
    Asker(answerer).ask(f"who directed {name}")
    assert len(kb.select("SELECT ?s ?p ?o WHERE { ?s ?p ?o }")) == before
    assert kb.exact(["speed"])


def test_probabilities(answerer: KbAnswerer):
    for question in ("who directed The Matrix", "what about Keanu Reeves", "where was Roma made"):
        found = [answer.probability for answer in answerer.answers(question)]
        assert found == sorted(found, reverse=True)
        assert all(0 <= probability <= 1 for probability in found)


class Says:
    name = "says"

    def __init__(self, *texts: str) -> None:
        self.texts = texts

    def wordings(self, question: str) -> list[Wording]:
        return [Wording(text, "rules", 1.0) for text in self.texts]


def test_a_wording_finds_what_the_question_does_not(answerer: KbAnswerer):
    """None of the question's own words is a relation's, and all of the rewording's are."""
    question, better = "who put speed on paper", "speed was written by who"
    alone = Asker(answerer).ask(question)
    asked = Asker(answerer, [Says(better)]).ask(question)
    assert [heard.weight for heard in asked.heard] == [0.5, 0.5]
    assert asked.answers[0].text == "Graham Yost"
    assert asked.answers[0].wording.text == better
    best = next((answer.probability for answer in alone.heard[0].answers if answer.text == "Graham Yost"), 0)
    assert asked.answers[0].probability > best


def test_wordings_keep_the_entity(answerer: KbAnswerer):
    asker = Asker(answerer, [Says("SPEED was directed by whom", "who directed it", "WHO directed speed")])
    texts = [wording.text for wording in asker.wordings("who directed Speed")]
    assert texts == ["who directed Speed", "[SPEED] was directed by whom", "who directed it"]


FRIENDS = """
@prefix : <https://example.org/> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .
:alice foaf:name "Alice Liddell" ; :knows [ :since "1862" ; :person :dodo ], :carl .
:carl foaf:name "Carl Smith" . :dodo foaf:name "Dodo Brown" .
"""


def test_what_has_a_name_is_found_beside_what_has_none(tmp_path: Path):
    others = "".join(f':other{i} foaf:name "Other {i}" ; :knows [ :person :dodo ] .\n' for i in range(20))
    (tmp_path / "kb.ttl").write_text(FRIENDS + others)
    answerer = KbAnswerer(load(tmp_path / "kb.ttl"))
    assert "Carl Smith" in {answer.text for answer in answerer.answers("who does Alice Liddell know")}
    assert "Dodo Brown" in {answer.text for answer in answerer.answers("which person does Alice Liddell know")}


ACQUAINTANCES = """
@prefix : <https://example.org/> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:alice foaf:name "Alice Liddell" ; :knows
    [ foaf:name "Bob Hatter" ; skos:altLabel "Bobby" ; :born 1858 ], [ foaf:name "Ann Hare" ; :born 1861 ],
    [ foaf:name "Ann Hare" ; :born 1901 ], [ :since 1862 ], [ foaf:name "" ], [ foaf:name "?" ],
    <https://example.org/.well-known/genid/7> .
<https://example.org/.well-known/genid/7> foaf:name "Dodo Brown" .
"""


def test_a_blank_node_with_a_name_is_an_answer(tmp_path: Path):
    """From a file as from an endpoint; what is no IRI of the file's own is not told."""
    with told_twice(ACQUAINTANCES, tmp_path) as both:
        for kb in both:
            answerer = KbAnswerer(kb)
            known = given(answerer.answers("who does Alice Liddell know"))
            assert [(answer.text, answer.iri) for answer in known] == [
                ("Ann Hare", None),
                ("Bob Hatter", None),
                ("Dodo Brown", "https://example.org/.well-known/genid/7"),
            ]
            assert answerer.answers("when was who Alice Liddell knows born")
            assert answerer.answers("how many does Alice Liddell know")[0].text == "4"
    answerer = KbAnswerer(load(tmp_path / "kb.ttl"))
    assert {answer.text for answer in given(answerer.answers("when was Bob Hatter born"))} == {"1858"}
    latest = answerer.answers("who was the youngest born that Alice Liddell knows")
    assert [answer.text for answer in given(latest)] == ["Ann Hare"]


@pytest.mark.parametrize("number", ["709,037", "1 500", "454.5", "-3", "12"])
def test_a_number_is_not_counted(tmp_path: Path, number: str):
    rows = [("Oslo", "inhabitants", number), ("Oslo", "country", "Norway")]
    answerer = KbAnswerer(load(write_tsv(tmp_path / "kb.tsv", rows)))
    assert answerer.answers("how many inhabitants does Oslo have")[0].text == number


def test_the_latest_of_things_with_several_years(tmp_path: Path):
    rows = [("Film A", "year", "2020"), ("Film A", "year", "1990"), ("Film B", "year", "2001")]
    rows += [(film, "directed by", "Some One") for film in ("Film A", "Film B")]
    answerer = KbAnswerer(load(write_tsv(tmp_path / "kb.tsv", rows)))
    for question, film in (("the latest film directed by Some One", "Film A"), ("the first film", "Film A")):
        asked = question if "directed" in question else f"{question} directed by Some One"
        assert [answer.text for answer in given(answerer.answers(asked))] == [film]


def test_the_question_may_name_the_date(tmp_path: Path):
    rows = [("Film A", "released", "1999"), ("Film B", "released", "2001")]
    rows += [(film, "directed by", "Some One") for film in ("Film A", "Film B")]
    answerer = KbAnswerer(load(write_tsv(tmp_path / "kb.tsv", rows)))
    found = given(answerer.answers("which film directed by Some One was released last"))
    assert [answer.text for answer in found] == ["Film B"]
