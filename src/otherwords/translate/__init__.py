"""Translating: our own English–Finnish pair, a model of the user's, or Apertium, behind one protocol."""

from otherwords.translate.choose import translator
from otherwords.translate.translation import Progress, Translation, Translator

__all__ = ["Progress", "Translation", "Translator", "translator"]
