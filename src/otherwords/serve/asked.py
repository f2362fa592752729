"""What may be asked, field by field; the OpenAPI description is made of this."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from otherwords.mine.filters import LIKELY_ENOUGH
from otherwords.serve import limits
from otherwords.text import Document, Mark

Query = Annotated[
    str,
    StringConstraints(min_length=1, max_length=limits.QUERY),
    Field(description="A phrase, a sentence or a question.", examples=["Nobody was injured."]),
]
Wording = Annotated[str, StringConstraints(min_length=1, max_length=limits.WORDING)]
Probability = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Offset = Annotated[int, Field(ge=0, le=1 << 40)]
Seconds = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]


class _Asked(BaseModel):
    """A name that is not known is an error, not a setting without effect; and "3" is no number."""

    model_config = ConfigDict(extra="forbid", strict=True)


class MarkAsked(_Asked):
    """From this offset on, the text stands on this page, or is spoken in this time (seconds)."""

    offset: Offset
    page: Annotated[int, Field(ge=0, le=1 << 31)] | None = None
    time: Annotated[list[Seconds], Field(min_length=2, max_length=2)] | None = None


class DocumentAsked(_Asked):
    """A text. `POST /read` makes one of a file."""

    id: Annotated[str, StringConstraints(max_length=limits.NAME)] = Field(default="", examples=["harbour.txt"])
    text: str = Field(examples=["The ferry hit the quay. No one was hurt in the crash. It sailed on."])
    marks: Annotated[list[MarkAsked], Field(max_length=limits.MARKS)] = Field(default=[], description="In order.")
    has_lines: bool = Field(default=True, description="Whether line breaks of the text are those of the file.")

    def document(self) -> Document:
        marks = tuple(
            Mark(mark.offset, mark.page, (mark.time[0], mark.time[1]) if mark.time else None)
            for mark in sorted(self.marks, key=lambda mark: mark.offset)
        )
        return Document(self.text, self.id, marks, self.has_lines)


Documents = Annotated[list[DocumentAsked], Field(min_length=1, max_length=limits.DOCUMENTS)]


class FindAsked(_Asked):
    query: Query
    documents: Documents | None = Field(default=None, description="Where to look; without them, in the server's index.")
    top: Annotated[int, Field(ge=1, le=50)] = Field(default=1, description="So many passages at most.")
    min_probability: Probability = Field(default=0.5, description='What is less likely is "not here".')
    always: bool = Field(default=False, description='Never answer "not here".')
    explain: bool = Field(default=True, description="Also which words say the same.")
    copies: bool = Field(default=True, description="In the index: also passages that say it word for word.")


class CompareAsked(_Asked):
    a: DocumentAsked = Field(description="The text whose passages are looked for.")
    others: Documents = Field(description="The texts that they are looked for in.")
    min_probability: Probability = 0.5
    leave_out_quotations: bool = Field(default=False, description="Leave out quotations that name their source.")


class QuestionAsked(_Asked):
    id: Annotated[str, StringConstraints(max_length=limits.NAME)] = ""
    text: Wording


def _as_object(question: Any) -> Any:
    return {"text": question} if isinstance(question, str) else question


TextOrQuestion = Annotated[QuestionAsked, BeforeValidator(_as_object, json_schema_input_type=Wording | QuestionAsked)]
"""No union, of which a mistake would be told once for each form, by pydantic's own names for them."""


class MatchAsked(_Asked):
    question: Query
    questions: Annotated[list[TextOrQuestion], Field(min_length=1, max_length=limits.WORDINGS)] = Field(
        examples=[["How do I get a new password?", "Where is the station?"]]
    )
    top: Annotated[int, Field(ge=1, le=50)] = 5
    min_probability: Probability = 0.5


class RankAsked(_Asked):
    query: Query
    candidates: Annotated[list[Wording], Field(min_length=1, max_length=limits.WORDINGS)] = Field(
        examples=[["No one was hurt.", "The cake was ruined."]]
    )
    top: Annotated[int, Field(ge=1, le=limits.WORDINGS)] | None = None


class ExpandAsked(_Asked):
    query: Query
    syntax: Literal["boolean", "lucene", "fts5"] = "boolean"
    wordings: Annotated[int, Field(ge=1, le=20)] = Field(default=3, description="Other wordings of a phrase, at most.")
    min_probability: Probability = Field(
        default=LIKELY_ENOUGH, description="Of mined English wordings, only those as likely to be right."
    )


class AskAsked(_Asked):
    question: Query = Field(examples=["who made the matrix"])
    documents: Documents | None = Field(
        default=None, description="Where to look; without them, in the server's knowledge base, or else its index."
    )
    top: Annotated[int, Field(ge=1, le=50)] = 5
