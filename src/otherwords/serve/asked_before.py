"""Was this question asked before, of questions that lie in memory and shall touch no disk.

``match.matcher`` does the same for files of any size, and keeps what it computes in a folder.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from otherwords.match.spool import plain
from otherwords.serve.asked import QuestionAsked
from otherwords.serve.told import AskedBefore, QuestionTold
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from otherwords.encoder.pairs import PairModel

_READ = 32
"""Wordings that are read together with the question, at least, before the likeliest are chosen."""


def asked_before(model: "PairModel", question: str, questions: Sequence[QuestionAsked], top: int) -> list[AskedBefore]:
    """The likeliest first; questions that are the same but for capitals and spaces are one."""
    question = question.strip()
    if not question:
        raise OtherwordsError("the question is empty; say what to look for")
    places: dict[str, list[int]] = {}
    for place, one in enumerate(questions):
        if one.text.strip():
            places.setdefault(plain(one.text), []).append(place)
    if not places:
        return []
    groups = list(places.values())
    texts = [questions[group[0]].text.strip() for group in groups]
    cosines = (model.vectors(texts) * model.vectors([question])[0]).sum(axis=1)
    nearest = np.lexsort((np.arange(len(texts)), -cosines))[: max(_READ, 2 * top)].tolist()
    read = model.probabilities([(question, texts[one]) for one in nearest], cosines[nearest])
    probabilities = np.nan_to_num(read, nan=0.0).tolist()
    order = sorted(range(len(nearest)), key=lambda i: (-probabilities[i], -cosines[nearest[i]], groups[nearest[i]][0]))
    return [
        AskedBefore(
            text=texts[nearest[i]],
            probability=round(probabilities[i], 4),
            cosine=round(float(cosines[nearest[i]]), 4),
            questions=[QuestionTold(id=questions[place].id, place=place) for place in groups[nearest[i]]],
        )
        for i in order[:top]
    ]
