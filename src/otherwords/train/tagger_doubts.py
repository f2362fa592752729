"""Names at the start of a sentence that are probably none, for every word starts with a capital there.

The corpus has "Great" in "Great job!" as a proper noun, and more of that kind than one would like to learn from.
"""

from collections import Counter
from dataclasses import replace

from otherwords.mine.tags import PROPER, PUNCTUATION
from otherwords.train.masc import TaggedSentence

UNKNOWN = "?"
"""In place of a tag that is not to be learned from."""


def without_doubtful_names(sentences: list[TaggedSentence]) -> list[TaggedSentence]:
    """A first word is doubtful that is more often a lower-case word than a name within a sentence, and stands alone."""
    words, names = Counter[str](), Counter[str]()
    for sentence in sentences:
        for place, (token, tag) in enumerate(zip(sentence.tokens, sentence.tags, strict=True)):
            if token.islower() and tag != PROPER:
                words[token] += 1
            elif place and tag == PROPER and token.istitle():
                names[token.lower()] += 1

    def is_doubtful(sentence: TaggedSentence, place: int) -> bool:
        starts = sentence.tags[place : place + 1] == PROPER != sentence.tags[place + 1 : place + 2]
        return starts and words[sentence.tokens[place].lower()] > names[sentence.tokens[place].lower()]

    learned = []
    for sentence in sentences:
        tags = sentence.tags
        start = len(tags) - len(tags.lstrip(PUNCTUATION))
        if is_doubtful(sentence, start):
            tags = tags[:start] + UNKNOWN + tags[start + 1 :]
        learned.append(replace(sentence, tags=tags))
    return learned
