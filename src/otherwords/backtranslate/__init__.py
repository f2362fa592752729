"""Examples in a language without paraphrase data: a sentence, translated to another language and back, asks for itself.

The way of "Semantic Search as Extractive Paraphrase Span Detection": sample a sentence of a document, translate it to a
pivot language and back, and seek what came back in the document.
"""

from otherwords.backtranslate.choice import Sample
from otherwords.backtranslate.irretrievable import with_irretrievables
from otherwords.backtranslate.route import Route, same_way_back
from otherwords.backtranslate.run import Settings
from otherwords.backtranslate.write import Outcome, write_back_translations

__all__ = ["Outcome", "Route", "Sample", "Settings", "same_way_back", "with_irretrievables", "write_back_translations"]
