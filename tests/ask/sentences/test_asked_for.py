"""What a question asks for, and which sentences say such a thing."""

import pytest
from hypothesis import given
from tiny_models import ANY_TEXT

from otherwords.ask.sentences.asked_for import Kind, kind_asked_for, says


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("who wrote Speed?", Kind.PERSON),
        ("Whose idea was it", Kind.PERSON),
        ("which actor plays Neo", Kind.PERSON),
        ("When was the bridge closed", Kind.TIME),
        ("in what year did he die", Kind.TIME),
        ("how many lorries cross the bridge", Kind.NUMBER),
        ("How old is the harbour?", Kind.NUMBER),
        ("what is the population of Turku", Kind.NUMBER),
        ("where is the ferry", Kind.PLACE),
        ("What country is Turku in", Kind.PLACE),
        ("why was it closed", Kind.REASON),
        ("what caused the fire", Kind.REASON),
        ("what is a ferry?", Kind.MEANING),
        ("who was Alan Turing", Kind.MEANING),
        ("what does the plus sign mean", Kind.MEANING),
        ("what are prions made of", None),
        ("what was Gekko's profession", None),
        ("what happened to the ferry", None),
        ("how did James Dean die", None),
        ("kuka kirjoitti kirjan", None),
        ("", None),
    ],
)
def test_kinds(question: str, kind: Kind | None):
    assert kind_asked_for(question) is kind


@pytest.mark.parametrize(
    ("kind", "question", "says_one", "says_none"),
    [
        (Kind.PERSON, "who wrote Speed", "It was written by Graham Yost.", "The film Speed was written in a week."),
        (Kind.PERSON, "who wrote Speed", "Graham Yost did.", "Writers did."),
        (Kind.TIME, "when was it closed", "It closed on 4 May.", "It was closed because of ice."),
        (Kind.TIME, "when was it closed after the fire of 1999", "In 2003.", "After the fire of 1999 it was."),
        (Kind.NUMBER, "how many ferries were there", "There were twelve.", "There were some ferries."),
        (Kind.NUMBER, "how old is it", "It is 40 years old.", "It is very old."),
        (Kind.PLACE, "where is the ferry", "It lies in Turku.", "It lies at anchor."),
        (Kind.PLACE, "where is Turku", "It lies on the south coast.", "Turku is a city."),
        (Kind.REASON, "why was it closed", "It was closed because of ice.", "It was closed in May."),
        (Kind.MEANING, "what is a ferry", "A ferry is a boat that crosses a river.", "It is a boat."),
        (Kind.MEANING, "what is am 2201", "AM-2201 is a research chemical.", "Many chemicals are sold."),
    ],
)
def test_what_sentences_say(kind: Kind, question: str, says_one: str, says_none: str):
    assert says(says_one, kind, question)
    assert not says(says_none, kind, question)


@given(ANY_TEXT, ANY_TEXT)
def test_any_text(question: str, sentence: str):
    kind_asked_for(question)
    for kind in Kind:
        assert says(sentence, kind, question) in (True, False)
