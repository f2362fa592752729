"""Of a generator's wordings those that probably ask the same, by a judge that reads both questions as a whole.

A translator that does not know a name makes up another, and a table does not know what a word means here: *where did
the mayflower land* comes back as *where the mayor landed*. Whoever averages over wordings has to be rid of those first.
"""

from otherwords.ask.marks import bare
from otherwords.ask.wording import LEAST, Generator, Wording
from otherwords.ask.wordings.rules import Judge


class Likely:
    def __init__(self, generator: Generator, judge: Judge, least: float = LEAST) -> None:
        self.name = generator.name
        self.reads_marks = getattr(generator, "reads_marks", False)
        self._generator, self._judge, self._least = generator, judge, least

    def wordings(self, question: str) -> list[Wording]:
        found = self._generator.wordings(question)
        if not found:
            return []
        asked = bare(question)
        probabilities = self._judge.probabilities([(asked, bare(one.text)) for one in found])
        return [one for one, probable in zip(found, probabilities, strict=True) if probable >= self._least]
