"""Where in a document to look for an answer: by ``find``'s own screen. ``ask`` is handed it, for jobs do not meet."""

from collections.abc import Sequence

from otherwords.ask.sentences.gather import PLACES, WIDTH, Place, Screen
from otherwords.encoder import Encoder
from otherwords.find import screen


def screen_of(encoder: Encoder) -> Screen:
    language = screen.Language.of(encoder)

    def places(text: str, queries: Sequence[str]) -> list[list[Place]]:
        screened = screen.Screen(text, language)
        return [
            [Place(one.place.start, one.place.end, one.cold) for one in screened.places(query, None, PLACES, WIDTH)]
            for query in queries
        ]

    return places
