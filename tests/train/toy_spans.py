"""Span examples that a network of a few thousand weights learns in seconds: whatever is asked, "the king" is meant."""

from pathlib import Path

import numpy as np
from tiny_models import WORDS

from otherwords.encoder.tokens import PieceTokenizer
from otherwords.evaluate.spans import SpanExample
from otherwords.train.tokenizer import with_line_breaks

OTHERS = [word for word in WORDS if word != "king"]


def examples(count: int, words: int = 30, nulls: float = 0.0, seed: int = 0) -> list[SpanExample]:
    """Each with a document of its own; where it is null, without the king."""
    random = np.random.default_rng(seed)
    made = []
    for number in range(count):
        text = [str(word) for word in random.choice(OTHERS, words)]
        query = " ".join(random.choice(OTHERS, 4)) + f" {number}"
        if random.random() < nulls:
            made.append(SpanExample(f"{number}", query, " ".join(text), None, None))
            continue
        place = int(random.integers(words))
        text[place] = "king"
        start = len(" ".join([*text[:place], ""]))
        made.append(SpanExample(f"{number}", query, " ".join(text), start, start + 4))
    return made


def tokenizer(base: Path) -> PieceTokenizer:
    with_line_breaks(base).save(str(base / "with_line_breaks.json"))
    return PieceTokenizer(base / "with_line_breaks.json")
