"""The baseline: candidates by the cosine of their vectors with the query's."""

from pathlib import Path

from otherwords.rank.lists import Wordings
from otherwords.rank.vectors import Vectors, vectors_by


class Cosine:
    name = "cosine"

    def __init__(self, model: Path | None = None) -> None:
        self._vectors = Vectors(vectors_by(model))

    def scores(self, example: Wordings) -> list[float]:
        if not example.candidates:
            return []
        query, *others = self._vectors.of([example.query, *(one.text for one in example.candidates)])
        return [float(query @ other) for other in others]
