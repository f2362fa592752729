"""WikiQA, as lists: the sentences of an article that may answer a question; 1 is an answer.

The source is tab-separated::

    QuestionID	Question	DocumentID	DocumentTitle	SentenceID	Sentence	Label
    Q8	How are epithelial tissues joined together?	D8	Tissue (biology)	D8-0	Cross section of …	0

A sentence's ``opening`` is the first of its document, by which others are understood that say "it" or "he".

Many questions have no answer in their article; WikiQA's figures leave them out (``--empty skip``).
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from otherwords.evaluate.importers.tables import read_table, to_number
from otherwords.evaluate.lists import Candidate, ListExample


def read_wikiqa(path: Path) -> Iterator[ListExample]:
    table = read_table(path, "QuestionID", "Question", "SentenceID", "Sentence", "Label")
    for (id, question), rows in groupby(table, key=lambda row: (row[1][0], row[1][1])):
        openings: dict[str, str] = {}
        candidates = []
        for number, (_, _, sentence_id, sentence, label) in rows:
            document, _, _ = sentence_id.rpartition("-")
            opening = openings.setdefault(document or sentence_id, sentence)
            candidates.append(Candidate(sentence_id, sentence, to_number(path, number, label), opening=opening))
        yield ListExample(id, question, tuple(candidates))
