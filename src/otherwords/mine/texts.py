"""From keys back to texts: the sentences say what candidates and anchors are."""

from collections.abc import Iterator, Sequence

from otherwords.mine.fragments import Keys, candidate_text, context
from otherwords.mine.rows import unpack
from otherwords.mine.settings import Settings


def texts_at(
    places: Keys, is_anchor: Sequence[bool], words: Sequence[str], tags: Sequence[str], settings: Settings
) -> Iterator[str]:
    """The text at each place of one shard, whose sentences are given: the candidate's, or its anchor's."""
    _, sentences, first, length = (part.tolist() for part in unpack(places))
    for wants_anchor, sentence, start, number in zip(is_anchor, sentences, first, length, strict=True):
        if wants_anchor:
            yield context(words[sentence], tags[sentence], start, number, settings)
        else:
            yield candidate_text(words[sentence], start, number)
