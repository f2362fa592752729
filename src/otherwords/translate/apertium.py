"""Apertium, the rule-based translator, run as the program that the user has installed."""

import shutil
import subprocess
from collections.abc import Sequence

from otherwords.text import OtherwordsError
from otherwords.translate.languages import three_letters
from otherwords.translate.translation import BEAM, LENGTH_PENALTY, Translation

_AT_ONCE = 1000
"""Texts a run of the program."""


class ApertiumTranslator:
    """Gives one translation a text, whatever the beam: rules have no second thoughts."""

    def __init__(self, mode: str | None, source: str, target: str) -> None:
        self.source, self.target = source, target
        self._mode = mode or f"{three_letters(source)}-{three_letters(target)}"
        self.name = f"apertium:{self._mode}"
        if shutil.which("apertium") is None:
            raise OtherwordsError(
                f"{self.name} needs the program apertium, which is not installed; "
                f"install apertium and apertium-{self._mode} with your system's packages"
            )

    def translate(
        self,
        texts: Sequence[str],
        beam: int = BEAM,
        length_penalty: float = LENGTH_PENALTY,
        n_best: int = 1,
    ) -> list[tuple[Translation, ...]]:
        lines = [" ".join(text.split()) for text in texts]
        todo = [line for line in lines if line]
        done: list[str] = []
        for start in range(0, len(todo), _AT_ONCE):
            done += self._run(todo[start : start + _AT_ONCE])
        results = iter(done)
        return [(Translation(next(results) if line else "", 0.0),) for line in lines]

    def _run(self, lines: list[str]) -> list[str]:
        # A blank line ends a sentence; a mere line break would let two texts run into each other.
        given = "\n\n".join(lines) + "\n"
        # -u: unknown words as they are, without a star
        ended = subprocess.run(["apertium", "-u", self._mode], input=given, capture_output=True, encoding="utf-8")
        if ended.returncode:
            reason = (ended.stderr or ended.stdout).strip().splitlines()
            raise OtherwordsError(f"{self.name} failed ({reason[0] if reason else ended.returncode}); see apertium -l")
        found = [line.strip() for line in ended.stdout.splitlines() if line.strip()]
        if len(found) != len(lines):
            raise OtherwordsError(f"{self.name} gave {len(found)} lines for {len(lines)}; try the texts one by one")
        return found
