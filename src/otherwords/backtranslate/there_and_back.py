"""Texts translated to the pivot language and back; one that cannot be translated stops no other."""

from collections.abc import Sequence

from otherwords.text import OtherwordsError
from otherwords.translate import Translator

BEAM = 6
LENGTH_PENALTY = 0.6
"""The paper's, both."""


class ThereAndBack:
    def __init__(self, there: Translator, back: Translator) -> None:
        self._there, self._back = there, back
        for translator in (there, back):  # one that is broken should say so now, and not of every document
            _best(translator, ["1"])

    def __call__(self, texts: Sequence[str]) -> list[str | OtherwordsError]:
        """What came back of each, or why nothing did."""
        # A sentence may run across lines, of which translators know nothing.
        return _whole(self._back, _whole(self._there, [_in_one_line(text) for text in texts]))


def _whole(translator: Translator, texts: Sequence[str | OtherwordsError]) -> list[str | OtherwordsError]:
    """Errors and blanks stay what they are: of nothing, a translator may well make something."""
    todo = [text for text in texts if isinstance(text, str) and text]
    done = iter(_each(translator, todo))
    return [next(done) if isinstance(text, str) and text else text for text in texts]


def _each(translator: Translator, texts: list[str]) -> list[str | OtherwordsError]:
    """All at once; when that fails in halves, until the text that is to blame stands alone."""
    try:
        return list(_best(translator, texts))
    except OtherwordsError as error:
        if len(texts) == 1:
            return [error]
    middle = len(texts) // 2
    return _each(translator, texts[:middle]) + _each(translator, texts[middle:])


def _best(translator: Translator, texts: list[str]) -> list[str]:
    if not texts:
        return []
    return [_in_one_line(found[0].text) for found in translator.translate(texts, BEAM, LENGTH_PENALTY)]


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
