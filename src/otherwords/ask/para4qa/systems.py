"""The paper's comparisons by name: what is asked, and how wordings weigh."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from otherwords.ask.wording import Generator, Wording
from otherwords.text import OtherwordsError

GENERATORS = ("rules", "pivots", "templates")
COUNTS = "+cnt"


@dataclass(frozen=True, slots=True)
class Plan:
    name: str
    weights: str = "alike"
    """``none``: the question alone is asked; ``alike``; ``pairs``: learned before, from paraphrases alone; ``learned``
    with the answering, by a BiLSTM; ``encoder``: the same on vectors of our encoder."""
    augments: bool = False
    """Whether every wording is one more question to learn from, and the question alone is asked."""
    without: str | None = None
    """A generator that is left out."""
    has_counts: bool = False
    begins_with_pairs: bool = False
    """Whether what is learned with the answering begins as what was learned from paraphrases."""

    @property
    def needs_pairs(self) -> bool:
        return self.weights == "pairs" or self.begins_with_pairs

    @property
    def needs_wordings(self) -> bool:
        return self.weights != "none"

    @property
    def asks_wordings(self) -> bool:
        return self.needs_wordings and not self.augments


_PLANS = {
    plan.name: plan
    for plan in (
        Plan("base", "none"),
        Plan("avgpara"),
        Plan("dataugment", augments=True),
        Plan("seppara", "pairs"),
        Plan("para4qa", "learned"),
        *(Plan(f"para4qa-without-{name}", "learned", without=name) for name in GENERATORS),
        Plan("para4qa-encoder", "encoder"),
        Plan("para4qa-pairs", "learned", begins_with_pairs=True),
    )
}
PARA4QA = tuple(_PLANS)


def plan_of(name: str) -> Plan:
    plain = name.removesuffix(COUNTS)
    if plain not in _PLANS:
        raise OtherwordsError(f'the paper has no system "{name}"; choose from {", ".join(PARA4QA)}')
    plan = _PLANS[plain]
    return replace(plan, name=name, has_counts=name != plain)


class Without:
    """A generator whose wordings of one source are left out."""

    name = "wordings"

    def __init__(self, generator: Generator, source: str) -> None:
        self._generator, self._source = generator, source
        self.reads_marks = getattr(generator, "reads_marks", False)

    def wordings(self, question: str) -> list[Wording]:
        return [one for one in self._generator.wordings(question) if one.source != self._source]


def texts(plan: Plan, question: str, generator: Generator | None) -> tuple[str, ...]:
    """The question and its wordings, as far as the plan wants them."""
    if generator is None or not plan.needs_wordings:
        return (question,)
    found: Sequence[Wording] = generator.wordings(question)
    return (question, *(one.text for one in found if one.source != plan.without))
