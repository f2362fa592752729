"""Sentences out of so few words that fragments meet, with tags, entities, dates and relative clauses."""

import random

from hypothesis import strategies as st

TAGS = {
    **dict.fromkeys(("who", "when", "which", "where", "red", "old"), "o"),
    **dict.fromkeys(("runs", "fell"), "V"),
    **dict.fromkeys(("Ada", "Oslo", "March"), "E"),
    **dict.fromkeys(("1989", "3"), "N"),
    **dict.fromkeys((",", "(", ")", ".", "—"), "."),
    "running": "G",
    "may": "M",
    "his": "P",
}
"""A word always has the same tag, as a sentence always has the same tags."""


def tagged(words: str) -> tuple[str, str]:
    return words, "".join(TAGS.get(token, "o") for token in words.split(" "))


def sentences(most: int = 60, words: int = 14) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Lists of sentences; some of them twice."""
    vocabulary = st.sampled_from(sorted(TAGS))
    sentence = st.lists(vocabulary, min_size=1, max_size=words).map(" ".join).map(tagged)
    return st.lists(sentence, max_size=most).flatmap(
        lambda once: (
            st.lists(st.sampled_from(once), max_size=5).map(lambda twice: once + twice) if once else st.just(once)
        )
    )


def templates(least: int = 0, most: int = 300) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Sentences of a few shapes that differ in the middle and around it, so many that pairs come about."""
    return st.builds(drawn, st.integers(0, 2**32), st.integers(least, most))


def drawn(seed: int, number: int) -> list[tuple[str, str]]:
    draw = random.Random(seed)
    middles = draw.sample(("runs", "fell", "fell fast", "may run", "is old and red", "his", "runs , so Ada"), 4)
    places = (
        ("so", "then", "Ada and"),
        ("Oslo", "Ada Oslo", "3 March 1989", "she"),
        (", who", "— which", "when", "the"),
        ("then", "old"),
        middles,
        ("in the red", "in an old"),
        ("house ,", "house .", "house of"),
        ("Ada March .", "Ada March )"),
    )
    return [tagged(" ".join(map(draw.choice, places))) for _ in range(number)]
