"""Words that carry grammar rather than content, by language, and the language that a text's words give away.

Written by hand, because lists of "stop words" hold many words that say something. Negations are left out on purpose:
a sentence without its "not" does not say the same.
"""

from functools import cache

from otherwords.text import words

_LISTS = {
    "en": """a an the this that these those i you he she it we they me him her us them my your his its our their mine
        yours hers ours theirs myself yourself himself herself itself ourselves themselves who whom whose which what be
        am is are was were been being do does did have has had having will would shall should can could may might must
        of in to for on at by with from as into about over after before between through than then so and or but if
        because while though when where how there here just also too very
        it's i'm you're he's she's we're they're that's""",
    "fi": """minä sinä hän se me te he ne minun sinun hänen sen meidän teidän heidän niiden minua sinua häntä sitä meitä
        teitä heitä niitä minulla sinulla hänellä meillä teillä heillä minulle sinulle hänelle meille heille tämä tuo
        nämä nuo tätä tuota tämän tuon näiden noiden tässä siinä tuossa tästä siitä joka jotka jonka jota joita mikä
        mitä kuka olla on ovat oli olivat olen olet olemme olette olisi olin olit ollut olleet ja sekä tai vai mutta
        että jotta koska kun jos kuin niin myös vielä jo nyt sitten vain siis kyllä no joo itse itsensä""",
    "sv": """jag du han hon den det vi ni de dem mig dig honom henne oss er min mitt mina din ditt dina hans hennes vår
        vårt våra ert era deras sin sitt sina sig en ett denna detta dessa som vilken vilket vad vem vara är var varit
        bli blir blev har hade ha haft ska skulle skall kan kunde må måste vill av i till för på vid med från om över
        efter före mellan genom än då så och eller men att därför medan när där här bara också mycket ju väl nog""",
    "de": """ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen mein meine meinen dein deine sein seine
        seinen ihre ihren unser unsere euer eure sich der die das den dem des ein eine einen einem einer eines dieser
        diese dieses diesen welche welcher was wer bin bist ist sind war waren gewesen werden wird wurde wurden worden
        haben hat hatte hatten habe soll sollte kann können konnte muss mag möchte von in im zu zum zur für auf an am
        bei mit aus als über nach vor zwischen durch und oder aber dass weil während wenn wo wie da hier nur auch
        sehr""",
}

FUNCTION_WORDS = {language: frozenset(listed.split()) for language, listed in _LISTS.items()}

ENOUGH_TEXT = 2000
"""Characters that a language is told from: many sentences, and nothing next to the work of answering."""


@cache
def _languages_of(word: str) -> tuple[str, ...]:
    return tuple(language for language, listed in FUNCTION_WORDS.items() if word in listed)


def detect_language(text: str) -> str | None:
    """The language whose function words are the most frequent; None for a text with none of them, or with a tie."""
    votes = dict.fromkeys(FUNCTION_WORDS, 0)
    start_of_text = text[:ENOUGH_TEXT]
    for start, end in words(start_of_text):
        for language in _languages_of(start_of_text[start:end].casefold()):
            votes[language] += 1
    most = max(votes.values())
    leaders = [language for language, count in votes.items() if count == most]
    return leaders[0] if most and len(leaders) == 1 else None
