"""How little a passage differs from its query: the trivial kinds of paraphrase, and the rest.

Two steps away from the same words: other function words, and synonyms. A pair is of the first kind that fits.
"""

from enum import StrEnum

from otherwords.evaluate.lemmas import Bags
from otherwords.evaluate.synonyms import Synonyms


class Kind(StrEnum):
    SAME_LEMMAS = "same lemmas, in any order"
    SAME_CONTENT = "same content lemmas"
    SYNONYMS = "synonyms replaced"
    BOTH = "both: other function words, synonyms replaced"
    NOT_TRIVIAL = "none of these"


NEEDS_SYNONYMS = {Kind.SYNONYMS, Kind.BOTH}


def kind_of(query: Bags, passage: Bags, synonyms: Synonyms | None) -> Kind:
    has_content = bool(query.content and passage.content)
    if query.lemmas == passage.lemmas:
        return Kind.SAME_LEMMAS
    if has_content and query.content == passage.content:
        return Kind.SAME_CONTENT
    if synonyms and synonyms.turns_into(query.lemmas, passage.lemmas):
        return Kind.SYNONYMS
    if synonyms and has_content and synonyms.turns_into(query.content, passage.content):
        return Kind.BOTH
    return Kind.NOT_TRIVIAL
