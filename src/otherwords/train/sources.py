"""Reading the files that a reader learns from: each kind of source is documents of segments with their wordings.

- ``versions``    ``{doc_id, a[], b[]}``: two versions of a document, segment by segment, in order
- ``crossed``     ``versions`` or ``groups`` of one language beside those of another (``with``), joined by their ids
- ``paragraphs``  a paragraph and its rewording (``keys``); kept where both have the same number of sentences
- ``lines``       ``{a, b}``: subtitles in two languages, line by line, in order
- ``groups``      ``{texts[]}``: several wordings of one thing; runs of 25 become documents
- ``pairs``       loose pairs: ``{a, b, label}`` with label 1, two ``keys`` of JSON lines, or two columns of a .tsv
- ``pivots``      two columns of a .tsv: second columns that share a first one, for what translates one thing says one
- ``turku``       the Turku Paraphrase Corpus, labels 3 and 4, as loose pairs
- ``questions``   SQuAD's JSON: a question asks for the sentence that holds its answer
- ``context``     plain text, or one key of JSON lines: real surroundings to hide a sentence in
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from otherwords.evaluate.files import read_json, read_json_lines, read_lines
from otherwords.text import sentences

GROUP_RUN = 25
LINE_RUN = 40
PIVOT_RUN = 12
"""Of a sentence with more translations than this, the first."""

Texts = list[tuple[str, ...]]
"""A document's segments, each with its wordings."""
Documents = Iterator[tuple[str, Texts]]
"""Each with its key: documents of the same key are versions of the same thing."""
Entry = dict[str, Any]
"""A source as the recipe describes it."""


def languages(entry: Entry) -> list[str]:
    """The language of each wording."""
    named = entry["language"]
    return list(named) if isinstance(named, list) else [named, named]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    return (row for _, row in read_json_lines(path))


def _versions(path: Path, entry: Entry) -> Documents:
    for row in _rows(path):
        segments = [(a, b) for a, b in zip(row["a"], row["b"], strict=True) if a.strip() and b.strip()]
        if segments:
            yield row["doc_id"], list(segments)


def _crossed(path: Path, entry: Entry) -> Documents:
    partner = path.parent / str(entry["with"])
    ours, theirs = ({str(row.get("doc_id", row.get("id"))): row for row in _rows(p)} for p in (path, partner))
    shared = [key for key in ours if key in theirs]
    if shared and "texts" in ours[shared[0]]:
        for i in range(0, len(shared), GROUP_RUN):
            run = shared[i : i + GROUP_RUN]
            for turn in range(2):
                texts = [(ours[key]["texts"], theirs[key]["texts"]) for key in run]
                yield f"{path.name}:{i}", [(a[turn % len(a)], b[turn % len(b)]) for a, b in texts]
        return
    for key in shared:
        for a in ("a", "b"):
            segments = list(zip(ours[key][a], theirs[key][a], strict=False))
            # Verses are numbered, but not in the file: as many on either side are very nearly always the same ones.
            if len(ours[key][a]) == len(theirs[key][a]):
                yield key, [(x, y) for x, y in segments if x.strip() and y.strip()]


def _paragraphs(path: Path, entry: Entry) -> Documents:
    one, other = entry.get("keys", ["orig", "bt"])
    for row in _rows(path):
        ours, theirs = ([text[i:j] for i, j in sentences(text)] for text in (row[one], row[other]))
        if len(ours) == len(theirs) > 1:
            yield str(row.get("title", row.get("doc"))), list(zip(ours, theirs, strict=True))


def _lines(path: Path, entry: Entry) -> Documents:
    lines = [(row["a"], row["b"]) for row in _rows(path) if row["a"].strip() and row["b"].strip()]
    for i in range(0, len(lines), LINE_RUN):
        yield f"{path.name}:{i}", list(lines[i : i + LINE_RUN])


def _groups(path: Path, entry: Entry) -> Documents:
    groups = [list(dict.fromkeys(row["texts"])) for row in _rows(path)]
    groups = [texts for texts in groups if len(texts) > 1]
    for i in range(0, len(groups), GROUP_RUN):
        run = groups[i : i + GROUP_RUN]
        for shift in range(min(4, max(map(len, run)) // 2)):
            yield f"{path.name}:{i}", [(g[2 * shift % len(g)], g[(2 * shift + 1) % len(g)]) for g in run]


def _pairs(path: Path, entry: Entry) -> Documents:
    translated = len(set(languages(entry))) > 1
    for a, b in list(_loose(path, entry))[: entry.get("limit")]:
        if a.strip() and b.strip() and (translated or _differ(a, b)):
            yield min(a, b), [(a, b)]


def _loose(path: Path, entry: Entry) -> Iterator[tuple[str, str]]:
    if path.name.removesuffix(".gz").endswith(".tsv"):
        for _, line in read_lines(path):
            a, b = line.rstrip("\n").split("\t")[:2]
            yield a, b
        return
    one, other = entry.get("keys", ["a", "b"])
    for row in _rows(path):
        if str(row.get("label", 1)) == "1":
            yield row[one], row[other]


def _pivots(path: Path, entry: Entry) -> Documents:
    sharing: dict[str, list[str]] = {}
    for a, b in _loose(path, entry):
        sharing.setdefault(a, []).append(b)
    for texts in sharing.values():
        for one, other in combinations(texts[:PIVOT_RUN], 2):
            if _differ(one, other):
                yield min(one, other), [(one, other)]


def _turku(path: Path, entry: Entry) -> Documents:
    for row in read_json(path):
        if row["label"][0] in "34":
            yield row["txt1"], [(row["txt1"], row["txt2"])]


def _questions(path: Path, entry: Entry) -> Documents:
    """An article's sentences, each with one of the questions that it answers, or with none (an empty wording)."""
    for number, article in enumerate(read_json(path)["data"]):
        asked: list[tuple[list[str], str]] = []
        for paragraph in article.get("paragraphs", [article]):
            text = paragraph["context"]
            for start, end in sentences(text):
                holds = [
                    qa["question"]
                    for qa in paragraph["qas"]
                    if qa["answers"] and start <= qa["answers"][0]["answer_start"] < end
                ]
                asked.append((holds, text[start:end]))
        for turn in range(4):
            yield (
                f"{path.name}:{number}",
                [(holds[turn % len(holds)] if holds else "", sentence) for holds, sentence in asked],
            )


def _context(path: Path, entry: Entry) -> Documents:
    if "key" in entry:
        lines = [row[entry["key"]] for row in _rows(path)]
    else:
        lines = [line.strip() for _, line in read_lines(path)]
    lines = [line for line in lines if line][: entry.get("limit")]
    for i in range(0, len(lines), 40):
        yield f"{path.name}:{i}", [(line,) for line in lines[i : i + 40]]


def _differ(a: str, b: str) -> bool:
    """Whether two wordings differ in more than a letter or two: near copies teach nothing."""
    grams = [{text[i : i + 3] for i in range(max(1, len(text) - 2))} for text in (a.lower(), b.lower())]
    return len(grams[0] & grams[1]) < 0.75 * len(grams[0] | grams[1])


READERS: dict[str, Callable[[Path, Entry], Documents]] = {
    "versions": _versions,
    "crossed": _crossed,
    "paragraphs": _paragraphs,
    "lines": _lines,
    "groups": _groups,
    "pairs": _pairs,
    "pivots": _pivots,
    "turku": _turku,
    "questions": _questions,
    "context": _context,
}
