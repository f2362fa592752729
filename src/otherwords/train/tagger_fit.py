"""The tagger in PyTorch: fitted on tagged sentences, then written down in whole numbers.

Every round reads all sentences in a new order. Some lose their beginning, so that common words start sentences, too;
some are put into lower case, capitals or the case of headlines. Rare words are now and then hidden, so that the
tagger learns what it can tell of words that it has never seen. The corpus's own, finer tags are learned beside ours,
for what they say of the words, and left behind.
"""

import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from otherwords.mine.tagger import AROUND, PLACES, SHARE_LIMIT, TaggerWeights
from otherwords.mine.tagger_features import UNKNOWN, beyond, features, rows
from otherwords.mine.tags import ALL
from otherwords.train.masc import TaggedSentence

_NO_TAG = -1
"""What str.find says of a tag that is none of ours."""
_WHOLE = 4
"""A sentence that lost its beginning has at least so many words."""


def _capitalised(word: str) -> str:
    return word[:1].upper() + word[1:]  # str.capitalize would put the rest into lower case


_RECASED = (str.lower, str.upper, _capitalised)


@dataclass(frozen=True)
class Settings:
    rounds: int = 8
    batch: int = 2048
    """Words a step."""
    learning_rate: float = 4e-3
    width: int = 32
    hidden: int = 64
    dropout: float = 0.2
    fewest: int = 2
    """A word must occur so often to have a row of its own."""
    cut: float = 0.2
    """The share of sentences that lose their beginning."""
    recased: float = 0.15
    """The share of sentences that are put into another case."""
    hidden_words: float = 0.5
    """A word that occurs n times is hidden with the probability h / (h + n)."""
    finer: float = 0.5
    """How much the finer tags count."""
    seed: int = 4


class Network(nn.Module):
    def __init__(self, vocabulary: int, finer: int, settings: Settings) -> None:
        super().__init__()
        self.table = nn.EmbeddingBag(rows(vocabulary), settings.width, mode="sum")
        nn.init.normal_(self.table.weight, std=0.1)
        self.places = nn.Linear(PLACES * settings.width, settings.hidden)
        self.tags = nn.Linear(settings.hidden, len(ALL))
        self.finer = nn.Linear(settings.hidden, finer)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, found: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of all words but the first and the last two."""
        meaning = self.dropout(self.table(found))
        length = len(found) - 2 * AROUND
        window = torch.cat([meaning[place : place + length] for place in range(PLACES)], dim=1)
        hidden = self.dropout(torch.relu(self.places(window)))
        return self.tags(hidden), self.finer(hidden)


def fit(sentences: list[TaggedSentence], settings: Settings, report: Callable[[str], None]) -> TaggerWeights:
    torch.manual_seed(settings.seed)
    text = _Text(sentences, settings)
    network = Network(len(text.words), len(text.finer), settings)
    optimizer = torch.optim.AdamW(network.parameters(), lr=settings.learning_rate)
    for number in range(settings.rounds):
        batches = text.batches()
        total = 0.0
        for step, (found, tags, finer_tags) in enumerate(batches):
            for group in optimizer.param_groups:
                group["lr"] = settings.learning_rate * _pace((number + step / len(batches)) / settings.rounds)
            scores, finer_scores = network(found)
            loss = _loss(scores, tags) + settings.finer * _loss(finer_scores, finer_tags)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            total += loss.item()
        report(f"round {number + 1} of {settings.rounds}: loss {total / len(batches):.4f}")
    return _in_whole_numbers(network, text)


def _pace(done: float) -> float:
    """How much of the learning rate there is: it rises for a tenth of the time, then falls along a cosine."""
    return done * 10 if done < 0.1 else (1 + math.cos(math.pi * (done - 0.1) / 0.9)) / 2


def _loss(scores: Tensor, tags: Tensor) -> Tensor:
    return functional.cross_entropy(scores, tags, ignore_index=_NO_TAG, reduction="sum") / len(tags)


class _Text:
    """The sentences, and what the network is to see of each word in them."""

    def __init__(self, sentences: list[TaggedSentence], settings: Settings) -> None:
        self._sentences, self._settings = list(sentences), settings
        self._random = random.Random(settings.seed)
        self._counts = Counter(token.lower() for sentence in sentences for token in sentence.tokens)
        self.words = sorted(word for word, count in self._counts.items() if count >= settings.fewest)
        self.finer = sorted({tag for sentence in sentences for tag in sentence.penn})
        self._vocabulary = {word: number for number, word in enumerate(self.words, 1)}
        self._finer = {tag: number for number, tag in enumerate(self.finer)}
        self._numbers: dict[str, int] = {}
        self._features = [beyond(len(self.words))]
        self._hidden = [0.0]

    def features(self) -> NDArray[np.int64]:
        """Those of every word that was met."""
        return np.array(self._features)

    def batches(self) -> list[tuple[Tensor, Tensor, Tensor]]:
        """All sentences in a new order: features with those of the neighbours, tags and finer tags."""
        self._random.shuffle(self._sentences)
        words, tags, finer = [0] * AROUND, [_NO_TAG] * AROUND, [_NO_TAG] * AROUND
        for sentence in self._sentences:
            start = self._start(len(sentence.tokens))
            words += [self._number(token) for token in self._varied(sentence.tokens[start:], start > 0)]
            tags += [ALL.find(tag) for tag in sentence.tags[start:]]
            finer += [self._finer[tag] for tag in sentence.penn[start:]]
            for numbers, nothing in ((words, 0), (tags, _NO_TAG), (finer, _NO_TAG)):
                numbers += [nothing] * AROUND
        found = torch.tensor(self._features)[words]
        found[torch.rand(len(words)) < torch.tensor(self._hidden)[words], 0] = UNKNOWN
        size = self._settings.batch
        starts = range(0, len(words) - 2 * AROUND, size)
        return list(
            zip(
                (found[start : start + size + 2 * AROUND] for start in starts),
                torch.tensor(tags[AROUND:-AROUND]).split(size),  # type: ignore[no-untyped-call]
                torch.tensor(finer[AROUND:-AROUND]).split(size),  # type: ignore[no-untyped-call]
                strict=True,
            )
        )

    def _start(self, length: int) -> int:
        if length > _WHOLE and self._random.random() < self._settings.cut:
            return self._random.randrange(1, length - _WHOLE + 1)
        return 0

    def _varied(self, tokens: list[str], has_new_start: bool) -> list[str]:
        if self._random.random() < self._settings.recased:
            return list(map(self._random.choice(_RECASED), tokens))
        return [_capitalised(tokens[0]), *tokens[1:]] if has_new_start else tokens

    def _number(self, token: str) -> int:
        if token not in self._numbers:
            self._numbers[token] = len(self._features)
            self._features.append(features(token, self._vocabulary))
            settings = self._settings
            self._hidden.append(settings.hidden_words / (settings.hidden_words + self._counts[token.lower()]))
        return self._numbers[token]


def _in_whole_numbers(network: Network, text: _Text) -> TaggerWeights:
    table, table_unit = _rounded(network.table.weight, 127)
    width, hidden = table.shape[1], network.places.out_features
    places, places_unit = _rounded(network.places.weight.reshape(hidden, PLACES, width).transpose(0, 1), 127)
    unit = table_unit * places_unit
    meaning = table[text.features()].sum(axis=1)
    largest = max(float(np.abs(meaning @ matrix.T).max()) for matrix in places)
    shift = max(0, math.ceil(math.log2(largest / SHARE_LIMIT)))
    tags, tags_unit = _rounded(network.tags.weight, 32767)
    return TaggerWeights(
        words=np.frombuffer("\n".join(text.words).encode(), np.uint8),
        table=table.astype(np.int8),
        places=places.astype(np.int8),
        bias=np.rint(network.places.bias.detach().numpy() / unit).astype(np.int32),
        shift=np.array(shift, np.int32),
        tags=tags.astype(np.int16),
        tags_bias=np.rint(network.tags.bias.detach().numpy() / (unit * 2**shift * tags_unit)).astype(np.int64),
    )


def _rounded(weights: Tensor, largest: int) -> tuple[NDArray[np.float64], float]:
    """Whole numbers up to the largest, and what one of them stands for."""
    numbers = weights.detach().double().numpy()
    unit = float(np.abs(numbers).max()) / largest
    return np.rint(numbers / unit), unit
