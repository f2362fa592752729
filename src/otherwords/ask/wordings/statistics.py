"""What each generator gives, in the figures of the paper's Table 3."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from otherwords.ask.wording import Wording
from otherwords.ask.wordings.normal import word_list
from otherwords.extras import require


@dataclass(frozen=True, slots=True)
class Statistics:
    source: str
    number: float
    """Wordings a question, questions without any included."""
    coverage: float
    """Of 100 questions, those with a wording."""
    length: float
    """Words a wording."""
    bleu: float
    """Of the wordings, with their questions as references: the lower, the more they differ. From 0 to 100."""
    ter: float
    """Edits that turn wordings into their questions, for every 100 words: the higher, the more they differ."""


@dataclass
class _Texts:
    wordings: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    """Of each wording, its question."""


def statistics(found: Iterable[tuple[str, Sequence[Wording]]]) -> tuple[int, list[Statistics]]:
    """Of questions and their wordings: how many questions there are, and a row a source, then one for all together."""
    number = 0
    texts: dict[str, _Texts] = {}
    covered: dict[str, int] = {}
    for question, wordings in found:
        number += 1
        for source in dict.fromkeys([*(wording.source for wording in wordings), *(["all"] if wordings else [])]):
            covered[source] = covered.get(source, 0) + 1
            its_own = [wording.text for wording in wordings if source in (wording.source, "all")]
            kept = texts.setdefault(source, _Texts())
            kept.wordings += its_own
            kept.questions += [question] * len(its_own)
    # "all" stands last, whichever source a question had first.
    ordered = sorted(texts, key=lambda source: source == "all")
    return number, [_row(source, texts[source], covered[source], number) for source in ordered]


def _row(source: str, texts: _Texts, covered: int, number: int) -> Statistics:
    bleu, ter = _likeness(texts)
    words = sum(len(word_list(text)) for text in texts.wordings)
    return Statistics(
        source, len(texts.wordings) / number, 100 * covered / number, words / len(texts.wordings), bleu, ter
    )


def _likeness(texts: _Texts) -> tuple[float, float]:
    require("counting these figures", "report", "sacrebleu")
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.ter import TER

    references = [texts.questions]
    return (
        BLEU(lowercase=True).corpus_score(texts.wordings, references).score,
        TER().corpus_score(texts.wordings, references).score,
    )
