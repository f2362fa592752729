"""Which query word is said by which word of the passage, by the nearness of their vectors in context."""

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder import Encoder, Tokens
from otherwords.text import Alignment, Span, words

Floats = NDArray[np.float32]

_NEAR = 0.65
"""Chosen on 150 pairs with human word alignments (MSR): precision 0.83, recall 0.74 there."""


def align(encoder: Encoder, query: str, passage: Span) -> tuple[Alignment, ...]:
    """Pairs of words that are each other's nearest, in the order of the query."""
    if "token_vectors" not in encoder.outputs:
        return ()
    texts = (query, passage.text)
    tokens = [encoder.tokenizer.tokens(text) for text in texts]
    room = encoder.max_length - encoder.tokenizer.template.size
    if not all(0 < len(part) <= room for part in tokens):
        return ()
    rows = [encoder.single(part.ids.tolist()) for part in tokens]
    lead = len(encoder.tokenizer.template.before)
    vectors = {i: output[lead : lead + len(tokens[i])] for i, (output,) in encoder.run(rows, "token_vectors")}
    spans, tables = zip(*(_word_vectors(texts[i], tokens[i], vectors[i]) for i in (0, 1)), strict=True)
    if not spans[0] or not spans[1]:
        return ()
    nearness = tables[0] @ tables[1].T
    pairs = []
    for i, j in enumerate(nearness.argmax(axis=1)):
        if nearness[:, j].argmax() == i and nearness[i, j] >= _NEAR:
            here = spans[1][j]
            place = Span(passage.start + here.start, passage.start + here.end, here.text)
            pairs.append(Alignment(spans[0][i], place, round(float(nearness[i, j]), 4)))
    return tuple(pairs)


def _word_vectors(text: str, tokens: Tokens, vectors: Floats) -> tuple[list[Span], Floats]:
    """The words of a text, and the direction of each one's mean token vector."""
    spans: list[Span] = []
    rows = []
    for start, end in words(text):
        inside = (tokens.starts < end) & (tokens.ends > start)
        if inside.any():
            mean = vectors[inside].mean(axis=0)
            spans.append(Span.of(text, start, end))
            rows.append(mean / max(1e-6, float(np.linalg.norm(mean))))
    return spans, np.stack(rows) if rows else np.zeros((0, 1), dtype=np.float32)
