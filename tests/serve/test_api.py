"""Every route gives what its job gives, by the job's own account."""

import json
import threading
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from serving import FERRY, FOUND, QUERY, Server, serving, write_table

from otherwords import Document, Finder
from otherwords.ask.build import build_asker
from otherwords.ask.kb.knowledge import open_knowledge_base
from otherwords.ask.wordings.rules import Rules
from otherwords.encoder.pairs import PairModel
from otherwords.match.matcher import Matcher
from otherwords.match.questions import Question
from otherwords.mine.table import Table
from otherwords.rank.ranker import Ranker
from otherwords.serve.asked import AskAsked
from otherwords.serve.engine import Engine, Sources
from otherwords.serve.limits import Limits

KB = Path(__file__).parents[2] / "examples" / "kb" / "films.ttl"
QUESTIONS = [
    "How can I get a new password?",
    "Where is the station?",
    "how can I get  a new password?",
    "How do I change my address?",
    " ",
    "Is the shop open on Sundays?",
]


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder()


def test_find(server: Server, finder: Finder):
    answer = server.post("/find", {"query": QUERY, "documents": [{"id": "ferry", "text": FERRY}]}).json()
    (match,) = answer["matches"]
    assert (answer["query"], answer["not_here"]) == (QUERY, None)
    assert match["text"] == FOUND == FERRY[match["start"] : match["end"]]
    own = finder.find(QUERY, Document(FERRY, "ferry")).matches[0]
    assert (match["document"], match["probability"]) == ("ferry", round(own.probability, 4))
    assert match["context"]["text"] == FERRY
    pairs = {(pair["query"]["text"], pair["passage"]["text"]) for pair in match["explanation"]}
    assert ("hurt", "injured") in pairs
    for pair in match["explanation"]:
        assert FERRY[pair["passage"]["start"] : pair["passage"]["end"]] == pair["passage"]["text"]
        assert QUERY[pair["query"]["start"] : pair["query"]["end"]] == pair["query"]["text"]


def test_not_here_is_an_answer(server: Server):
    wanted = {"query": "The minister resigned after the election.", "documents": [{"text": FERRY}]}
    answer = server.post("/find", wanted).json()
    assert answer["matches"] == []
    assert answer["not_here"]["probability"] > 0.5
    assert answer["not_here"]["nearest"]["text"] in FERRY
    assert server.post("/find", {**wanted, "always": True}).json()["matches"]


def test_find_says_where(server: Server):
    marks = [{"offset": 0, "page": 1}, {"offset": FERRY.index("No one"), "page": 2, "time": [3.5, 5]}]
    wanted = {"query": QUERY, "documents": [{"text": FERRY, "marks": marks, "has_lines": False}], "explain": False}
    (match,) = server.post("/find", wanted).json()["matches"]
    assert (match["page"], match["line"], match["time"], match["explanation"]) == (2, None, [3.5, 5.0], [])


def test_copies_in_the_index_can_be_left_out(tmp_path: Path):
    pytest.importorskip("lancedb", reason="pip install '.[index]'")
    from otherwords.index import Index

    Index.open_or_make(tmp_path / "index").add([Document(FERRY, "ferry"), Document(f"It was late. {QUERY}", "copy")])
    with serving(Sources(index=str(tmp_path / "index"))) as running:
        asked = [running.post("/find", {"query": QUERY, **options}).json() for options in ({}, {"copies": False})]
        assert [one["matches"][0]["document"] for one in asked] == ["copy", "ferry"]
        refused = running.post("/find", {"query": QUERY, "documents": [{"text": FERRY}], "copies": False})
        assert (refused.status_code, "for the index" in refused.json()["error"]) == (422, True)


def test_an_empty_index_is_no_answer(tmp_path: Path):
    pytest.importorskip("lancedb", reason="pip install '.[index]'")
    from otherwords.index import Index

    Index.open_or_make(tmp_path / "index")
    with serving(Sources(index=str(tmp_path / "index"))) as running:
        answer = running.post("/find", {"query": QUERY})
        assert (answer.status_code, "holds no text" in answer.json()["error"]) == (422, True)


@pytest.mark.parametrize("asked", [("/find", {"query": QUERY}), ("/ask", {"question": "Who was hurt?"})])
def test_an_index_that_was_moved_away_is_no_mistake_of_the_asker(tmp_path: Path, asked: tuple[str, dict[str, str]]):
    pytest.importorskip("lancedb", reason="pip install '.[index]'")
    from otherwords.index import Index

    Index.open_or_make(tmp_path / "index").add([Document(FERRY, "ferry")])
    with serving(Sources(index=str(tmp_path / "index"))) as running:
        assert running.post(*asked).status_code == 200
        (tmp_path / "index").rename(tmp_path / "elsewhere")
        answer = running.post(*asked)
        assert answer.status_code == 503
        assert "put it back" in answer.json()["error"]
        assert str(tmp_path) not in answer.text
        (tmp_path / "elsewhere").rename(tmp_path / "index")
        assert running.post(*asked).status_code == 200


def test_a_table_that_was_moved_away(tmp_path: Path):
    table = write_table(tmp_path / "table.parquet")
    with serving(Sources(table=table)) as running:
        assert running.post("/expand", {"query": "a company"}).status_code == 200
        table.rename(tmp_path / "elsewhere")
        for answer in (running.post("/expand", {"query": "a company"}), running.get("/table")):
            assert (answer.status_code, "put it back" in answer.json()["error"]) == (503, True)


def test_find_in_many_documents(server: Server):
    texts = ["It rained all day in the harbour.", FERRY, "Nobody got hurt in the accident, they said."]
    documents = [{"id": str(i), "text": text} for i, text in enumerate(texts)]
    answer = server.post("/find", {"query": QUERY, "documents": documents, "top": 2}).json()
    assert {match["document"] for match in answer["matches"]} == {"1", "2"}
    for match in answer["matches"]:
        assert texts[int(match["document"])][match["start"] : match["end"]] == match["text"]


def test_compare_tells_what_the_command_line_tells(server: Server, run, tmp_path: Path):
    draft = f"{FERRY} He wrote: “Nobody was hurt in the accident” (Lind 1952, p. 88)."
    texts = [draft, "We saw it all. Nobody was hurt in the accident. It was late."]
    a, b = ({"id": str(tmp_path / f"{i}.txt"), "text": text} for i, text in enumerate(texts))
    for one in (a, b):
        Path(one["id"]).write_text(one["text"], encoding="utf-8")
    printed = run("compare", a["id"], b["id"], "--leave-out-quotations", "--json").out
    *pairs, summary = map(json.loads, printed.splitlines())
    answer = server.post("/compare", {"a": a, "others": [b], "leave_out_quotations": True}).json()
    assert len(pairs) == len(answer["pairs"]) == 1
    for pair in answer["pairs"]:
        for side in (pair["a"], pair["b"]):
            assert (side.pop("page"), side.pop("time")) == (None, None)
    assert answer["pairs"] == pairs
    for name in ("share", "found", "words", "left_out"):
        assert answer[name] == summary[name] != 0
    assert len(answer["left_out"]) == 1


def test_compare_says_where(server: Server):
    marks = [{"offset": 0, "page": 1}, {"offset": FERRY.index("No one"), "page": 2, "time": [3.5, 5]}]
    a = {"text": FERRY, "marks": marks, "has_lines": False}
    others = [{"text": "We saw it all.\nNobody was hurt in the accident."}]
    (pair,) = server.post("/compare", {"a": a, "others": others}).json()["pairs"]
    assert (pair["a"]["page"], pair["a"]["line"], pair["a"]["time"]) == (2, None, [3.5, 5.0])
    assert (pair["b"]["page"], pair["b"]["line"], pair["b"]["time"]) == (None, 2, None)


def test_match_is_what_the_matcher_says(server: Server):
    question = "How do I reset my password?"
    answer = server.post(
        "/match", {"question": question, "questions": QUESTIONS, "min_probability": 0, "top": 50}
    ).json()
    rows = [Question(str(i), text, i) for i, text in enumerate(QUESTIONS) if text.strip()]
    own = Matcher.open().ask(question, rows, top=50)
    assert [(one["text"], [q["place"] for q in one["questions"]]) for one in answer["matches"]] == [
        (asked.text, [row.line for row in asked.questions]) for asked in own
    ]
    for one, asked in zip(answer["matches"], own, strict=True):
        assert one["probability"] == pytest.approx(asked.probability, abs=1e-3)


def test_match_without_a_match_tells_the_nearest(server: Server):
    wanted = {"question": "Who won the match?", "questions": [{"id": "q7", "text": "Where is the station?"}]}
    answer = server.post("/match", wanted).json()
    assert answer["matches"] == []
    assert answer["nearest"]["questions"] == [{"id": "q7", "place": 0}]


def test_rank(server: Server):
    candidates = ["It rained.", "No one was injured.", "The cake was ruined."]
    answer = server.post("/rank", {"query": QUERY, "candidates": candidates, "top": 2}).json()
    own = Ranker(judge=PairModel()).order(QUERY, candidates)[:2]
    assert [(one["place"], one["text"]) for one in answer["ranked"]] == [(one.place, one.text) for one in own]
    assert answer["ranked"][0]["text"] == "No one was injured."


def test_expand(server: Server):
    answer = server.post("/expand", {"query": "company founded", "syntax": "lucene"}).json()
    assert answer["expanded"] == "(company OR firm) (founded OR established)"
    assert [part["text"] for part in answer["parts"]] == ["company", "founded"]


def test_ask(server: Server):
    answer = server.post("/ask", {"question": "who directed [The Matrix]", "top": 1}).json()
    best = answer["answers"][0]
    assert (best["answer"], best["iri"]) == ("Lana Wachowski", "https://example.org/films/lana")
    assert (len(answer["answers"]), answer["total"]) == (1, 2)


def test_wordings_weigh_as_on_the_command_line(tmp_path: Path):
    table, question = write_table(tmp_path / "table.parquet"), "who founded [The Matrix]"
    engine = Engine(Sources(table=table, kb=str(KB)), threads=1)
    told = engine.ask(AskAsked(question=question))
    rules = Rules(Table.open(table), PairModel(threads=1))
    asked = build_asker(open_knowledge_base(str(KB)), "best", generators=[rules]).ask(question)
    assert len(asked.heard) > 1
    best, own = [*told.answers, told.nearest][0], asked.nearest
    assert best is not None
    assert own is not None
    assert (best.answer, best.probability) == (own.text, pytest.approx(own.probability, abs=1e-3))


def test_ask_documents(server: Server):
    wanted = {"question": "When did the ferry hit the quay?", "documents": [{"id": "ferry", "text": FERRY}]}
    answer = server.post("/ask", wanted).json()
    best = answer["answers"][0] if answer["answers"] else answer["nearest"]
    assert best["passage"]["document"] == "ferry"
    assert best["answer"] == "The ferry hit the quay 🚢 at noon."
    assert FERRY[best["passage"]["start"] : best["passage"]["end"]] == best["answer"]


def test_the_table_page_by_page(server: Server):
    first = server.get("/table", params={"count": 40}).json()
    second = server.get("/table", params={"count": 40, "start": first["next"]}).json()
    pairs = first["pairs"] + second["pairs"]
    assert (first["size"], len(pairs), second["next"]) == (64, 64, None)
    assert [pair["score"] for pair in pairs] == sorted((pair["score"] for pair in pairs), reverse=True)
    assert {pair["fault"] for pair in pairs if pair["left"] == "decreased"} == {"antonyms"}


def test_the_wordings_of_a_phrase(server: Server):
    (pair,) = server.get("/table", params={"phrase": "Founded"}).json()["pairs"]
    assert (pair["left"], pair["right"], pair["count"]) == ("founded", "established", 61)
    for unknown in ("unheard of", "?!", "\u200b"):
        assert server.get("/table", params={"phrase": unknown}).json()["pairs"] == []


def test_what_the_server_was_not_started_with_is_404():
    with serving(limits=Limits(workers=1)) as bare:
        for path, body, option in (
            ("/find", {"query": QUERY}, "--index"),
            ("/expand", {"query": QUERY}, "--table"),
            ("/ask", {"question": QUERY}, "--kb"),
        ):
            answer = bare.post(path, body)
            assert answer.status_code == 404
            assert option in answer.json()["error"]
        assert bare.get("/table").status_code == 404
        health = bare.get("/health").json()
        assert (health["index"], health["table"], health["kb"], health["token"]) == (False, False, False, False)


def test_health_tells_nothing_of_the_computer(server: Server, tmp_path: Path):
    told = server.get("/health")
    assert told.json()["status"] == "ok"
    assert "/" not in told.text.replace("application/json", "")


def test_metrics_are_prometheus_and_do_not_grow_with_made_up_paths(server: Server):
    server.post("/find", {"query": QUERY, "documents": [{"text": FERRY}]})
    for i in range(5):
        server.get(f"/made-up-{i}")
    families = {family.name: family for family in text_string_to_metric_families(server.get("/metrics").text)}
    counted = {
        (s.labels["route"], s.labels["status"])
        for s in families["otherwords_requests"].samples
        if s.name.endswith("_total")
    }
    assert ("/find", "200") in counted
    assert ("other", "404") in counted
    assert not any("made-up" in route for route, _ in counted)
    assert families["otherwords_request_seconds"].type == "histogram"
    assert families["process_resident_memory_bytes"].samples[0].value > 0


def test_many_at_once_get_what_is_theirs(server: Server):
    texts = [f"House {i} is red. Nobody was hurt in street {i}. It rained." for i in range(8)]
    found: dict[int, str] = {}

    def ask(i: int) -> None:
        answer = server.post(
            "/find", {"query": f"No one was injured in street {i}.", "documents": [{"text": texts[i]}]}
        )
        found[i] = answer.json()["matches"][0]["text"]

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {i: f"Nobody was hurt in street {i}." for i in range(8)}
