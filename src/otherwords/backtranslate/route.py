"""From what a user names to the translators for both ways."""

from dataclasses import dataclass

from otherwords.backtranslate.there_and_back import ThereAndBack
from otherwords.text import OtherwordsError
from otherwords.translate import translator


@dataclass(frozen=True, slots=True)
class Route:
    """From a language to the pivot and back, and the translators by name."""

    language: str
    pivot: str
    there: str
    back: str

    def __post_init__(self) -> None:
        if self.language == self.pivot:
            raise OtherwordsError(f"the pivot must be another language than the documents', which is {self.language}")

    def open(self) -> ThereAndBack:
        return ThereAndBack(
            translator(self.there, self.language, self.pivot), translator(self.back, self.pivot, self.language)
        )


def same_way_back(name: str) -> str:
    """The same translator for the other direction."""
    if name in ("otherwords", "apertium"):
        return name
    program, _, mode = name.partition(":")
    if program == "apertium" and mode.count("-") == 1:
        source, target = mode.split("-")
        return f"{program}:{target}-{source}"
    # Most models translate one way only, and turned round they give nonsense without a word of warning.
    raise OtherwordsError(
        f"name the translator for the way back with --back ({name} again, if it translates both ways)"
    )
