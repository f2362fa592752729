"""What is answered, field by field, and how it is made of what the jobs give."""

from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from otherwords import text as found

if TYPE_CHECKING:
    from otherwords.ask import answer as ask
    from otherwords.ask.asking import Asked
    from otherwords.compare import Comparison
    from otherwords.mine.expand import Expansion


class Problem(BaseModel):
    error: str = Field(description="What is wrong, and what to do.")


class Span(BaseModel):
    """A stretch of a text, in code points: `text[start:end]` in Python."""

    start: int
    end: int
    text: str

    @classmethod
    def of(cls, span: found.Span) -> "Span":
        return cls(start=span.start, end=span.end, text=span.text)


class WordPair(BaseModel):
    """A word of the query and the word of the passage that says it, each by its place."""

    query: Span
    passage: Span
    similarity: float


class Match(Span):
    document: str
    probability: float
    score: float
    page: int | None = None
    line: int | None = None
    time: list[float] | None = None
    context: Span | None = None
    explanation: list[WordPair] = []
    caution: str | None = Field(
        default=None, description="What speaks against it for all its likeness, such as other numbers."
    )

    @classmethod
    def made_of(cls, match: found.Match) -> "Match":
        place = match.location
        return cls(
            **Span.of(match.span).model_dump(),
            document=match.document_id,
            probability=round(match.probability, 4),
            score=match.score,
            page=place.page,
            line=place.line,
            time=list(place.time) if place.time else None,
            context=Span.of(match.context) if match.context else None,
            explanation=[
                WordPair(query=Span.of(one.query), passage=Span.of(one.passage), similarity=round(one.similarity, 4))
                for one in match.explanation
            ],
            caution=match.caution,
        )


class NotHere(BaseModel):
    """That nothing says it, how sure that is, and what came nearest."""

    probability: float
    nearest: Match | None = None


class FindTold(BaseModel):
    query: str
    matches: list[Match] = Field(description="The best first.")
    not_here: NotHere | None = Field(default=None, description="Given where there is no match, and only there.")

    @classmethod
    def made_of(cls, answer: found.Answer) -> "FindTold":
        none = answer.no_match
        nearest = Match.made_of(none.nearest) if none and none.nearest else None
        return cls(
            query=answer.query,
            matches=[Match.made_of(match) for match in answer.matches],
            not_here=NotHere(probability=round(none.probability, 4), nearest=nearest) if none else None,
        )


class Passage(Span):
    document: str
    page: int | None = None
    line: int | None = None
    time: list[float] | None = None

    @classmethod
    def at(cls, document: str, span: found.Span, place: found.Location) -> "Passage":
        time = list(place.time) if place.time else None
        return cls(**Span.of(span).model_dump(), document=document, page=place.page, line=place.line, time=time)


class ComparedPair(BaseModel):
    """As a line of `otherwords compare --json`."""

    kind: str = Field(description="copied, near copy, reworded, summarised or expanded")
    probability: float
    a: Passage
    b: Passage


class CompareTold(BaseModel):
    """As the last line of `otherwords compare --json`, with the pairs."""

    share: float = Field(
        description="How much of a is reused: the share of its words that pairs hold, where words in rows that another "
        "text has, too, count in full, and reworded ones less."
    )
    found: float = Field(description="The share of a's words that stand in any pair.")
    words: int = Field(description="Of a, without what was left out.")
    left_out: list[Span] = Field(description="Quotations of a that name their source, where they were to be left out.")
    pairs: list[ComparedPair]

    @classmethod
    def made_of(cls, comparison: "Comparison") -> "CompareTold":
        pairs = [
            ComparedPair(
                kind=str(pair.kind),
                probability=round(pair.probability, 4),
                a=Passage.at(pair.a_id, pair.a, pair.a_location),
                b=Passage.at(pair.b_id, pair.b, pair.b_location),
            )
            for pair in comparison.pairs
        ]
        return cls(
            share=round(comparison.share, 4),
            found=round(comparison.found, 4),
            words=comparison.words,
            left_out=list(map(Span.of, comparison.left_out)),
            pairs=pairs,
        )


class QuestionTold(BaseModel):
    id: str
    place: int = Field(description="In the list that was sent, from 0.")


class AskedBefore(BaseModel):
    text: str
    probability: float
    cosine: float
    questions: list[QuestionTold] = Field(description="All that have this text, but for capitals and spaces.")


class MatchTold(BaseModel):
    question: str
    matches: list[AskedBefore]
    nearest: AskedBefore | None = Field(default=None, description="Where nothing matches: what came nearest.")


class Ranked(BaseModel):
    text: str
    place: int = Field(description="In the list that was sent, from 0.")
    probability: float


class RankTold(BaseModel):
    query: str
    ranked: list[Ranked]


class Wording(BaseModel):
    text: str
    score: float
    count: int


class Part(Span):
    wordings: list[Wording]


class ExpandTold(BaseModel):
    query: str
    expanded: str = Field(description="In the syntax that was asked for.")
    parts: list[Part]

    @classmethod
    def made_of(cls, expansion: "Expansion", expanded: str) -> "ExpandTold":
        parts = [
            Part(
                **Span.of(part.span).model_dump(),
                wordings=[Wording(text=one.text, score=one.score, count=one.count) for one in part.wordings],
            )
            for part in expansion.parts
        ]
        return cls(query=expansion.query, expanded=expanded, parts=parts)


class AnswerTold(BaseModel):
    answer: str
    probability: float
    entity: str = Field(description="Of a knowledge base: what the question is about.")
    iri: str | None = Field(default=None, description="Of a knowledge base: which of the things of that name.")
    path: list[str] = Field(description="Of a knowledge base: the relations that lead from there to the answer.")
    passage: Passage | None = Field(default=None, description="Of documents: where the answer stands.")
    wording: str | None = Field(default=None, description="The wording of the question that found it.")

    @classmethod
    def made_of(cls, answer: "ask.Answer") -> "AnswerTold":
        place = answer.passage
        return cls(
            answer=answer.text,
            probability=round(answer.probability, 4),
            entity=answer.entity,
            iri=answer.iri,
            path=list(answer.path),
            passage=Passage.at(place.document_id, place.span, place.location) if place else None,
            wording=answer.wording.text if answer.wording else None,
        )


class AskTold(BaseModel):
    question: str
    answers: list[AnswerTold]
    total: int
    entities: list[str]
    nearest: AnswerTold | None = None

    @classmethod
    def made_of(cls, asked: "Asked", top: int) -> "AskTold":
        return cls(
            question=asked.question,
            answers=[AnswerTold.made_of(answer) for answer in asked.answers[:top]],
            total=len(asked.answers),
            entities=list(asked.entities),
            nearest=AnswerTold.made_of(asked.nearest) if asked.nearest and not asked.answers else None,
        )


class MarkTold(BaseModel):
    offset: int
    page: int | None = None
    time: list[float] | None = None


class DocumentTold(BaseModel):
    """As `/find` and `/compare` take it."""

    id: str
    text: str
    marks: list[MarkTold]
    has_lines: bool

    @classmethod
    def made_of(cls, document: found.Document) -> "DocumentTold":
        marks = [
            MarkTold(offset=mark.offset, page=mark.page, time=list(mark.time) if mark.time else None)
            for mark in document.marks
        ]
        return cls(id=document.id, text=document.text, marks=marks, has_lines=document.has_lines)


class ReadTold(BaseModel):
    document: DocumentTold
    problems: list[str] = Field(description="What of the file could not be read.")


class TablePair(BaseModel):
    left: str
    right: str
    score: float
    count: int
    sentences: int
    probability: float | None = None
    contexts: list[str]
    fault: str | None = Field(default=None, description="Why the two are probably no paraphrases.")


class TableTold(BaseModel):
    size: int
    pairs: list[TablePair]
    next: int | None = Field(default=None, description="Where the following pairs begin.")


class LimitsTold(BaseModel):
    body: int = Field(description="Bytes of a request, or of a file.")
    characters: int = Field(description="Of all documents of a request.")
    compared: int = Field(description="Of all documents of a comparison.")


class Health(BaseModel):
    status: str
    version: str
    index: bool
    table: bool
    kb: bool
    token: bool = Field(description="Whether requests need a token.")
    limits: LimitsTold
