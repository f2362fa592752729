"""Translating: our own English–Finnish pair, a model of the user's, or Apertium, behind one protocol."""

from otherwords.translate.choose import translator
from otherwords.translate.translation import Translation, Translator

__all__ = ["Translation", "Translator", "translator"]
