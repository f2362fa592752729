"""Phrases in text: a few words out of one wording of a sentence, and where the other wording says them.

Whole sentences teach a reader nothing about a part of one. But where two wordings agree here and there, what stands
between two places of agreement says the same: *borrowed free of charge*, *borrowed at no cost*. And there are lists of
phrases that say the same, or the opposite, of which a sentence holds one.
"""

from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from otherwords.encoder.tokens import PieceTokenizer
from otherwords.text import OtherwordsError
from otherwords.train.corpus import Corpus, Source
from otherwords.train.listed import Listed
from otherwords.train.windows import Example, Examples, Ids, Ints, Vocabulary

NULL_SHARE = 0.3
LONGEST_PHRASE = 16
"""Tokens, on either side."""
_WHOLE_SHARE = 0.15
"""Of short sentences, that are asked for whole: people leave the full stop out, and then they look like phrases. In
another language all are, for where words are not the same, what part says which is not known."""
_LISTED_SHARE = 0.3
"""Of the examples in the language of the lists."""
_LONGEST_SENTENCE = 120
_ALIKE = 0.4
"""Wordings that agree in less are not parallel, part by part."""
_AGREED = 10
"""Places of agreement that a phrase may run over, at most."""
_ROOMS = ((20, 64), (64, 160), (160, 256))
"""Tokens of a window, from and to; short ones are cheap, and teach as much."""
_ROOM_SHARES = (0.7, 0.25, 0.05)
_PATIENCE = 100_000
"""Texts in a row that give no phrase."""
_NO_PHRASES = "no two wordings of the recipe's sources differ in a phrase; leave [phrases_in_text] out"

Stretch = tuple[int, int, int, int]
"""``a[i:j]`` says what ``b[k:m]`` says."""


class PhraseExamples(Examples):
    """An endless, seeded stream of phrases, each with a window that says it differently, or does not say it."""

    def __init__(self, corpus: Corpus, vocabulary: Vocabulary, seed: int, listed: Listed | None = None) -> None:
        super().__init__(corpus, vocabulary, seed)
        chosen = [i for i, source in enumerate(self._taught) if _has_wordings(source)]
        if not chosen:
            raise OtherwordsError(_NO_PHRASES)
        self._taught = [self._taught[i] for i in chosen]
        self._shares = self._shares[chosen] / self._shares[chosen].sum()
        self._listed = listed

    def phrases(self) -> Iterator[Example]:
        missed = 0
        while missed < _PATIENCE:
            missed += 1
            source = self._taught[self.random.choice(len(self._taught), p=self._shares)]
            listed = self._listed
            if listed and source.languages[0] == listed.language and self.random.random() < _LISTED_SHARE:
                example = self._from_list(source, listed)
            else:
                example = self._from_wordings(source)
            if example is not None:
                missed = 0
                yield example
        raise OtherwordsError(_NO_PHRASES)

    def _from_wordings(self, source: Source) -> Example | None:
        random = self.random
        segment, side = self._drawn(source)
        asked, told = (self.corpus.text(int(source.segments[segment, i])) for i in (1 - side, side))
        if max(len(asked), len(told)) > _LONGEST_SENTENCE:
            return None
        is_short, is_translated = max(len(asked), len(told)) <= LONGEST_PHRASE, len(set(source.languages)) > 1
        stretches: list[Stretch] = []
        if is_short and (is_translated or random.random() < _WHOLE_SHARE):
            stretches = [(0, _without_mark(asked, len(asked), self.vocabulary), 0, len(told))]
        elif not is_translated:
            stretches = list(rewordings(asked, told, self.vocabulary))
        stretches = [(i, j, k, m) for i, j, k, m in stretches if i < j and k < m]  # of mere punctuation nothing is left
        if not stretches:
            return None
        own = np.array([_own_share(asked[i:j], told[k:m]) for i, j, k, m in stretches])
        i, j, k, m = stretches[int(random.choice(len(stretches), p=own / own.sum()))]
        return self._window(source, segment, side, asked[i:j], (k, m), told[k:m])

    def _from_list(self, source: Source, listed: Listed) -> Example | None:
        """A phrase of a sentence, asked for by another that says the same; or by one that does not, for which the
        sentence then is no answer."""
        segment, side = self._drawn(source)
        told = self.corpus.text(int(source.segments[segment, side]))
        if len(told) > _LONGEST_SENTENCE or (place := listed.place_in(told, self.vocabulary)) is None:
            return None
        (k, m), phrase = place
        query, is_same = phrase.partner(self.random)
        unwanted = [query, *listed.same_as(query)]
        if _holds(told[:k], *unwanted) or _holds(told[m:], *unwanted) or (not is_same and _holds(told[k:m], *unwanted)):
            return None
        return self._window(source, segment, side, query, (k, m) if is_same else None, *unwanted)

    def _drawn(self, source: Source) -> tuple[int, int]:
        return int(self.random.integers(len(source.segments))), int(self.random.integers(2))

    def _window(
        self, source: Source, segment: int, side: int, query: Ids, place: tuple[int, int] | None, *unwanted: Ids
    ) -> Example | None:
        """A sentence among others that do not say the query; without a place, it does not say it either."""
        random = self.random
        least, most = _ROOMS[random.choice(len(_ROOMS), p=_ROOM_SHARES)]
        room = int(random.integers(least, most + 1))
        told = self.corpus.text(int(source.segments[segment, side]))
        around = [text for text in self._around(source, segment, side) if not _holds(text, query, *unwanted)]
        middle = int(random.integers(len(around) + 1))
        breaks = float(random.choice([0.0, 0.3, 1.0], p=[0.5, 0.2, 0.3]))
        before = self._lined([*around[:middle], told[:0]], breaks, wraps=False, glued=False)
        after = self._lined([told[:0], *around[middle:]], breaks, wraps=False, glued=False)
        is_null = place is None
        if place is None:
            place = (0, len(told))
        elif random.random() < NULL_SHARE:
            is_null, place, told = True, (0, 0), told[:0]
            if len(before) and len(after) and before[-1] == after[0] == self.vocabulary.line_break:
                after = after[1:]  # a gap would tell
        k, m = place
        before, after = np.concatenate([before, told[:k]]), np.concatenate([told[m:], after])
        least, most = max(0, room - (m - k) - len(after)), min(len(before), room - (m - k))
        if most < 0:
            return None
        lead = int(random.integers(min(least, most), most + 1))
        window = np.concatenate([before[len(before) - lead :], told[k:m], after])[:room]
        if is_null:
            return Example(query, window, -1, -1) if len(window) else None
        return Example(query, window, lead, lead + m - k)

    def _around(self, source: Source, segment: int, side: int) -> list[Ids]:
        """Sentences that stand before and after it, or others of its kind, some of which share a word with it."""
        if source.ordered:
            document = int(np.searchsorted(source.starts, segment, side="right")) - 1
            first, end = int(source.starts[document]), int(source.starts[document + 1])
            near = [i for i in range(max(first, segment - 4), min(end, segment + 5)) if i != segment]
            texts: Ints = source.segments[near, side]
        else:
            texts = self._others(source, side, np.array([segment]))[: int(self.random.integers(1, 17))]
        return [self.corpus.text(text) for text in texts.tolist()]


def _has_wordings(source: Source) -> bool:
    """A question and its answer are none."""
    return source.kind != "questions" and source.segments.shape[1] > 1


def rewordings(asked: NDArray[Any], told: NDArray[Any], vocabulary: Vocabulary) -> Iterator[Stretch]:
    """Phrases of the one, and what stands in their place in the other, with a word of its own on either side."""
    matcher = SequenceMatcher(None, asked.tolist(), told.tolist(), autojunk=False)
    if matcher.ratio() < _ALIKE:
        return
    blocks = matcher.get_matching_blocks()  # the last is empty, and stands where both end
    agreed = [(block.a + n, block.b + n) for block in blocks for n in range(block.size + 1)]
    places = sorted({(0, 0), *agreed})
    for at, (i, k) in enumerate(places):
        if not (_begins(asked, i, vocabulary) and _begins(told, k, vocabulary)):
            continue
        for j, m in places[at + 1 : at + 1 + _AGREED]:
            j, m = _without_mark(asked, j, vocabulary), _without_mark(told, m, vocabulary)
            if not (_ends(asked, j, vocabulary) and _ends(told, m, vocabulary)):
                continue
            if not (0 < j - i <= LONGEST_PHRASE and 0 < m - k <= LONGEST_PHRASE and 0.4 <= (j - i) / (m - k) <= 2.5):
                continue
            if _says_more(asked[i:j], told[k:m], vocabulary) and _says_more(told[k:m], asked[i:j], vocabulary):
                yield i, j, k, m


def _says_more(ours: NDArray[Any], theirs: NDArray[Any], vocabulary: Vocabulary) -> bool:
    """Whether it has a word of its own. Nobody looks for words of grammar alone, which stand everywhere."""
    return bool(vocabulary.tells[np.setdiff1d(ours, theirs)].any())


def _own_share(ours: Ids, theirs: Ids) -> float:
    """How much of two phrases the other does not have: shared words tell where a phrase begins and ends."""
    mine, other = set(ours.tolist()), set(theirs.tolist())
    shared = len(mine & other)
    return (1.05 - shared / len(mine) / 2 - shared / len(other) / 2) ** 2


def _begins(text: NDArray[Any], at: int, vocabulary: Vocabulary) -> bool:
    return at < len(text) and bool(vocabulary.starts_word[text[at]])


def _ends(text: NDArray[Any], at: int, vocabulary: Vocabulary) -> bool:
    return at == len(text) or bool(vocabulary.starts_word[text[at]] or vocabulary.ends_clause[text[at]])


def _without_mark(text: NDArray[Any], end: int, vocabulary: Vocabulary) -> int:
    while end > 0 and vocabulary.ends_clause[text[end - 1]]:
        end -= 1
    return end


def _holds(text: Ids, *phrases: Ids) -> bool:
    raw = text.tobytes()
    return any(_at_a_token(raw, phrase.tobytes()) for phrase in phrases)


def _at_a_token(raw: bytes, phrase: bytes) -> bool:
    at = raw.find(phrase)
    while at > 0 and at % 2:  # two bytes a token
        at = raw.find(phrase, at + 1)
    return at >= 0


def rewordings_of(tokenizer: Path) -> Callable[[str, str], Iterator[Stretch]]:
    """The same for texts, in characters."""
    pieces = PieceTokenizer(tokenizer)
    vocabulary = Vocabulary.of(Tokenizer.from_file(str(tokenizer)).get_vocab())

    def found(asked: str, told: str) -> Iterator[Stretch]:
        ours, theirs = pieces.tokens(asked), pieces.tokens(told)
        for i, j, k, m in rewordings(ours.ids, theirs.ids, vocabulary):
            yield int(ours.starts[i]), int(ours.ends[j - 1]), int(theirs.starts[k]), int(theirs.ends[m - 1])

    return found
