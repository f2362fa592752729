"""The models and files of one worker. Nothing in it is shared with another thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords.serve import asked, told
from otherwords.serve.problems import NotHere, TooLarge, Unavailable
from otherwords.text import OtherwordsError, Unusable

if TYPE_CHECKING:
    from otherwords.ask.answer import Answerer
    from otherwords.ask.kb.answerer import KbAnswerer
    from otherwords.ask.wordings.rules import Rules
    from otherwords.compare import Comparer
    from otherwords.encoder.pairs import PairModel
    from otherwords.find import Finder
    from otherwords.find.collection import Collection
    from otherwords.mine.context import ByContext
    from otherwords.mine.filters import Filter
    from otherwords.mine.table import Pair, Table, Wording
    from otherwords.rank.ranker import Ranker


@dataclass(frozen=True, slots=True)
class Sources:
    """What the server was started with."""

    index: str | None = None
    table: Path | None = None
    kb: str | None = None


@contextmanager
def _at_hand() -> Iterator[None]:
    """What the server was started with may be moved or damaged while it runs."""
    try:
        yield
    except Unusable:
        raise Unavailable(
            "the server's index or table was moved away or is damaged; put it back, or start the server with another"
        ) from None


class Engine:
    def __init__(self, sources: Sources, threads: int) -> None:
        """Opens all that was given, so that a mistake is told at the start; other models come when first needed."""
        self._sources, self._threads = sources, threads
        _ = self._finder
        if sources.index is not None:
            _ = self._collection
        if sources.table is not None:
            _ = self._filter
        if sources.kb is not None:
            _ = self._knowledge

    @cached_property
    def _finder(self) -> "Finder":
        from otherwords.find import Finder

        return Finder(threads=self._threads)

    @cached_property
    def _collection(self) -> "Collection":
        if self._sources.index is None:
            raise NotHere("this server has no index: send documents, or start it with --index DIR")
        from otherwords.find.collection import Collection

        return Collection(self._sources.index, self._finder)

    @cached_property
    def _comparer(self) -> "Comparer":
        from otherwords.compare import Comparer

        return Comparer(self._finder, pairs=self._pairs)

    @cached_property
    def _pairs(self) -> "PairModel":
        from otherwords.encoder.pairs import PairModel

        return PairModel(threads=self._threads)

    @cached_property
    def _ranker(self) -> "Ranker":
        from otherwords.rank.ranker import Ranker

        return Ranker(judge=self._pairs)

    @cached_property
    def _table(self) -> "Table":
        if self._sources.table is None:
            raise NotHere("this server has no paraphrase table; start it with --table TABLE")
        from otherwords.mine.table import Table

        return Table.open(self._sources.table)

    @cached_property
    def _filter(self) -> "Filter":
        from otherwords.mine.filters import LIKELY, Filter

        return Filter.of(self._table, min_probability=LIKELY)

    @cached_property
    def _fitting(self) -> "ByContext":
        from otherwords.mine.context import ByContext

        return ByContext(self._finder.encoder)

    @cached_property
    def _knowledge(self) -> "KbAnswerer | None":
        if self._sources.kb is None:
            return None
        from otherwords.ask.kb.answerer import KbAnswerer
        from otherwords.ask.kb.knowledge import open_knowledge_base

        return KbAnswerer(open_knowledge_base(self._sources.kb), encoder=self._pairs)

    @cached_property
    def _rules(self) -> "list[Rules]":
        """What rewords a question."""
        from otherwords.ask.wordings.rules import Rules

        return [Rules(self._table, self._pairs)] if self._sources.table else []

    @_at_hand()
    def find(self, wanted: asked.FindAsked) -> told.FindTold:
        options: dict[str, Any] = {
            "top": wanted.top,
            "min_probability": wanted.min_probability,
            "always": wanted.always,
            "explain": wanted.explain,
        }
        if wanted.documents is None:
            if not self._collection.index.store.count():
                raise OtherwordsError("the server's index holds no text; add files: otherwords index add DIR PATH")
            answer = self._collection.find(wanted.query, **options, copies=wanted.copies)
        elif not wanted.copies:
            raise OtherwordsError("to leave out copies is for the index; leave out copies, or leave out documents")
        else:
            answer = self._finder.find_in(wanted.query, [one.document() for one in wanted.documents], **options)
        return told.FindTold.made_of(answer)

    def compare(self, wanted: asked.CompareAsked) -> told.CompareTold:
        comparison = self._comparer.compare(
            wanted.a.document(),
            [one.document() for one in wanted.others],
            min_probability=wanted.min_probability,
            leave_out_quotations=wanted.leave_out_quotations,
        )
        return told.CompareTold.made_of(comparison)

    def match(self, wanted: asked.MatchAsked) -> told.MatchTold:
        from otherwords.serve.asked_before import asked_before

        found = asked_before(self._pairs, wanted.question, wanted.questions, wanted.top)
        matches = [one for one in found if one.probability >= wanted.min_probability]
        nearest = found[0] if found and not matches else None
        return told.MatchTold(question=wanted.question, matches=matches, nearest=nearest)

    def rank(self, wanted: asked.RankAsked) -> told.RankTold:
        ranked = self._ranker.order(wanted.query, wanted.candidates)[: wanted.top]
        rows = [told.Ranked(text=one.text, place=one.place, probability=round(one.probability, 4)) for one in ranked]
        return told.RankTold(query=wanted.query, ranked=rows)

    @_at_hand()
    def expand(self, wanted: asked.ExpandAsked) -> told.ExpandTold:
        from otherwords.mine.expand import Expander
        from otherwords.mine.syntax import SYNTAXES

        expander = Expander(
            self._table,
            wanted.wordings,
            self._fitting,
            min_probability=wanted.min_probability,
            filter_=self._filter,
        )
        expansion = expander.expand(wanted.query)
        return told.ExpandTold.made_of(expansion, SYNTAXES[wanted.syntax](expansion))

    @_at_hand()
    def ask(self, wanted: asked.AskAsked) -> told.AskTold:
        from otherwords.ask.build import asker_over
        from otherwords.ask.sentences.answerer import SentenceAnswerer
        from otherwords.ask.sentences.gather import from_documents, from_index
        from otherwords.ask.sentences.judge import Judge
        from otherwords.serve.screening import screen_of

        judge = Judge.of(self._pairs)  # a new one, for it remembers the sentences that it was shown
        answerer: Answerer
        if wanted.documents is not None:
            documents = [one.document() for one in wanted.documents]
            screen = screen_of(self._finder.encoder)
            answerer = SentenceAnswerer(lambda wordings: from_documents(documents, wordings, screen), judge)
        elif self._knowledge is not None:
            answerer = self._knowledge
        elif self._sources.index is not None:
            index = self._collection.index
            answerer = SentenceAnswerer(lambda wordings: from_index(index, wordings), judge)
        else:
            raise NotHere("this server has nothing to ask: send documents, or start it with --kb FILE or --index DIR")

        asker = asker_over(answerer, "best", self._pairs, self._rules)
        return told.AskTold.made_of(asker.ask(wanted.question), wanted.top)

    def read(self, data: bytes, name: str, unpacked: int, characters: int) -> told.ReadTold:
        from otherwords.reading import ReadingError, read_bytes

        problems: list[ReadingError] = []
        documents = list(read_bytes(data, name, largest=unpacked, on_error=problems.append))
        if not documents:
            raise OtherwordsError(str(problems[0]) if problems else f"{name} holds no text")
        (document,) = documents
        check_size([document.text], characters)
        return told.ReadTold(document=told.DocumentTold.made_of(document), problems=list(map(str, problems)))

    @_at_hand()
    def table(self, phrase: str, start: int, count: int) -> told.TableTold:
        from otherwords.mine.tokens import tokens

        size = len(self._table)
        if phrase.strip():
            wordings = self._table.wordings(" ".join(tokens(phrase)))[start : start + count + 1]
            rows = [self._row(one.phrase, one.text, one, fault) for one, fault in self._filter.judged(wordings)]
        else:
            pairs = self._table.pairs(start, start + count + 1)
            rows = [self._row(one.left, one.right, one, fault) for one, fault in self._filter.judged(pairs)]
        return told.TableTold(size=size, pairs=rows[:count], next=start + count if len(rows) > count else None)

    def _row(self, left: str, right: str, item: "Pair | Wording", fault: object) -> told.TablePair:
        probability = self._filter.probability(item)
        return told.TablePair(
            left=left,
            right=right,
            score=item.score,
            count=item.count,
            sentences=item.sentences,
            probability=None if probability is None else round(probability, 3),
            contexts=list(item.contexts),
            fault=str(fault) if fault else None,
        )


def check_size(texts: list[str], most: int) -> None:
    size = sum(map(len, texts))
    if size > most:
        raise TooLarge(
            f"the documents have {size:,} characters, and {most:,} may be sent at once; send fewer, or use an index"
        )
