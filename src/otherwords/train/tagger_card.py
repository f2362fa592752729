"""The card that lies beside a tagger's weights."""

from dataclasses import asdict
from pathlib import Path

from otherwords.evaluate.files import writing
from otherwords.mine.tags import GERUND, MODAL, NUMBER, OTHER, PRONOUN, PROPER, PUNCTUATION, VERB
from otherwords.train.card import table
from otherwords.train.masc import TaggedDocument
from otherwords.train.tagger_figures import Figures
from otherwords.train.tagger_fit import Settings

NAMES = {
    PROPER: "proper noun",
    VERB: "verb, but no gerund and no modal",
    GERUND: "gerund, or any verb in -ing",
    MODAL: "modal",
    PRONOUN: "personal or possessive pronoun",
    NUMBER: "number",
    PUNCTUATION: "punctuation",
    OTHER: "everything else",
}

_CARD = """\
# The tagger

Tells names, verbs, gerunds, modals, pronouns and numbers in English sentences, for `otherwords mine`.

One hidden layer over a word and its two neighbours on either side. A word is the sum of what is known of it, of its
first two and three and its last one to four letters, of its stem and of its shape. All numbers are whole, of 8 and 16
bits, so that a sentence gets the same tags everywhere. The sha256 of the weights is in `manifest.json` and is checked
at each start.

## Trained on

The Manually Annotated Sub-Corpus (MASC) of the Open American National Corpus, free for any use: speech, letters, news,
novels, technical texts, tweets and more. Its Penn tags became ours, with these exceptions:

- Tokens without a letter are numbers or punctuation; this is a rule and not learned.
- Clitics stay with their word, with the tag of its first part: "isn't" is a verb, "he's" a pronoun, "John's" a name.
- "i", "hers", "ours", "theirs" and "yours" are pronouns, "cannot" is a modal. The corpus mostly takes them for nouns.
- A name at the start of a sentence is not learned from if it stands alone and is more often a common word: the corpus
  has "Great" in "Great job!" as a name. Where figures are concerned, the corpus is right.

{documents}

Held out is every eighth document, from the fourth on, by category and name.

## Settings

{settings}

To train it again:

    otherwords train tagger --data masc_tagged.zip -o FOLDER

## Figures

Of the words in the held-out documents {accuracy:.2%} have the right tag, and of {verb:.2%} of the sentences it is
rightly said whether they have a verb that is neither a gerund nor a modal.

{tags}

Found: of the words that have the tag, those that got it. Right: of the words that got it, those that have it.

## Limits

English only. The corpus was tagged by a program and corrected by people, but not everywhere, and part of what counts as
wrong here is not. In text without capitals few names are found; in headlines and in capitals other words are taken for
names.
"""


def write_card(
    folder: Path, learned: list[TaggedDocument], held_out: list[TaggedDocument], settings: Settings, figures: Figures
) -> None:
    card = _CARD.format(
        documents=table(
            ["", "documents", "sentences", "words"], [_counted("learned from", learned), _counted("held out", held_out)]
        ),
        settings=table(["setting", "value"], ([name, f"{value}"] for name, value in asdict(settings).items())),
        accuracy=figures.accuracy,
        verb=figures.verb,
        tags=table(
            ["tag", "", "found", "right"],
            (
                [f"`{tag}`", name, f"{figures.found[tag]:.1%}", f"{figures.right[tag]:.1%}"]
                for tag, name in NAMES.items()
            ),
        ),
    )
    with writing(folder / "README.md") as file:
        file.write(card)


def _counted(name: str, documents: list[TaggedDocument]) -> list[str]:
    sentences = [sentence for document in documents for sentence in document.sentences]
    counts = (len(documents), len(sentences), sum(len(sentence.tokens) for sentence in sentences))
    return [name, *(f"{count:,}" for count in counts)]
