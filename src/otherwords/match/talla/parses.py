"""Dependency parses by spaCy, kept on disk: the folds and ablations of an evaluation ask for the same texts again."""

import os
from collections.abc import Iterable
from dataclasses import astuple
from typing import TYPE_CHECKING

from otherwords.extras import require
from otherwords.match.talla.parse_cache import ParseCache
from otherwords.match.talla.trees import Token
from otherwords.pipelines import hash_of
from otherwords.remembered import Remembered
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_NOT_NEEDED = ["lemmatizer", "ner"]
_LANGUAGE = "en"
_REMEMBERED = 4096
"""Parses at hand. The others are on disk."""
Parse = tuple[Token, ...]


class Parser:
    """Parses texts, each once."""

    def __init__(self, pipeline: str | None = None, cache: ParseCache | None = None) -> None:
        name = pipeline or chosen_pipeline()
        self._pipeline = _opened(name)
        if not self._pipeline.has_pipe("parser"):
            raise OtherwordsError(f"the spaCy pipeline {name} has no parser; name one that has")
        meta = self._pipeline.meta
        self._identity = f"{meta['lang']}-{meta['name']}-{meta['version']}-{hash_of(name)}"
        self._cache = cache or ParseCache()
        self._known: Remembered[str, Parse] = Remembered(_REMEMBERED)

    def parse(self, text: str) -> Parse:
        return self._known.many([text], self._parses)[0]

    def learn(self, texts: Iterable[str]) -> None:
        """Parses what is new, all at once, which is quicker than text by text."""
        self._known.many(list(dict.fromkeys(texts)), self._parses)

    def _parses(self, texts: list[str]) -> list[Parse]:
        found: dict[str, Parse] = {}
        for text in texts:
            kept = self._cache.get(self._identity, text)
            if kept is not None:
                found[text] = tuple(Token(*row) for row in kept)
        new = [text for text in texts if text not in found]
        for text, parsed in zip(new, self._pipeline.pipe(new), strict=True):
            found[text] = _parse(parsed)
            self._cache.put(self._identity, text, [astuple(token) for token in found[text]])
        return [found[text] for text in texts]


def chosen_pipeline() -> str:
    """``$OTHERWORDS_PIPELINE``, or the installed English pipeline whose name comes first."""
    if chosen := os.environ.get("OTHERWORDS_PIPELINE"):
        return chosen
    _require_spacy()
    from spacy.util import get_installed_models

    installed = sorted(name for name in get_installed_models() if name.startswith(f"{_LANGUAGE}_"))
    if not installed:
        raise OtherwordsError(
            "no English spaCy pipeline is installed; run: python -m spacy download en_core_web_sm, or name a folder in"
            " OTHERWORDS_PIPELINE, or leave the trees out (--system talla-without-trees)"
        )
    return installed[0]


def _require_spacy() -> None:
    require("parsing", "parse", "spacy", otherwise="or leave the trees out (--system talla-without-trees)")


def _opened(name: str) -> "Language":
    _require_spacy()
    import spacy

    try:
        return spacy.load(name, exclude=_NOT_NEEDED)
    except OSError as error:
        raise OtherwordsError(
            f"spaCy has no pipeline {name}; install it (python -m spacy download {name}) or give its folder"
        ) from error


def _parse(parsed: "Doc") -> Parse:
    return tuple(
        Token(token.lower_, token.tag_ or token.pos_, token.pos_, token.dep_ or "dep", token.head.i) for token in parsed
    )
