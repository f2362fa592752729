"""From what a user writes to a translator."""

from pathlib import Path

from otherwords.translate.apertium import ApertiumTranslator
from otherwords.translate.folder import open_folder, open_shipped
from otherwords.translate.neural import NeuralTranslator
from otherwords.translate.translation import Translator


def translator(spec: str, source: str, target: str) -> Translator:
    """``otherwords`` (ours), ``apertium`` or ``apertium:MODE``, or a folder of a CTranslate2 or Marian model.

    Languages are two-letter codes. Which ones a folder translates between only its owner knows: it is believed.
    """
    if spec == "otherwords":
        return NeuralTranslator(open_shipped(source, target), source, target)
    program, _, mode = spec.partition(":")
    if program == "apertium":
        return ApertiumTranslator(mode or None, source, target)
    return NeuralTranslator(open_folder(Path(spec)), source, target)
