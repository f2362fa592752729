"""Every screen against the same thing written straightforwardly, with blocks of odd sizes."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from tiny_models import ANY_TEXT, WORDS, bert_tokenizer

from otherwords.find import ngrams
from otherwords.find.bags import BagScreen, WordVectors
from otherwords.find.ngrams import NgramScreen, background, letters_alike
from otherwords.find.places import best_places
from otherwords.find.screen import Language, Screen
from otherwords.find.units import units
from otherwords.find.vectors import SpanVectors, _running_max
from otherwords.text import words

TEXTS = [
    "The boat was late. The dog sat, and nobody minded!\nA king said so.",
    "Öinen sade ei haitannut ketään. ЛЕС шумит; 日本語の文。次の文。\n\n  Ääni kuului—kaukaa. ...",
    " ".join(WORDS * 30) + ". A dog. " + "x" * 900 + ". Cat",
    "one",
]


def fold(character: str) -> str:
    if ord(character) >= 0x2000:
        return character
    lower = character.lower() if character.isalnum() else " "
    return lower if len(lower) == 1 else character


def bucket(gram: str) -> int:
    hashed = 0
    for character in gram:
        hashed = (hashed + ord(character)) * 2654435761 % 2**32
    return hashed >> 14


def grams(text: str, start: int, end: int) -> list[int]:
    folded = "".join(map(fold, text)) + "     "
    return [bucket(folded[i : i + size]) for i in range(start, end) for size in (3, 4, 5)]


def ngram_scores(text: str, query: str, shares: np.ndarray | None) -> list[float]:
    starts, ends = units(text)
    counts = Counter(grams(text, int(starts[0]), int(ends[-1])))
    total = sum(counts.values()) / 3
    if shares is not None:
        total += float(shares.sum(dtype=np.float64)) * 200_000 / 3

    def rarity(gram: int) -> float:
        seen = counts[gram] + (float(shares[gram]) * 200_000 if shares is not None else 0)
        return math.log1p(total / (1 + seen))

    asked = {
        gram: min(2, times) * rarity(gram) for gram, times in Counter(grams(f" {query} ", 0, len(query) + 2)).items()
    }
    norm = math.sqrt(sum(weight**2 for weight in asked.values()))
    scores = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        here = grams(text, start, end)
        own = math.sqrt(sum(rarity(gram) ** 2 for gram in here))
        scores.append(sum(asked.get(gram, 0) * rarity(gram) for gram in here) / own / norm)
    return scores


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("shares", [None, background(["the dog and the king"])])
def test_ngrams(text: str, shares: np.ndarray | None):
    for query in ("the dog sat", "Yöllinen sade", "文", "?"):
        got = NgramScreen(text, *units(text), shares).scores(query)
        assert np.allclose(got, ngram_scores(text, query, shares), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("block", [1, 7, 50, 401, 1000])
@pytest.mark.parametrize("text", TEXTS)
def test_ngrams_do_not_depend_on_blocks(text: str, block: int, monkeypatch: pytest.MonkeyPatch):
    whole = NgramScreen(text, *units(text)).scores("the dog sat in the rain")
    monkeypatch.setattr(ngrams, "_BLOCK", block)
    assert np.array_equal(NgramScreen(text, *units(text)).scores("the dog sat in the rain"), whole)


def test_background_is_a_share_of_the_characters():
    shares = background(["abc", "abcd"])
    assert shares.sum() == pytest.approx(3)
    assert shares[bucket("abc")] == pytest.approx(2 / 7)
    assert background([]).sum() == 0


def test_letters_alike():
    asked = "Полиция закрыла мост после аварии."
    assert letters_alike(asked, asked) == pytest.approx(1)
    near = letters_alike(asked, "После аварии полиция закрыла старый мост.")
    assert 0.5 < near < 1
    assert letters_alike(asked, "Моя сестра пьёт кофе без сахара.") < 0.2
    assert letters_alike(asked, "The police closed the bridge.") < 0.2


@given(ANY_TEXT, ANY_TEXT)
def test_letters_are_as_alike_either_way(one: str, other: str):
    assert 0 <= letters_alike(one, other) <= 1 + 1e-9
    assert letters_alike(one, other) == pytest.approx(letters_alike(other, one))


def tokenize(texts: list[str]) -> list[list[int]]:
    return [encoding.ids for encoding in bert_tokenizer().encode_batch(texts, add_special_tokens=False)]


@pytest.fixture(scope="module")
def vectors() -> WordVectors:
    random = np.random.default_rng(5)
    size = bert_tokenizer().get_vocab_size()
    table = random.integers(-127, 128, (size, 12)).astype(np.int8)
    return WordVectors(table, random.uniform(0.001, 0.02, size).astype(np.float32), tokenize)


def bag(vectors: WordVectors, text: str) -> np.ndarray:
    total = np.zeros(12)
    for start, end in words(text):
        for token in tokenize([text[start:end].lower()])[0]:
            total += vectors._table[token].astype(float) * float(vectors._scales[token])
    return total / max(1e-6, np.linalg.norm(total))


@pytest.mark.parametrize("block", [1, 3, 17, 50_000])
@pytest.mark.parametrize("text", TEXTS)
def test_bags(vectors: WordVectors, text: str, block: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("otherwords.find.bags._BLOCK", block)
    starts, ends = units(text)
    screen = BagScreen(text, starts, vectors)
    for query in ("the dog sat", "Sade, kuningas", "日本"):
        pieces = [text[start:end] for start, end in zip(starts, ends, strict=True)]
        # A word is its first letter's: one that was cut in two counts where it starts.
        if "x" * 401 not in text:
            expected = [bag(vectors, piece) @ bag(vectors, query) for piece in pieces]
            assert np.allclose(screen.scores(query), expected, atol=1e-4)
        assert np.isfinite(screen.scores(query)).all()


@pytest.mark.parametrize("block", [1, 3, 17, 50_000])
@pytest.mark.parametrize("text", TEXTS)
def test_bags_inside_of_units(vectors: WordVectors, text: str, block: int, monkeypatch: pytest.MonkeyPatch):
    """The best run of words of a unit, tried one by one."""
    monkeypatch.setattr("otherwords.find.bags._BLOCK", block)
    starts, _ = units(text)
    screen = BagScreen(text, starts, vectors)
    said: list[list[str]] = [[] for _ in starts]
    for start, end in words(text):
        said[int(np.searchsorted(starts, start, side="right")) - 1].append(text[start:end])
    for query in ("dog", "the dog sat", "Sade, kuningas", "日本"):
        longest = len(list(words(query))) + 2
        runs = [
            [" ".join(unit[i : i + size]) for size in range(1, longest + 1) for i in range(len(unit) - size + 1)]
            for unit in said
        ]
        expected = [max([0.0, *(bag(vectors, run) @ bag(vectors, query) for run in unit)]) for unit in runs]
        assert np.allclose(screen.inside(query), expected, atol=1e-4)


def test_bags_of_nothing(vectors: WordVectors):
    screen = BagScreen("... !", units("... !")[0], vectors)
    assert screen.scores("dog").tolist() == [0.0] * len(units("... !")[0])
    assert BagScreen("A dog.", units("A dog.")[0], vectors).scores("?!").tolist() == [0.0]
    assert screen.inside("dog").tolist() == [0.0] * len(units("... !")[0])
    assert BagScreen("A dog.", units("A dog.")[0], vectors).inside("?!").tolist() == [0.0]
    assert vectors.of([]).shape == (0, 12)
    assert vectors.of(["", "dog"])[0].tolist() == [0.0] * 12


@given(ANY_TEXT)
@settings(deadline=None, max_examples=150)
def test_units_hold_every_character_and_stay_small(text: str):
    starts, ends = units(text * 12)
    assert (starts < ends).all()
    assert (ends[:-1] <= starts[1:]).all()
    assert (ends - starts <= 400).all()
    inside = "".join((text * 12)[start:end] for start, end in zip(starts, ends, strict=True))
    assert "".join(inside.split()) == "".join((text * 12).split())


def test_best_places():
    random = np.random.default_rng(1)
    for _ in range(100):
        count = int(random.integers(1, 400))
        gaps = random.integers(0, 5, count)
        sizes = random.integers(1, 80, count)
        starts = np.cumsum(gaps + sizes) - sizes
        ends = starts + sizes
        scores = random.integers(0, 9, count).astype(np.float32)  # many ties
        width, wanted = int(random.integers(4, 300)), int(random.integers(1, 9))
        expected: list[tuple[int, int, int]] = []
        centres: list[int] = []
        for unit in sorted(range(count), key=lambda i: (-scores[i], i))[: 12 * wanted]:
            centre = int(starts[unit] + ends[unit]) // 2
            if len(expected) < wanted and all(abs(centre - other) >= width // 4 for other in centres):
                centres.append(centre)
                left, right = min(starts[unit], centre - width // 2), max(ends[unit], centre + width // 2)
                inside = [i for i in range(count) if i == unit or (ends[i] > left and starts[i] < right)]
                expected.append((int(starts[inside[0]]), int(ends[inside[-1]]), unit))
        places = best_places(scores, starts, ends, wanted, width)
        assert [(place.start, place.end, place.unit) for place in places] == expected


def test_best_places_of_nothing():
    nothing = np.zeros(0, dtype=np.int64)
    assert best_places(np.zeros(0, dtype=np.float32), nothing, nothing, 3, 100) == []


@pytest.mark.parametrize("length", [0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 300])
@pytest.mark.parametrize("width", [1, 2, 3, 64, 128])
def test_running_max(length: int, width: int):
    values = np.random.default_rng(length).standard_normal(length).astype(np.float32)
    assert _running_max(values, width).tolist() == [max(values[i : i + width].tolist()) for i in range(length)]


@pytest.mark.parametrize("at_once", [1, 7, 1 << 16])
def test_span_vectors_score_the_best_span_that_starts_in_a_unit(at_once: int, monkeypatch: pytest.MonkeyPatch):
    from otherwords.encoder import Tokens

    monkeypatch.setattr("otherwords.find.vectors._AT_ONCE", at_once)
    monkeypatch.setattr("otherwords.find.vectors._LONGEST_SPAN", 5)
    random = np.random.default_rng(2)
    places = np.arange(0, 60, 3, dtype=np.int32)
    table = random.integers(-127, 128, (20, 8)).astype(np.int8)
    scales = random.uniform(0.01, 0.1, 20).astype(np.float32)
    query = random.standard_normal(8).astype(np.float32)
    starts = np.array([0, 10, 50, 57, 58])
    got = SpanVectors(Tokens(places, places, places + 2), table, scales).scores(query, starts)
    real = table * scales[:, None]
    first, last = real[:, :4] @ query[:4], real[:, 4:] @ query[4:]
    expected = [-np.inf] * 5
    for i, place in enumerate(places):
        unit = max(u for u in range(5) if starts[u] <= place)
        expected[unit] = max(expected[unit], *(first[i] + last[j] for j in range(i, min(20, i + 5))))
    assert expected[4] == -np.inf  # no token starts there: as bad as the worst, and no worse
    assert np.allclose(got[:4], expected[:4], atol=1e-4)
    assert got[4] <= min(got[:4])
    assert np.isfinite(got).all()


def test_a_screen_without_a_language_still_screens():
    text = "The boat was late. A dog sat on the mat. Nobody knew the king."
    screen = Screen(text, Language())
    (best,) = screen.places("a dog on a mat", None, 1, 10)
    assert "dog" in text[best.place.start : best.place.end]
    assert best.warm is None
    assert Screen("", Language()).places("dog", None, 3, 100) == []
