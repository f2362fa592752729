"""The dictionary forms of a text's words, as far as they can be had: ``cars`` as ``car``, ``ran`` as ``run``.

simplemma knows 54 languages without a model. It is 19 MB, so it is an extra; without it, words are compared as they
stand, in lower case.
"""

from collections import Counter
from dataclasses import dataclass, field

from otherwords.evaluate.function_words import ENOUGH_TEXT, FUNCTION_WORDS, detect_language
from otherwords.mine.classes import has_lemmas, lemmatizer
from otherwords.text import OtherwordsError, words


@dataclass(frozen=True, slots=True)
class Bags:
    """The lemmas of a text, and those of them that carry content, each as often as it occurs."""

    lemmas: Counter[str]
    content: Counter[str]


@dataclass
class Lemmas:
    """Lemmas in a language that is given, or is told from each text; ``languages`` counts which ones it was."""

    language: str | None = None
    languages: Counter[str | None] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.has_lemmas = has_lemmas()
        if self.has_lemmas and self.language is not None:
            check_language(self.language)

    def language_of(self, query: str, document: str) -> str | None:
        """A query alone is too short to tell by, so the document's beginning is asked with it."""
        language = self.language or detect_language(f"{query}\n{document[:ENOUGH_TEXT]}")
        self.languages[language] += 1
        return language

    def bags(self, text: str, language: str | None) -> Bags:
        lemma_of = lemmatizer(language) if self.has_lemmas and language else str.casefold
        function_words = FUNCTION_WORDS.get(language or "", frozenset())
        lemmas, content = Counter[str](), Counter[str]()
        for start, end in words(text):
            word = text[start:end]
            lemma = lemma_of(word)
            lemmas[lemma] += 1
            if lemma not in function_words and word.casefold() not in function_words:
                content[lemma] += 1
        return Bags(lemmas, content)


def check_language(language: str) -> None:
    try:
        lemmatizer(language)("word")
    except ValueError:
        raise OtherwordsError(
            f'no lemmas for the language "{language}"; give a code such as en, fi, sv or de'
        ) from None
