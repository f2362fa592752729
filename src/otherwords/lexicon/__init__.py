"""What is known about single words, in small lists written by hand; and where two texts contrast by it."""

from otherwords.lexicon.contrast import contrast
from otherwords.lexicon.contrasted import Contrasted, contrasted
from otherwords.lexicon.lists import Lexicon, has_word, language_of, languages, lexicon_of

__all__ = ["Contrasted", "Lexicon", "contrast", "contrasted", "has_word", "language_of", "languages", "lexicon_of"]
