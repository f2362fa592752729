"""Phrases kept aside: a few words out of a sentence, put to texts of many lengths, with its other wording and without.

What surrounds the sentence is the same in both, so nothing but the sentence tells them apart. Half of the surroundings
are of the sentence's own kind, where others are like it; half are of any kind in its language, as a phrase may be
looked for anywhere.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from otherwords.evaluate.spans import SpanExample
from otherwords.find.copies import occurrences
from otherwords.find.ngrams import letters_alike
from otherwords.find.ways import is_phrase
from otherwords.train.corpus import LOOSE_KINDS, HeldOut
from otherwords.train.sources import Texts

Rewordings = Callable[[str, str], Iterable[tuple[int, int, int, int]]]
"""Of two wordings the phrases that say the same: ``a[i:j]``, ``b[k:m]``."""

PARALLEL_KINDS = ("versions", "paragraphs", "groups", "pairs", "pivots")
"""Two wordings that agree in much."""
_WORDS = (100, 300, 1_000, 3_000, 10_000, 30_000)
"""Words of the surroundings, about, in turn."""
_LONGEST_SENTENCE = 80
"""Words."""


@dataclass(frozen=True)
class _Asked:
    query: str
    sentence: str
    """That says it in other words."""
    start: int
    end: int
    """Where in the sentence."""

    @property
    def said(self) -> str:
        return self.sentence[self.start : self.end]


def phrase_examples(
    sources: list[HeldOut], rewordings: Rewordings, seed: int = 1, per_source: int = 80
) -> Iterator[SpanExample]:
    """Two of each phrase, the text that says it and then the one that does not. No sentence is asked twice."""
    rng = random.Random(seed)
    for source in sources:
        if source.kind not in PARALLEL_KINDS:
            continue
        segments = [(key, segment) for key, document in source.documents for segment in document]
        rng.shuffle(segments)
        others = [one for one in sources if one.languages == source.languages and one.documents]
        number = 0
        for key, segment in segments:
            if number == per_source:
                break
            asked = _phrase(segment, rewordings, rng)
            if asked is None:
                continue
            size = _WORDS[number % len(_WORDS)]
            first = source if rng.random() < 0.5 else rng.choice(others)
            around = _surroundings(first, rng.sample(others, len(others)), key, size, rng)
            gap = rng.choice(["\n", " "])
            at = rng.randrange(len(around) + 1)
            without, text = gap.join(around), gap.join([*around[:at], asked.sentence, *around[at:]])
            if _says(text, asked.query) or _says(without, asked.said):
                continue
            name = f"phrases/{source.name}:{size}:{number}"
            start = len(gap.join([*around[:at], ""]))
            yield SpanExample(f"{name}:said", asked.query, text, start + asked.start, start + asked.end)
            yield SpanExample(f"{name}:not", asked.query, without, None, None)
            number += 1


def _phrase(segment: tuple[str, ...], rewordings: Rewordings, rng: random.Random) -> _Asked | None:
    """Those that are written differently are drawn most often: what shares its words is easily found."""
    side = rng.randrange(2)
    asked, sentence = segment[1 - side], segment[side]
    if len(sentence.split()) > _LONGEST_SENTENCE:
        return None
    found = [one for one in rewordings(asked, sentence) if _is_asked(asked[one[0] : one[1]])]
    if not found:
        return None
    apart = [(1.05 - letters_alike(asked[i:j], sentence[k:m])) ** 3 for i, j, k, m in found]
    i, j, k, m = rng.choices(found, apart)[0]
    return _Asked(asked[i:j], sentence, k, m)


def _is_asked(phrase: str) -> bool:
    """Nobody asks for the end of one clause and the beginning of another."""
    return is_phrase(phrase) and all(letter.isalnum() or letter in " '’-" for letter in phrase)


def _surroundings(first: HeldOut, others: list[HeldOut], key: str, size: int, rng: random.Random) -> list[str]:
    """Sentences of a source, and where it has too few of others, without versions of one another."""
    texts: list[str] = []
    keys, count = {key}, 0
    for source in (first, *(one for one in others if one is not first)):
        side = rng.randrange(2)
        for own_key, document in _from_anywhere(source, rng):
            if own_key in keys:
                continue
            keys.add(own_key)
            for segment in document:
                if count >= size:
                    return texts
                texts.append(segment[min(side, len(segment) - 1)] or segment[-1])
                count += len(texts[-1].split())
    return texts


def _from_anywhere(source: HeldOut, rng: random.Random) -> list[tuple[str, Texts]]:
    documents = list(source.documents)
    if source.kind in LOOSE_KINDS:
        rng.shuffle(documents)
    start = rng.randrange(len(documents))
    return [*documents[start:], *documents[:start]]


def _says(text: str, phrase: str) -> bool:
    return any(True for _ in occurrences(phrase, text))
