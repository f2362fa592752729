"""Questions to match, and a model to match them with."""

import pytest
from word_pairs import WordPairs

from otherwords.match.matcher import Matcher
from otherwords.match.questions import Question


@pytest.fixture
def model() -> WordPairs:
    return WordPairs()


@pytest.fixture
def matcher(model: WordPairs) -> Matcher:
    made = Matcher(model, "words")
    model.encoded.clear()
    return made


@pytest.fixture
def asked():
    def asked(*texts: str) -> list[Question]:
        return [Question(f"q{line}", text, line) for line, text in enumerate(texts, start=1)]

    return asked
