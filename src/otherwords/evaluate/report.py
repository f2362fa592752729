"""The error analysis as one page that opens anywhere: nothing is fetched, nothing runs."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from otherwords.evaluate.analysis import FINE_BINS, Analysis, Case
from otherwords.evaluate.errors import Mistake
from otherwords.evaluate.excerpt import excerpt
from otherwords.evaluate.lemmas import Lemmas
from otherwords.evaluate.markup import Child, Element, element
from otherwords.evaluate.page import note, page, table
from otherwords.evaluate.slices import Slice
from otherwords.evaluate.svg import bar, histogram, reliability
from otherwords.extras import needs

_NAMES = {
    "n": "examples",
    "em": "EM",
    "f1": "F1",
    "span_em": "exact offsets",
    "null_precision": "null precision",
    "null_recall": "null recall",
    "ece": "calibration error",
    "seconds": "seconds",
}


def report_page(file: Path, figures: Mapping[str, Any], settings: Mapping[str, Any], analysis: Analysis) -> str:
    """The page of an evaluation: ``figures`` as ``eval spans`` prints them, ``settings`` as they were given."""
    title = f"{figures['system']} on {file.name}"
    return page(
        title,
        *_summary(figures, settings),
        *_mistakes(analysis),
        *_slices(analysis),
        *_confidence(analysis),
        *_worst(analysis),
    )


def _summary(figures: Mapping[str, Any], settings: Mapping[str, Any]) -> Iterable[Element]:
    cards = [
        element("div", None, element("dt", None, name), element("dd", None, _figure(figures[key])))
        for key, name in _NAMES.items()
        if key in figures
    ]
    yield element("dl", {"class": "summary"}, *cards)
    yield note("; ".join(name if value is True else f"{name}: {value}" for name, value in settings.items()))


def _mistakes(analysis: Analysis) -> Iterable[Element]:
    total = analysis.mistakes.total()
    yield element("h2", None, "Mistakes")
    yield note(
        f"{total} of {analysis.n} answers do not have the right tokens."
        " A passage is known not to say it where the file lists such passages (negatives)."
    )
    rows: list[list[Child]] = []
    for mistake in Mistake:
        count = analysis.mistakes[mistake]
        shares = _share(count, total), _share(count, analysis.n)
        rows.append([mistake.value, str(count), *shares, bar(_percent(count, total))])
    yield table(["mistake", "count", "of the mistakes", "of all", ""], rows)


def _slices(analysis: Analysis) -> Iterable[Element]:
    yield element("h2", None, "Where it is right")
    yield note("The bar is EM, the line on it its 95 % interval: the fewer the examples, the longer.")
    without = []
    for slice_ in analysis.slices:
        if slice_.table():
            yield from _slice(slice_, _about_lemmas(analysis) if slice_.title == "By kind of paraphrase" else [])
        else:
            without.append(slice_.title.lower())
    if without:
        yield note(f"Left out, because the file does not say: {', '.join(without)} (see docs/evaluate.md).")


def _slice(slice_: Slice, notes: list[str]) -> Iterable[Element]:
    yield element("h3", None, slice_.title)
    yield note(" ".join([slice_.note, *notes]))
    rows: list[list[Child]] = [
        [name, str(tally.n), f"{tally.em:.1f}", f"{tally.f1:.1f}", bar(tally.em, tally.em_interval)]
        for name, tally in slice_.table()
    ]
    yield table(["", "n", "EM", "F1", ""], rows)


def _about_lemmas(analysis: Analysis) -> list[str]:
    notes = [_about_language(analysis.lemmas)]
    if not analysis.lemmas.has_lemmas:
        lemmas_need = needs("finding their lemmas", "report", "simplemma")
        notes.append(f"Words are compared as they stand, in lower case: {lemmas_need}.")
    if analysis.synonyms is None:
        notes.append(
            "Synonyms are not looked at: give a list of them with --synonyms FILE, such as PPDB's lexical pairs"
            " (paraphrase.org)."
        )
    return notes


def _about_language(lemmas: Lemmas) -> str:
    told = ", ".join(f"{language or 'unknown'} {count}" for language, count in lemmas.languages.most_common())
    return (
        f"Languages, by their function words: {told}." if lemmas.language is None else f"Language: {lemmas.language}."
    )


def _confidence(analysis: Analysis) -> Iterable[Element]:
    yield element("h2", None, "Probabilities")
    if not analysis.has_probabilities:
        yield note("This system gives no probabilities with its answers.")
        return
    yield note(
        f"Expected calibration error {analysis.calibration.error:.4f}. Here an answer is right if its F1 is at least"
        ' 0.5, or if it is "not here" for what is not there.'
    )
    yield element(
        "div",
        {"class": "plots"},
        element("figure", None, reliability(analysis.calibration.table())),
        element("figure", None, histogram(analysis.right, analysis.wrong, FINE_BINS)),
    )


def _worst(analysis: Analysis) -> Iterable[Element]:
    yield element("h2", None, "The worst mistakes")
    if not analysis.worst:
        yield note("There are no mistakes.")
        return
    yield element(
        "p",
        {"class": "note"},
        "Wrong places first, the surest on top. ",
        element("mark", {"class": "gold"}, "The right passage"),
        " and ",
        element("mark", {"class": "answer"}, "the answer"),
        ", each in its surroundings; ",
        element("mark", {"class": "gold answer"}, "where they overlap"),
        ".",
    )
    for case in analysis.worst:
        yield _case(case)


def _case(case: Case) -> Element:
    outcome = case.outcome
    example, said = outcome.example, outcome.prediction.span
    probability = outcome.prediction.probability
    facts = [case.mistake.value, f"F1 {100 * outcome.f1:.1f}", f"id {example.id}"]
    if probability is not None:
        facts.insert(0, f"probability {probability:.3f}")

    def side(heading: str, span: tuple[int, int] | None, otherwise: str) -> Element:
        shown = excerpt(example.document, span, example.gold, said) if span else note(otherwise)
        return element("div", None, element("h4", None, heading), shown)

    return element(
        "section",
        {"class": "case"},
        element("p", {"class": "query", "dir": "auto"}, example.query),
        element("p", {"class": "facts"}, " · ".join(facts)),
        element(
            "div",
            {"class": "sides"},
            side("Right", example.gold, "The document does not say it."),
            side("Answered", said, "“Not here.”"),
        ),
    )


def _figure(value: Any) -> str:
    return f"{value:,.4g}" if isinstance(value, float) else f"{value:,}"


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


def _share(part: int, whole: int) -> str:
    return f"{_percent(part, whole):.1f} %"
