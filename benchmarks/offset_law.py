"""Generated documents and queries, in all scripts: does the offset law hold, and does nothing crash?

    python benchmarks/offset_law.py --examples 100000

Hypothesis makes the texts: any code points, runs of one script, odd white space, line breaks, marks, emoji,
right-to-left text, the query put into the document. Every answer is checked: each span, its context and both sides of
every alignment must be what the text holds between their offsets, and a "not here" must say so.
"""

import argparse
import time
from itertools import pairwise

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from otherwords import Answer, Finder, Match, OtherwordsError

SCRIPTS = [
    "abcdefghij ABC",
    "åäöÅÄÖ éüßøœ",
    "абвгдеё ЖЗ",
    "αβγδε Ωά",
    "אבגדה שׁלוֹם",
    "ابتثج مُحَمَّد",
    "हिन्दी क्षत्रिय",
    "தமிழ் எழுத்து",
    "ไทยภาษา น้ำ",
    "中文句子测试。",
    "ひらがなカタカナ漢字",
    "한국어 문장",
    "ខ្មែរ",
    "မြန်မာ",
    "😀👩‍👩‍👧‍👦🇫🇮👍🏽",
    "0123456789 ½ⅷ",
    "'’-.,;:!?…\"()",
    " \t\n\r\u00a0\u200b\u2028\ufeff\x00",
]
LETTERS = [st.text(st.sampled_from(script), min_size=1, max_size=12) for script in SCRIPTS]
ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
WORDS = st.one_of(
    *LETTERS, ANYTHING, st.sampled_from(["The ferry was late.", "Hän tuli kotiin.", "Han kom hem.", "\n", "\n\n"])
)
TEXTS = st.lists(WORDS, max_size=14).map(" ".join)


@st.composite
def questions(draw: st.DrawFn) -> tuple[str, str]:
    query, document = draw(TEXTS), draw(TEXTS)
    if draw(st.booleans()):
        document = f"{document}{query}{draw(ANYTHING)}"
    return query, document


def check(answer: Answer, query: str, document: str, top: int) -> None:
    assert bool(answer.matches) != (answer.no_match is not None)
    assert len(answer.matches) <= top
    matches: list[Match] = [*answer.matches]
    if answer.no_match and answer.no_match.nearest:
        matches.append(answer.no_match.nearest)
    for match in matches:
        span, context = match.span, match.context
        assert 0 <= span.start < span.end <= len(document)
        assert document[span.start : span.end] == span.text
        assert context is not None
        assert document[context.start : context.end] == context.text
        assert context.start <= span.start < span.end <= context.end
        assert 0 <= match.probability <= 1
        for pair in match.explanation:
            assert query[pair.query.start : pair.query.end] == pair.query.text
            assert document[pair.passage.start : pair.passage.end] == pair.passage.text
            assert span.start <= pair.passage.start < pair.passage.end <= span.end
    kept = sorted((match.span.start, match.span.end) for match in answer.matches)
    assert all(first[1] <= second[0] for first, second in pairwise(kept))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=100_000)
    parser.add_argument("--model", help="other weights than the shipped ones")
    options = parser.parse_args()
    finder = Finder(options.model)
    counts = {"asked": 0, "refused": 0, "found": 0}
    began = time.monotonic()

    @settings(
        max_examples=options.examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(questions(), st.integers(1, 3), st.booleans(), st.booleans())
    def holds(question: tuple[str, str], top: int, always: bool, exhaustive: bool) -> None:
        query, document = question
        counts["asked"] += 1
        explain = counts["asked"] % 10 == 0
        try:
            answer = finder.find(query, document, top=top, always=always, exhaustive=exhaustive, explain=explain)
        except OtherwordsError:
            counts["refused"] += 1
            return
        counts["found"] += bool(answer)
        check(answer, query, document, top)

    holds()
    print(
        f"{counts['asked']:,} generated: the offset law held for all; {counts['found']:,} answered with a span,"
        f" {counts['refused']:,} queries refused as empty or too long; {time.monotonic() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
