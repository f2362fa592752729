"""The Manually Annotated Sub-Corpus (MASC), a word a token and a Penn tag a word, as text for the tagger.

The file is NLTK's ``masc_tagged.zip``: documents of lines such as ``He_PRP is_VBZ n't_RB in_IN Paris_NNP ._.``, and
``categories.txt`` with a document and its category a line. What Penn takes apart is joined again, for the tagger
reads words as they are written: "isn't" is a verb, "he's" a pronoun, "John's" a proper noun, as the first part says.
"""

import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from otherwords.mine.penn import CLITIC, from_penn
from otherwords.mine.tags import MODAL, PRONOUN, without_letters
from otherwords.mine.tokens import tokens
from otherwords.text import OtherwordsError

EVERY = 8
"""One document in so many is held out."""
_FIRST_HELD_OUT = 3

_MENDED = {**dict.fromkeys(["i", "hers", "ours", "theirs", "yours"], PRONOUN), "cannot": MODAL}
"""The corpus's tagger took most of these for names or nouns."""
_AFTER_APOSTROPHE = {"s", "m", "re", "ve", "d", "ll", "t"}


@dataclass(frozen=True)
class TaggedSentence:
    tokens: list[str]
    tags: str
    penn: list[str]
    """The corpus's own tags, finer and less sure."""


@dataclass(frozen=True)
class TaggedDocument:
    name: str
    category: str
    sentences: list[TaggedSentence]


def read_masc(path: Path) -> list[TaggedDocument]:
    """The documents by category and name."""
    try:
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}
    except (OSError, zipfile.BadZipFile) as error:
        raise OtherwordsError(f"cannot read {path} ({error}); give NLTK's masc_tagged.zip") from error
    lists = [text for name, text in files.items() if PurePosixPath(name).name == "categories.txt"]
    category = dict(line.split()[:2] for text in lists for line in text.splitlines() if len(line.split()) > 1)
    documents = []
    for name, text in files.items():
        short = "/".join(PurePosixPath(name).parts[1:])
        if name.endswith(".txt") and short != "categories.txt":
            sentences = [sentence for line in text.splitlines() if (sentence := tagged(line.split())).tokens]
            documents.append(TaggedDocument(short, category.get(short, ""), sentences))
    if len(documents) <= _FIRST_HELD_OUT:
        raise OtherwordsError(f"{path} holds {len(documents)} documents, too few to hold one out; give masc_tagged.zip")
    return sorted(documents, key=lambda document: (document.category, document.name))


def split(documents: list[TaggedDocument]) -> tuple[list[TaggedDocument], list[TaggedDocument]]:
    """Documents to learn from, and every eighth, from the fourth on, to measure by."""
    held_out = documents[_FIRST_HELD_OUT::EVERY]
    names = {document.name for document in held_out}
    return [document for document in documents if document.name not in names], held_out


def tagged(pairs: Iterable[str]) -> TaggedSentence:
    """Words with their Penn tags, ``word_TAG``, as tokens with ours."""
    words = _joined((word, penn) for word, _, penn in (pair.rpartition("_") for pair in pairs))
    split = [(token, penn) for word, penn in words for token in tokens(word)]
    tags = "".join(our_tag(token, penn) for token, penn in split)
    return TaggedSentence([token for token, _ in split], tags, [penn for _, penn in split])


def our_tag(token: str, penn: str) -> str:
    plain = without_letters(token)
    if plain is not None:
        return plain
    word = token if token == "I" else token.lower()  # "I" may be a numeral
    return _MENDED.get(word, from_penn(penn))


def _joined(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """A word and the clitic behind it as one word, with the tag of the word."""
    done: list[tuple[str, str]] = []
    for word, penn in pairs:
        if done and done[-1][0][-1:].isalpha() and CLITIC.fullmatch(word):
            host, tag = done.pop()
            done.append((host + word, tag))
        elif word.lower() in _AFTER_APOSTROPHE and len(done) > 1 and done[-1][0] in "'’" and done[-2][0].isalpha():
            apostrophe, _ = done.pop()
            host, tag = done.pop()
            done.append((host + apostrophe + word, tag))
        else:
            done.append((word, penn))
    return done
