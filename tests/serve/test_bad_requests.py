"""What is wrong with a request is said in one line, and is never the server's own fault."""

import json

import pytest
from serving import FERRY, QUERY, Server

DOCUMENTS = [{"text": FERRY}]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"documents": DOCUMENTS}, "query: Field required"),
        ({"query": "", "documents": DOCUMENTS}, "query: String should have at least 1 character"),
        ({"query": "   ", "documents": DOCUMENTS}, "empty"),
        ({"query": "x" * 2001, "documents": DOCUMENTS}, "at most 2000 characters"),
        ({"query": "word " * 390, "documents": DOCUMENTS}, "tokens"),
        ({"query": QUERY, "documents": []}, "documents"),
        ({"query": QUERY, "documents": [{"text": "x"}] * 201}, "at most 200"),
        ({"query": QUERY, "documents": DOCUMENTS, "top": 0}, "top"),
        ({"query": QUERY, "documents": DOCUMENTS, "top": "3"}, "top"),
        ({"query": QUERY, "documents": DOCUMENTS, "min_probability": 1.5}, "min_probability"),
        ({"query": QUERY, "documents": DOCUMENTS, "min_prob": 0.5}, "min_prob: Extra inputs"),
        ({"query": QUERY, "documents": [{"text": 7}]}, "documents.0.text"),
        ({"query": QUERY, "documents": [{"path": "/etc/passwd"}]}, "documents.0"),
        ([1, 2], "body"),
        (None, "body"),
    ],
)
def test_one_line_says_what_is_wrong(server: Server, body: object, told: str):
    answer = server.post("/find", body)
    assert answer.status_code == 422
    problem = answer.json()["error"]
    assert told in problem
    assert "\n" not in problem


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("", "questions.1.text: String should have at least 1 character"),
        ({"id": "a"}, "questions.1.text: Field required"),
        (7, "questions.1: Input should be"),
    ],
)
def test_a_wrong_question_is_told_by_its_place(server: Server, question: object, told: str):
    answer = server.post("/match", {"question": QUERY, "questions": ["Was it late?", question]})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(told)


def test_documents_over_the_limit_are_413(server: Server):
    text = "All work and no play. " * 50_000
    answer = server.post("/find", {"query": QUERY, "documents": [{"text": text}]})
    assert answer.status_code == 413
    assert "1,000,000" in answer.json()["error"]
    answer = server.post("/compare", {"a": {"text": text[:150_000]}, "others": [{"text": text[:150_000]}]})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"query": "a\\ud800", "documents": [{"text": "\\udfff"}]}',
        b'{"query": "a", "documents": [{"text": "b\\ud83d"}]}',
        b'{"query": "a", "documents": [{"text": "b"}], "min_probability": NaN}',
        b'{"query": "a", "documents": [{"text": "b"}], "min_probability": Infinity}',
        b'{"query": "a", "documents": [{"text": "b"}], "top": 1e400}',
        b'{"query": "a", "documents": [{"text": "b", "marks": [{"offset": 1e30}]}]}',
        b'{"query": "a", "documents": [{"text": "b", "marks": [{"offset": 99999999999999999999}]}]}',
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'"text"',
    ],
)
def test_whatever_is_sent_is_the_senders_mistake(server: Server, raw: bytes):
    with server.client() as client:
        answer = client.post("/find", content=raw, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 413, 422)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_only_json_is_taken_for_json(server: Server, kind: str):
    """A form of another site can send anything but JSON without asking."""
    body = json.dumps({"query": QUERY, "documents": DOCUMENTS})
    with server.client() as client:
        answer = client.post("/find", content=body, headers={"content-type": kind})
    assert answer.status_code == 422
    assert "send Content-Type: application/json" in answer.json()["error"]


@pytest.mark.parametrize(
    "path", ["/../../etc/passwd", "/page/../engine.py", "/page/..%2f..%2fapp.py", "/page/", "/%00", "/page"]
)
def test_no_path_leads_to_a_file(server: Server, path: str):
    answer = server.get(path)
    assert answer.status_code == 404
    assert answer.json() == {"error": "there is nothing here; see /openapi.json"}
    assert answer.json()["error"]


def test_wrong_methods(server: Server):
    assert server.get("/find").status_code == 405
    assert server.get("/find").json() == {"error": "this is asked by POST; see /openapi.json"}
    assert server.post("/health", {}).status_code == 405


def test_texts_at_the_edges(server: Server):
    for text in ("", " ", "\0", "\n" * 500, "🚢" * 400, "a" * 20_000, "\u202e\u0000\ufffe x"):
        answer = server.post("/find", {"query": "🚢", "documents": [{"text": text}]})
        assert answer.status_code == 200, text[:10]
        for match in answer.json()["matches"]:
            assert text[match["start"] : match["end"]] == match["text"]
