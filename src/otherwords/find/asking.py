"""What is asked, in each way of reading, and which way's answer counts."""

from collections.abc import Callable, Iterable, Iterator

from otherwords.find.ends import LONG, ends_of
from otherwords.find.found import WordForWord
from otherwords.find.ways import Way, is_phrase
from otherwords.find.weigh import LIKELY, Weighed
from otherwords.text import Document, OtherwordsError, as_document, readable, words


class Search:
    """A query, and what is learned of the documents while they pass by. All have passed before a place is read."""

    def __init__(self, query: str, top: int, searched: int = 0) -> None:
        self.query, self.top, self.searched = query, top, searched
        # A sentence of one word, such as "Well.", is said everywhere to say something else.
        is_looked_for = is_phrase(query) or len(list(words(query))) > 1
        self.word_for_word = WordForWord(query, top if is_looked_for else 0)

    def passing(self, documents: Iterable[Document | str]) -> Iterator[Document]:
        if isinstance(documents, str | Document):
            raise OtherwordsError("give documents as a list, also where there is but one")
        for one in documents:
            document = readable(as_document(one))
            self.searched += len(document.text)
            self.word_for_word.note(document)
            yield document


class Asking:
    """A search in one way of reading."""

    def __init__(self, way: Way, search: Search) -> None:
        self.way, self.search, reader = way, search, way.reader
        self.sought, self.ending = search.query, None
        """What is looked for: the query, or the beginning of a long one, to be followed by its ending."""
        self.tokens = reader.query(search.query)
        if len(self.tokens) > LONG:
            self.sought, self.ending = ends_of(reader, search.query)
            self.tokens = reader.query(self.sought)
        self.kept = max(way.kept, search.top)
        self.spans = max(way.spans, search.top)
        """Of a window."""
        self.most = max(way.places, search.top)
        """Places that are read."""

    @property
    def first(self) -> int:
        """Places that are read before the others."""
        return self.way.first_places if self.search.top == 1 else self.most


def likelier(askings: list[Asking], read: Callable[[int], list[Weighed]]) -> list[Weighed]:
    """Of a few words that may be a sentence: what was found for them as one, where that is likely; else the likelier
    of what both ways found. ``read`` takes the place of an asking, and is asked for the second only where it counts.

    Where they stand word for word, they alone are meant, and not the sentence around them.
    """
    last = len(askings) - 1
    if last == 0 or askings[last].search.word_for_word.is_said:
        return read(last)
    found = read(0)
    if found and found[0].probability >= LIKELY:
        return found
    return max([found, read(last)], key=lambda spans: spans[0].probability if spans else 0.0)
