"""Wordings by question templates: *what is the capital of ⟨…⟩* is also asked as *which city is the capital of ⟨…⟩*.

A template is a question with at most one gap. Which templates ask the same is learned from clusters of questions
(``template_mining``). A question is matched as it stands; where no template fits, without its words of grammar.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from otherwords.ask.wording import Wording
from otherwords.ask.wordings.merge import checked, distinct
from otherwords.ask.wordings.normal import STOP_WORDS, lowered, word_spans
from otherwords.text import OtherwordsError, Span

GAP = "⟨…⟩"
LONGEST_FILLER = 5
"""Words."""
_ARTICLES = frozenset({"the", "a", "an"})


@dataclass(frozen=True, slots=True)
class TemplatePair:
    """Two templates that ask the same: their words joined by one space, in small letters."""

    left: str
    right: str
    count: int
    """Clusters in which both occur with the same filler."""
    pmi: float
    """Pointwise mutual information: how much oftener that is than chance would have it, as a logarithm."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A question cut into a template and what fills its gap."""

    template: tuple[str, ...]
    filler: tuple[int, int]
    """The words that fill it, by number: from the first to before the last; none where there is no gap."""


def cuts(words: Sequence[str], longest_filler: int) -> Iterator[Cut]:
    """The question itself, and with every stretch that could be what it asks about taken out.

    Such a stretch ends with a word that says something, begins with one or with an article, and leaves a word behind.
    """
    yield Cut(tuple(words), (0, 0))
    for first in range(len(words)):
        if words[first] in STOP_WORDS and words[first] not in _ARTICLES:
            continue
        for end in range(first + 1, min(first + longest_filler, len(words)) + 1):
            if words[end - 1] not in STOP_WORDS and end - first < len(words):
                yield Cut((*words[:first], GAP, *words[end:]), (first, end))


class Templates:
    name = "templates"

    def __init__(
        self,
        pairs: Iterable[TemplatePair],
        *,
        most: int = 10,
        longest_filler: int = LONGEST_FILLER,
        unseen: bool = False,
    ) -> None:
        """``unseen``: as if nobody had asked before what is asked; for questions that the templates were mined from.

        Who learns from such questions would learn that templates are always at hand and always right.
        """
        self._unseen = unseen
        self._others: dict[tuple[str, ...], list[tuple[float, str]]] = defaultdict(list)
        self._bare: dict[tuple[str, ...], set[tuple[str, ...]]] = defaultdict(set)
        self._most, self._longest_filler = most, longest_filler
        for pair in pairs:
            for template, other in ((pair.left, pair.right), (pair.right, pair.left)):
                words = tuple(template.split())
                self._others[words].append((pair.pmi, other))
                self._bare[_bare(words)].add(words)
        if not self._others:
            raise OtherwordsError("there are no templates; mine them from more clusters, or with lower thresholds")

    def wordings(self, question: str) -> list[Wording]:
        question = checked(question)
        spans = word_spans(question)
        its_cuts = list(cuts([lowered(span.text) for span in spans], self._longest_filler))
        own = {cut.template for cut in its_cuts} if self._unseen else set()
        found = [(cut.template, cut) for cut in its_cuts if cut.template in self._others and cut.template not in own]
        if not found:
            found = [
                (template, cut)
                for cut in its_cuts
                for template in sorted(self._bare.get(_bare(cut.template), ()))
                if (GAP in template) == (GAP in cut.template) and template not in own
            ]
        # Of equally good ones that with the longer filler: "The Matrix" rather than "Matrix".
        filled = {
            (-pmi, cut.filler[0] - cut.filler[1], _filled(other, question, spans, cut))
            for template, cut in found
            for pmi, other in self._others[template]
            if tuple(other.split()) not in own
        }
        ordered = (Wording(text, self.name, -below) for below, _, text in sorted(filled))
        return list(distinct(question, ordered))[: self._most]


def _bare(template: Sequence[str]) -> tuple[str, ...]:
    """Without words of grammar; as it is, where nothing but a gap would be left of it."""
    bare = tuple(word for word in template if word not in STOP_WORDS)
    return bare if any(word != GAP for word in bare) else tuple(template)


def _filled(template: str, question: str, spans: Sequence[Span], cut: Cut) -> str:
    """The template as a question, spelled as the one that was asked: its filler, its capital, its question mark."""
    first, end = cut.filler
    filler = question[spans[first].start : spans[end - 1].end] if end else ""
    text = template.replace(" 's", "'s").replace(GAP, filler)
    text += "?" if question.endswith("?") else ""
    return text[:1].upper() + text[1:] if question[:1].isupper() else text
