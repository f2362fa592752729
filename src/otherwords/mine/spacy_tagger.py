"""A spaCy pipeline as the tagger, for other languages or for more care than ours takes."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Self

from otherwords.extras import require
from otherwords.mine.penn import CLITIC, from_penn
from otherwords.mine.tags import GERUND, MODAL, NUMBER, OTHER, PRONOUN, PROPER, VERB, without_letters
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

_NOT_NEEDED = ["lemmatizer", "ner", "parser", "senter"]
_WITH_CLITIC = re.compile(rf"(.*\w)({CLITIC.pattern})", re.IGNORECASE | re.DOTALL)


class SpacyTagger:
    """Tags as ``Tagger`` does, with a pipeline that gives Penn tags, or universal parts of speech."""

    def __init__(self, pipeline: "Language") -> None:
        self._pipeline = pipeline

    @classmethod
    def load(cls, name: str) -> Self:
        """A pipeline by the name of its package, or by its folder."""
        require("tagging with spaCy", "parse", "spacy")
        import spacy

        try:
            return cls(spacy.load(name, exclude=_NOT_NEEDED))
        except OSError as error:
            raise OtherwordsError(
                f"spaCy has no pipeline {name}; install it (python -m spacy download {name}) or give its folder"
            ) from error

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[str]:
        """A string for each sentence, with a character for each token."""
        from spacy.tokens import Doc

        parts = [[_parts(token) for token in sentence] for sentence in sentences]
        documents = (Doc(self._pipeline.vocab, list(chain.from_iterable(sentence))) for sentence in parts)
        tagged = self._pipeline.pipe(documents)
        return ["".join(self._tags(*one)) for one in zip(sentences, parts, tagged, strict=True)]

    def _tags(self, sentence: Sequence[str], parts: list[list[str]], tagged: "Doc") -> Iterator[str]:
        place = 0
        for token, its_parts in zip(sentence, parts, strict=True):
            yield without_letters(token) or self._of_word(tagged[place])  # a word has the tag of its first part
            place += len(its_parts)

    def _of_word(self, token: "Token") -> str:
        is_penn = self._pipeline.lang == "en" and token.tag_
        return from_penn(token.tag_) if is_penn else _from_universal(token)


def _parts(token: str) -> list[str]:
    """A word without its clitic, and the clitic, as pipelines are trained; never empty, which spaCy would refuse."""
    found = _WITH_CLITIC.fullmatch(token)
    return list(found.groups()) if found else [token or " "]


def _from_universal(token: "Token") -> str:
    forms = token.morph.to_dict()
    if token.pos_ in ("VERB", "AUX"):
        if forms.get("VerbForm") == "Ger":
            return GERUND
        return MODAL if forms.get("VerbType") == "Mod" else VERB
    if token.pos_ in ("PRON", "DET") and (forms.get("PronType") == "Prs" or "Poss" in forms):
        return PRONOUN
    return {"PROPN": PROPER, "NUM": NUMBER}.get(token.pos_, OTHER)
