"""What of a question counts when wordings are compared: its words, lower-cased and stemmed, and which say something.

A library's stemmer would do as well; these few endings are enough to see that two wordings differ by nothing else, and
spare every user a package.
"""

import re

from otherwords.text import Span, words

_LISTED = """
    a an the this that these those i you he she it we they me him her us them my your his its our their mine yours hers
    ours theirs myself yourself himself herself itself ourselves themselves who whom whose which what when where why how
    be am is are was were been being do does did doing done have has had having will would shall should can could may
    might must of in to for on at by with from as into onto upon about over through than then so and or but if because
    while there here just also too very any some please 's
"""
STOP_WORDS = frozenset(_LISTED.split())
"""Words of English grammar, and question words: a wording that only asks *where* for *when* is no other wording.
Negations are left out on purpose: a question without its *not* asks something else."""

_IRREGULAR = """
    be am is are was were been; bear bore borne born; beat beaten; become became; begin began begun; bite bit bitten;
    blow blew blown; break broke broken; bring brought; build built; burn burnt; buy bought; catch caught; choose chose
    chosen; come came; deal dealt; dig dug; do does did done; draw drew drawn; dream dreamt; drink drank drunk; drive
    drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; fly flew flown; forbid
    forbade forbidden; forget forgot forgotten; freeze froze frozen; get got gotten; give gave given; go goes went gone;
    grow grew grown; hang hung; have has had; hear heard; hide hid hidden; hold held; keep kept; know knew known; lead
    led; learn learnt; leave left; lend lent; lose lost; make made; mean meant; meet met; pay paid; ride rode ridden;
    ring rang rung; rise rose risen; run ran; say said; see saw seen; seek sought; sell sold; send sent; shake shook
    shaken; shoot shot; show shown; sing sang sung; sink sank sunk; sit sat; sleep slept; speak spoke spoken; spend
    spent; stand stood; steal stole stolen; swim swam swum; take took taken; teach taught; tear tore torn; tell told;
    think thought; throw threw thrown; understand understood; wake woke woken; wear wore worn; win won; write wrote
    written; child children; foot feet; man men; mouse mice; tooth teeth; woman women
"""
_BASE = {form: entry.split()[0] for entry in _IRREGULAR.split(";") for form in entry.split()}

_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_VOWEL = re.compile("[aeiouy]")
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")


def word_spans(text: str) -> list[Span]:
    """The words and where they stand; *Bach's* is two."""
    found = []
    for start, end in words(text):
        ending = _POSSESSIVE.search(text[start:end])
        middle = start + ending.start() if ending else end
        found += [Span.of(text, first, last) for first, last in ((start, middle), (middle, end)) if first < last]
    return found


def word_list(text: str) -> list[str]:
    return [lowered(span.text) for span in word_spans(text)]


def lowered(word: str) -> str:
    return word.casefold().replace("’", "'")


def stem(word: str) -> str:
    """The word without the endings of number, tense and manner."""
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is", "'s")) and len(word) > 3:
        word = word[:-1]
    for ending in ("ing", "ed", "ly"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) > 2 and _VOWEL.search(rest):
            word = _DOUBLED.sub(r"\1", rest)
            break
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") and len(word) > 2 else word


def same_words(a: str, b: str) -> bool:
    """Whether two phrases are the same words in other forms, as *buy* and *bought* are."""
    ours, theirs = ([stem(_BASE.get(word, word)) for word in word_list(text)] for text in (a, b))
    return ours == theirs


def key(text: str) -> tuple[str, ...]:
    """The same for wordings that differ in case, endings, punctuation or words of grammar only."""
    everything = word_list(text)
    return tuple(stem(word) for word in everything if word not in STOP_WORDS) or tuple(map(stem, everything))
