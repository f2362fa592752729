"""A SPARQL endpoint that the test starts: the same answers as from a file, and no endless waiting."""

import socket
import time
from contextlib import suppress
from pathlib import Path

import pyoxigraph as ox
import pytest
from small_kb import EXAMPLE, endpoint_of, made_triples, serving, told_twice, write_tsv

from otherwords.ask.kb.answerer import KbAnswerer
from otherwords.ask.kb.endpoint import Endpoint
from otherwords.ask.kb.knowledge import open_knowledge_base
from otherwords.ask.kb.load import load
from otherwords.ask.kb.terms import entity, relation
from otherwords.text import OtherwordsError

QUESTIONS = ["who directed The Matrix", "where was Keanu Reeves born", "which films did [Alfonso Cuarón] direct"]


def example_store() -> ox.Store:
    store = ox.Store()
    store.load(EXAMPLE.read_bytes(), ox.RdfFormat.TURTLE)
    return store


def test_answers_as_from_a_file():
    local = KbAnswerer(load(EXAMPLE))
    with serving(endpoint_of(example_store())) as url:
        remote = KbAnswerer(open_knowledge_base(url))
        for question in QUESTIONS:
            assert local.answers(question)[:2] == remote.answers(question)[:2]


def test_a_table_behind_an_endpoint(tmp_path: Path):
    store = ox.Store()
    for first, between, second in made_triples():
        store.add(ox.Quad(entity(first), relation(between), entity(second)))
    question = "what is the release year of [Film 3]"
    with serving(endpoint_of(store)) as url:
        remote = KbAnswerer(Endpoint(url)).answers(question)
    local = KbAnswerer(load(write_tsv(tmp_path / "kb.tsv", made_triples()))).answers(question)
    assert remote[0] == local[0]


LANGUAGES = """
@prefix : <https://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:author rdfs:label "writer"@en-GB, "Verfasser"@de, "auteur"@fr .
:trial rdfs:label "The Trial"@en, "Der Process"@de ; :author :kafka .
:kafka rdfs:label "Autor des Processes"@de, "Franz Kafka" ; skos:altLabel "Kafka"@en .
:castle rdfs:label "Das Schloss"@de ; skos:altLabel "The Castle"@en ; :author :kafka .
:amerika rdfs:label "Amerika"@de, "L'Amérique"@fr ; :author :kafka .
"""


def test_things_are_called_by_their_english_names(tmp_path: Path):
    with told_twice(LANGUAGES, tmp_path) as both:
        for kb in both:
            names = {"author": "writer", "kafka": "Franz Kafka", "castle": "The Castle", "amerika": "Amerika"}
            terms = {ox.NamedNode(f"https://example.org/{end}"): name for end, name in names.items()}
            assert kb.names(list(terms)) == terms
            (best,) = KbAnswerer(kb).answers("who is the writer of The Trial")[:1]
            assert (best.text, best.path) == ("Franz Kafka", ("writer",))
            assert kb.alike("Der Process")[0].name == "Der Process"


def test_names_that_look_alike_and_names_that_attack():
    with serving(endpoint_of(example_store())) as url:
        kb = Endpoint(url)
        assert kb.alike("Keanu Reves")[0].name == "Keanu Reeves"
        assert kb.exact(['x" } ; DROP ALL ; SELECT * { ?s ?p "', "a\\", "} UNION {"]) == {}
        assert kb.alike('reeves" )) } #') == kb.alike("reeves")
        assert kb.select("SELECT ?s WHERE { ?s ?p ?o } LIMIT 1")


def test_down():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # bound, and not listening: nobody else gets the port
        url = f"http://127.0.0.1:{held.getsockname()[1]}/query"
        with pytest.raises(OtherwordsError, match="cannot be reached"):
            Endpoint(url)


def slow_to_find_alike(queries: list[str]):
    """Names that are not written exactly take it longer than anybody waits."""
    answer = endpoint_of(example_store())

    def slowly(handler, query):
        queries.append(query)
        if "CONTAINS(LCASE" in query:
            time.sleep(2)
        with suppress(ConnectionError):  # who asked has gone
            answer(handler, query)

    return slowly


def test_names_that_look_alike_take_no_more_than_their_share_of_time():
    asked: list[str] = []
    with serving(slow_to_find_alike(asked)) as url:
        answerer = KbAnswerer(Endpoint(url, seconds=2))
        for question in QUESTIONS[:2]:  # whose names are written exactly so
            assert answerer.answers(question)[0].text in ("Lana Wachowski", "Beirut")
        assert sum("CONTAINS(LCASE" in query for query in asked) <= 3
        with pytest.raises(OtherwordsError, match="too slow"):
            answerer.answers("who directed Speeed")
        assert answerer.worded(QUESTIONS[0], "who was the director of Matricks") is None
        assert answerer.worded(QUESTIONS[0], "by whom is The Matrix") == "by whom is [The Matrix]"


def test_a_refusal_to_look_for_names_that_look_alike():
    answer = endpoint_of(example_store())

    def refusing(handler, query):
        return handler.reply(b"timeout", 500) if "CONTAINS(LCASE" in query else answer(handler, query)

    with serving(refusing) as url:
        assert KbAnswerer(Endpoint(url)).answers(QUESTIONS[0])[0].text == "Lana Wachowski"
        with pytest.raises(OtherwordsError, match="refuses the query: 500"):
            KbAnswerer(Endpoint(url)).answers("who directed Speeed")


def dribble(handler, query):
    handler.send_response(200)
    handler.end_headers()
    for _ in range(100):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.05)


@pytest.mark.parametrize("answer", [lambda handler, query: time.sleep(3), dribble], ids=["silent", "dribbling"])
def test_slow(answer):
    with serving(answer) as url, pytest.raises(OtherwordsError, match=r"did not answer within 0\.2 s"):
        Endpoint(url, seconds=0.2)


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (lambda handler, query: handler.reply(b"<html>Welcome!</html>"), "does not answer as a SPARQL endpoint"),
        (lambda handler, query: handler.reply(b'{"head": {"vars": ["s"]}, "results": {"bin'), "does not answer as"),
        (lambda handler, query: handler.reply(b'{"head": {}, "boolean": true}'), "does not answer as"),
        (lambda handler, query: handler.reply(b"\x00\xff"), "does not answer as"),
        (
            lambda handler, query: handler.reply(b"no such\nquery", 400),
            "refuses the query: 400 Bad Request no such query",
        ),
        (lambda handler, query: handler.reply(b"", 500), "refuses the query: 500"),
        (lambda handler, query: handler.wfile.write(b"not http at all\r\n\r\n"), "broke off"),
    ],
)
def test_garbage(answer, problem: str):
    with serving(answer) as url, pytest.raises(OtherwordsError, match=problem) as caught:
        Endpoint(url)
    assert "\n" not in str(caught.value)


def stalling(handler, query):
    """Refuses, and does not come to say why."""
    handler.send_response(503)
    handler.send_header("Content-Length", "300")
    handler.end_headers()
    handler.wfile.flush()
    time.sleep(2)


def test_a_refusal_that_stalls():
    with serving(stalling) as url, pytest.raises(OtherwordsError, match="refuses the query: 503"):
        Endpoint(url, seconds=0.2)


def test_other_columns_than_were_asked_for():
    answer = endpoint_of(example_store())
    with serving(lambda handler, query: answer(handler, query.replace("DISTINCT ?x ?n", "?l"))) as url:
        kb = Endpoint(url)
        with pytest.raises(OtherwordsError, match=r"does not answer as a SPARQL endpoint does \(rows without n, x\)"):
            kb.alike("Keanu Reeves")
    with serving(lambda handler, query: answer(handler, query.replace("?x ?n", "?l ?n ?x"))) as url:
        assert Endpoint(url).alike("Keanu Reeves")[0].name == "Keanu Reeves"


def test_facts_about_facts_are_passed_over():
    store = ox.Store()
    fact = ox.Triple(entity("Speed"), relation("made by"), entity("Ann"))
    store.extend([ox.Quad(entity("note"), relation("says"), fact), ox.Quad(*fact)])
    with serving(endpoint_of(store)) as url:
        assert Endpoint(url).select("SELECT ?s ?p ?o WHERE { ?s ?p ?o }") == [tuple(fact)]


def test_empty():
    with serving(endpoint_of(ox.Store())) as url, pytest.raises(OtherwordsError, match="holds no facts"):
        Endpoint(url)


def test_no_other_addresses():
    with pytest.raises(OtherwordsError, match="http:// or https://"):
        open_knowledge_base("ftp://example.org/kb")
