"""What kind of thing a question asks for, and whether a sentence says one that is not in the question: English rules.

Where the rules know no kind, as in other languages, nothing speaks for or against any sentence.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum

from otherwords.ask.kb.words import are_forms, content


class Kind(Enum):
    PERSON = "a name"
    TIME = "a date"
    NUMBER = "a number"
    PLACE = "a place"
    REASON = "a reason"
    MEANING = "what it is"


def _any_of(listed: str) -> str:
    return f"(?:{'|'.join(listed.split())})"


_HOW = _any_of("big close cold deep far fast heavy high hot large long many much often old small tall wide")
_NUMBER_OF = _any_of("""
    age amount area cost depth distance height length number percent percentage population price rate score size speed
    temperature value weight
""")
_TIME_OF = _any_of("century date day decade month season time year")
_PLACE_OF = _any_of("city continent country county island location place province region state town village")
_PERSON_OF = _any_of("actor actress author composer director king person president queen scientist singer writer")
_WHAT = r"\b(?:what|which)"
_SUBJECT = rf"(?!{_any_of('of for like made used called known about name most first last only')}\b)[^\s'’]+"
"""A word of what is asked about; with one of these, the question asks for something else about it."""

_RULES: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (Kind.NUMBER, rf"\bhow {_HOW}\b|{_WHAT}(?: is| was| are| were)?(?: the)?(?: \w+)? {_NUMBER_OF}\b"),
        (Kind.TIME, rf"\bwhen\b|{_WHAT} (?:\w+ )?{_TIME_OF}\b"),
        (Kind.PLACE, rf"\bwhere\b|{_WHAT} (?:\w+ )?{_PLACE_OF}\b"),
        (Kind.REASON, r"\bwhy\b|\bhow come\b|\bwhat (?:is |was |were )?(?:the )?(?:cause[sd]?|reason)\b"),
        (
            Kind.MEANING,
            rf"^\W*(?:who|what)(?: is| was| are| were|['’]s) (?:(?:a|an|the) )?{_SUBJECT}(?: {_SUBJECT}){{0,2}}\W*$",
        ),
        (Kind.MEANING, r"\bwhat (?:does|do|did) .* mean\b|\b(?:define|meaning of|definition of)\b"),
        (Kind.PERSON, rf"\bwho(?:m|se|['’]s)?\b|{_WHAT} (?:\w+ )?{_PERSON_OF}\b"),
    )
)

_DIGITS = "<num>"
"""What TREC's answer sentences have in the place of digits."""
_DAYS_AND_MONTHS = _any_of("""
    January February March April May June July August September October November December
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday
""")
_YEAR = r"\b1\d{3}s?\b|\b20\d\ds?\b|\b\d{1,4} ?(?:BCE?|AD|CE)\b"
_DATE = re.compile(rf"{_YEAR}|{_DIGITS}|\b{_DAYS_AND_MONTHS}\b|\b\w+ century\b")
_COUNTED = _any_of("""
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen half twice
    once
""")
_AMOUNT = re.compile(rf"\d[\d.,]*|{_DIGITS}|\b{_COUNTED}s?\b", re.IGNORECASE)
_CAPITALISED = r"[^\W\d_a-zß-öø-ÿ][\w'’.\-]*"
_NAME = re.compile(rf"\b{_CAPITALISED}(?:(?: {_any_of('al bin de du la le of the van von')})? {_CAPITALISED})*")
_SIDE = r"(?:north|south|east|west)(?:ern)?"
_SIDES = re.compile(rf"\b{_SIDE}\b", re.IGNORECASE)
_IN = re.compile(
    rf"\b(?:{_any_of('across along around at between coast from in into near of off on to')}|{_SIDE})"
    r"(?: the)?(?: \w+)? ?,? $"
)
_NEAR = 40
"""Characters before a name in which a word like "in" may stand: more would take long where a text has no sentences."""
_BECAUSE = re.compile(
    r"\b(?:because|due to|caused?|causes|as a result|results? (?:from|of)|owing to|therefore|in order to|so that|led to"
    r"|since|reason|thus)\b",
    re.IGNORECASE,
)
_IS = re.compile(
    r"\b(?:is|are|was|were|means?|refers? to|stands? for|denotes?|describes?)\b"
    r"(?! (?:also|often|sometimes|usually) (?:called|known))",
    re.IGNORECASE,
)
_EARLY = 120
"""Characters within which a sentence that says what a thing is comes to its verb."""


def kind_asked_for(question: str) -> Kind | None:
    lowered = " ".join(question.casefold().split())
    return next((kind for kind, pattern in _RULES if pattern.search(lowered)), None)


def says(sentence: str, kind: Kind, question: str) -> bool:
    """Whether a sentence says something of this kind that is not in the question."""
    return _SAYS[kind](sentence, question)


def _new_names(sentence: str, question: str) -> Iterator[tuple[int, str]]:
    """Names of which the question lacks a word, and where they begin.

    Any sentence begins with a capital. So there, a name has two new words.
    """
    asked = content(question)
    for match in _NAME.finditer(sentence):
        new = [word for word in content(match.group()) if not any(are_forms(word, one) for one in asked)]
        is_first = not any(map(str.isalnum, sentence[: match.start()]))
        if len(new) > is_first and not _DATE.match(match.group()):
            yield match.start(), match.group()


def _says_person(sentence: str, question: str) -> bool:
    return any(True for _ in _new_names(sentence, question))


def _says_time(sentence: str, question: str) -> bool:
    return any(match.group() not in question for match in _DATE.finditer(sentence))


def _says_number(sentence: str, question: str) -> bool:
    return any(match.group() not in question for match in _AMOUNT.finditer(sentence))


def _says_place(sentence: str, question: str) -> bool:
    return _SIDES.search(sentence) is not None or any(
        _IN.search(sentence[max(0, start - _NEAR) : start]) for start, _ in _new_names(sentence, question)
    )


def _says_reason(sentence: str, question: str) -> bool:
    return _BECAUSE.search(sentence) is not None


def _says_meaning(sentence: str, question: str) -> bool:
    """It begins with what the question names, and then says what that is."""
    verb = _IS.search(sentence[:_EARLY])
    if verb is None:
        return False
    before, asked = (content(text.replace("-", " ")) for text in (sentence[: verb.start()], question))
    return any(are_forms(a, b) for a in asked for b in before)


_SAYS: dict[Kind, Callable[[str, str], bool]] = {
    Kind.PERSON: _says_person,
    Kind.TIME: _says_time,
    Kind.NUMBER: _says_number,
    Kind.PLACE: _says_place,
    Kind.REASON: _says_reason,
    Kind.MEANING: _says_meaning,
}
