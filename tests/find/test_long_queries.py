"""A query as long as a paragraph is found whole, from where its beginning is said to where its ending is."""

import pytest
from harbour import HARBOUR, check

from otherwords import Document, Finder
from otherwords.find.ends import LONG, ends_of, to_its_end
from otherwords.find.found import Found
from otherwords.find.reader import Reader
from otherwords.text import Excerpt

QUERY = """On Saturday afternoon a fire broke out in the bakery on Mill Street and destroyed most of the building. The
owner, who lives above the shop, noticed smoke coming through the floor and brought her two children outside at once.
It took the fire brigade, which arrived within ten minutes, more than three hours to put out the flames, because the
roof was insulated with straw. The police believe that an old oven was the cause, and do not suspect that anybody set
the house alight. Nobody was injured. The neighbours have begun to collect money, so that the family can rent a flat
until their home has been rebuilt. The mayor promised that the town would help them, too, and thanked the volunteers who
had kept the fire away from the school next door."""
PASSAGE = """A blaze that started in the bakery in Mill Street on Saturday after lunch burned down most of the house.
The baker, whose home is on the first floor, saw smoke rising through the boards, and led her son and daughter into
the street straight away. Firemen were there in less than ten minutes. But since straw had been used to keep the roof
warm, they needed over three hours to extinguish it. Officers think it was started by an ancient oven, and see no sign
of arson. There were no injuries. People living nearby are raising funds for the family, who need to pay for a flat
until the house stands again. Help from the town was also promised by the mayor, who expressed his thanks to all the
volunteers who had stopped the flames from reaching the neighbouring school."""
FARM = """The farm on the hill was sold last year to a couple from the city. They keep forty sheep and a few goats, and
make cheese that they sell on the market every Friday. In spring visitors may come to see the lambs. """


@pytest.mark.parametrize("before", [HARBOUR + "\n", FARM * 60])
def test_it_is_found_whole(finder: Finder, before: str):
    text = before + PASSAGE + "\n" + HARBOUR
    answer = finder.find(QUERY, text)
    check(answer, Document(text))
    assert answer.best is not None
    assert answer.best.span.text.rstrip(".") == PASSAGE.rstrip(".")


def test_what_is_not_there_is_not_found(finder: Finder):
    assert not finder.find(QUERY, HARBOUR + "\n" + FARM * 60)


def test_a_beginning_alone_is_not_enough(finder: Finder):
    beginning = PASSAGE[: PASSAGE.index("Firemen")]
    assert finder.find(QUERY[: QUERY.index("It took")], HARBOUR + "\n" + beginning)
    assert not finder.find(QUERY, HARBOUR + "\n" + beginning)
    assert not finder.find(QUERY, HARBOUR + "\n" + beginning + FARM * 4)


def test_copies_are_passed_over_whole(finder: Finder):
    excerpt = Excerpt(QUERY + "\n" + FARM * 8 + PASSAGE + "\n" + HARBOUR, "news", whole=1)
    answer = finder.find_among(QUERY, [excerpt], len(excerpt.text), copies=False)
    check(answer, Document(excerpt.text, "news"))
    assert answer.best is not None
    assert answer.best.span.text.rstrip(".") == PASSAGE.rstrip(".")


@pytest.mark.parametrize("query", [QUERY, QUERY.replace(".", ","), QUERY.replace("\n", " "), "boat " * (LONG + 1)])
def test_its_ends(finder: Finder, query: str):
    """Of one that never stops, too."""
    reader = Reader(finder.encoder)
    beginning, ending = ends_of(reader, query)
    assert query.startswith(beginning)
    last = query.strip()[-ending.size :]
    assert query[-ending.size - 1 :].strip().startswith(last)
    assert len(reader.query(beginning)) < len(reader.query(query)) > len(ending.tokens)
    assert len(reader.query(last)) == len(ending.tokens)


def test_a_text_that_ends_too_soon(finder: Finder):
    reader = Reader(finder.encoder)
    _, ending = ends_of(reader, QUERY)
    document = Document("A short text.")
    assert to_its_end(reader, ending, Found(document, 2, 7, lead=5.0)) == Found(document, 2, 7, lead=0.0)


@pytest.mark.parametrize("mark", ["\u200b", "\ufeff"])
def test_what_cannot_be_seen_at_its_ends_is_no_query_of_its_own(finder: Finder, mark: str):
    answer = finder.find(f"{mark}\n{QUERY}\n{mark}", HARBOUR + "\n" + PASSAGE)
    assert answer.best is not None
    assert answer.best.span.text.rstrip(".") == PASSAGE.rstrip(".")
