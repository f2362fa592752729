"""The pair network's last leg: it learns phrases and keeps what it knows of sentences.

A phrase has so few words that its vector is soon moved, and a sentence's with it. So every step also reads texts of
the corpus, and what the network made of them before it learned phrases is what it must still make of them. What is
kept in the end lies between the weights before and the mean of those that several courses lead to: half of the way
brings most of the gain in phrases, and next to none of the loss elsewhere.
"""

import copy
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, mse_loss

from otherwords.train.course import Course, Losses
from otherwords.train.pair_batches import Tokens, rows_of_pairs, rows_of_texts
from otherwords.train.pair_corpus import Ints, PairCorpus
from otherwords.train.pair_fit import SAME
from otherwords.train.pair_model import PairNetwork
from otherwords.train.phrases import Phrases

_SAME, _OTHER = 0.9, 0.08
"""What pairs are taught as. Dictionaries list senses that nobody thinks of, and a kind of a thing may pass for it."""
_STEEP, _HALF = 13.0, 0.73
"""From a cosine to a probability: how steep, and which cosine is one half. A fitted pair model's curve is about so."""
_LONGEST = 128
"""Tokens of a pair of texts that is rehearsed, at most: longer ones cost more than they keep."""
_MIXED = 16
"""Batches that are drawn at a time and parted by length."""

Drawn = TypeVar("Drawn", bound=tuple[Any, ...])


@dataclass(frozen=True)
class PhraseSettings:
    steps: int = 1500
    pairs: int = 128
    """Pairs of phrases in a step, half of which say the same."""
    rehearsed: int = 32
    """Pairs of texts of the corpus in a step."""
    learning_rate: float = 1e-4
    warm_up: int = 100
    averaging: float = 0.998
    courses: int = 2
    """Each with other draws."""
    share: float = 0.5
    """Of the way from the weights before to the mean of the courses'."""


def fit_phrases(
    model: PairNetwork,
    phrases: Phrases,
    corpus: PairCorpus,
    tokenizer: Tokenizer,
    settings: PhraseSettings,
    report: Callable[[str], None] = print,
) -> PairNetwork:
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    before = model.to(device).eval().requires_grad_(False)
    tokens, known = _tokens(phrases, tokenizer), _rehearsed(corpus)
    course = Course(settings.steps, math.inf, settings.learning_rate, settings.warm_up, settings.averaging)

    def taught(seed: int) -> PairNetwork:
        draw = np.random.default_rng(seed)
        learned = _batches(lambda: _phrase(phrases, tokens, draw), settings.pairs, draw)
        kept = _batches(lambda: _texts(corpus, known, draw), settings.rehearsed, draw)

        def losses(model: PairNetwork) -> Losses:
            return _phrase_losses(model, next(learned), device) | _kept_losses(model, before, next(kept), device)

        return course.follow(copy.deepcopy(before).requires_grad_(True), losses, report)

    found = copy.deepcopy(before)
    for seed in range(1, settings.courses + 1):
        ends = taught(seed).parameters()
        with torch.no_grad():
            for ours, start, end in zip(found.parameters(), before.parameters(), ends, strict=True):
                ours.add_(end - start, alpha=settings.share / settings.courses)
    return found


def _phrase(phrases: Phrases, tokens: dict[str, Tokens], draw: np.random.Generator) -> tuple[Tokens, Tokens, float]:
    """A pair, either way round, and how probably it says the same."""
    is_same = not phrases.other or draw.random() < 0.5
    pairs = phrases.same if is_same else phrases.other
    a, b = draw.permutation(pairs[draw.integers(len(pairs))])
    return tokens[a], tokens[b], _SAME if is_same else _OTHER


def _texts(corpus: PairCorpus, known: Ints, draw: np.random.Generator) -> tuple[Tokens, Tokens]:
    a, b = known[draw.integers(len(known))]
    return corpus.text(a), corpus.text(b)


def _phrase_losses(model: PairNetwork, drawn: Sequence[tuple[Tokens, Tokens, float]], device: torch.device) -> Losses:
    firsts, seconds, told = zip(*drawn, strict=True)
    pairs, labels = list(zip(firsts, seconds, strict=True)), torch.as_tensor(told, device=device)
    ours, theirs = (model.apart(torch.as_tensor(rows_of_texts(side), device=device)) for side in (firsts, seconds))
    table = ours @ theirs.T
    near = _STEEP * (table.diagonal() - _HALF)
    ids, types = (torch.as_tensor(rows, device=device) for rows in rows_of_pairs(pairs))
    losses = {
        "near": binary_cross_entropy_with_logits(near, labels),
        "same": binary_cross_entropy_with_logits(model.together(ids, types)[:, SAME], labels),
    }
    alike = (labels > 0.5).nonzero()[:, 0]
    if len(alike):
        losses["found"] = 0.2 * cross_entropy(20 * table[alike], alike)
    return losses


def _kept_losses(
    model: PairNetwork, before: PairNetwork, pairs: Sequence[tuple[Tokens, Tokens]], device: torch.device
) -> Losses:
    ids, types = (torch.as_tensor(rows, device=device) for rows in rows_of_pairs(pairs))
    texts = torch.as_tensor(rows_of_texts([first for first, _ in pairs]), device=device)
    with torch.no_grad():
        scores, vectors = before.together(ids, types), before.apart(texts)
    moved = 1 - (model.apart(texts) * vectors).sum(1)
    return {"vectors kept": 40 * moved.mean(), "scores kept": 0.6 * mse_loss(model.together(ids, types), scores)}


def _tokens(phrases: Phrases, tokenizer: Tokenizer) -> dict[str, Tokens]:
    texts = sorted({text for pair in phrases.same + phrases.other for text in pair})
    encoded = tokenizer.encode_batch_fast(texts, add_special_tokens=False)
    return {text: np.array(one.ids, dtype=np.uint16) for text, one in zip(texts, encoded, strict=True)}


def _rehearsed(corpus: PairCorpus) -> Ints:
    """[n, 2]: pairs that say the same, that look alike, that answer, that might, and that stand near each other."""
    draw = np.random.default_rng(1)
    beside = corpus.pool[:, 0]
    places = np.clip(np.arange(len(beside)) + draw.integers(1, 7, len(beside)), 0, len(beside) - 1)
    asked = corpus.asked
    might = np.column_stack([asked[:, 0], np.roll(asked[:, 1], 5)])  # a sentence that answers another question nearby
    kinds = [corpus.same, np.concatenate([corpus.judged, corpus.made]), asked, might]
    parts = [rows[:, :2] for rows in kinds] + [np.column_stack([beside, beside[places]])]
    lengths = np.diff(corpus.starts)
    short = [rows[lengths[rows].sum(1) <= _LONGEST] for rows in parts]
    most = max(map(len, short))
    return np.concatenate([rows[draw.integers(0, len(rows), most)] for rows in short if len(rows)])


def _batches(drawn: Callable[[], Drawn], size: int, draw: np.random.Generator) -> Iterator[list[Drawn]]:
    """What is drawn, those of like length together so that little is padding."""
    while True:
        some = sorted((drawn() for _ in range(size * _MIXED)), key=lambda one: len(one[0]) + len(one[1]))
        for i in draw.permutation(_MIXED):
            yield some[i * size : (i + 1) * size]
