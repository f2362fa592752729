"""The ways of the Penn treebank: its tags as ours, and the clitics that it takes off words."""

import re

from otherwords.mine.tags import GERUND, MODAL, NUMBER, OTHER, PRONOUN, PROPER, VERB

_TAGS = {
    **dict.fromkeys(["NNP", "NNPS"], PROPER),
    **dict.fromkeys(["VB", "VBD", "VBN", "VBP", "VBZ"], VERB),
    "VBG": GERUND,
    "MD": MODAL,
    **dict.fromkeys(["PRP", "PRP$"], PRONOUN),
    "CD": NUMBER,
}
CLITIC = re.compile(r"n['’]t|['’](?:s|m|re|ve|d|ll)", re.IGNORECASE)


def from_penn(tag: str) -> str:
    return _TAGS.get(tag, OTHER)
