"""The words of a text that say something: lower-cased, without stop words, each with its place."""

from otherwords.text import Span, words

_LISTED = """
    a about above after again against all also am an and any anybody anyone are aren't as at be because been before
    being below between both but by can can't cannot could couldn't did didn't do does doesn't doing don don't down
    during each either else ever every few for from further had hadn't has hasn't have haven't having he he'd he'll
    he's her here here's hers herself him himself his how how's i i'd i'll i'm i've if im in into is isn't it it's
    its itself just let let's ll may me might more most must my myself neither no nor not now of off on once only or
    other our ours ourselves out over own quite rather really same shall she she'd she'll she's should shouldn't so
    some somebody someone such than that that's the their theirs them themselves then there there's these they
    they'd they'll they're they've this those though through to too u under until up upon us ve very was wasn't we
    we'd we'll we're we've were weren't what what's when where where's whether which while who who's whom whose why
    will with won't would wouldn't yet you you'd you'll you're you've your yours yourself yourselves
"""
STOP_WORDS = frozenset(_LISTED.split())
"""Words of English grammar, the rests that apostrophes leave ("don", "ll"), and what chats make of them ("u", "im")."""


def is_content(word: str) -> bool:
    return word.replace("’", "'") not in STOP_WORDS


def content_words(text: str) -> list[Span]:
    """The places of the words, as they stand in the text; ``lowered`` gives them as they are compared."""
    spans = [Span.of(text, start, end) for start, end in words(text)]
    return [span for span in spans if is_content(lowered(span))]


def lowered(span: Span) -> str:
    return span.text.lower()


def lowered_words(text: str) -> list[str]:
    return [lowered(span) for span in content_words(text)]
