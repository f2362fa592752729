"""A translation model run by CTranslate2, a sentence at a time."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from otherwords.extras import require
from otherwords.text import OtherwordsError
from otherwords.translate.folder import ModelFolder
from otherwords.translate.pieces import open_pieces
from otherwords.translate.translation import BEAM, LENGTH_PENALTY, Translation
from otherwords.translate.units import distinct, joined, units

_AT_ONCE = 64
"""Sentences handed over together: enough to keep every core busy, few enough that who stops it need not wait long."""


@dataclass(frozen=True)
class _Text:
    """A text's sentences, each in pieces, and what stands before each."""

    sentences: list[str]
    pieces: list[list[str]]
    gaps: list[str]


class NeuralTranslator:
    def __init__(self, folder: ModelFolder, source: str, target: str, threads: int | None = None) -> None:
        require("translating", "translate", "ctranslate2")
        import ctranslate2

        self.name, self.source, self.target = folder.name, source, target
        self.limit = folder.max_length
        self._before, self._after = folder.around(target)
        self._end = folder.end
        self._pieces = open_pieces(folder.tokenizer)
        try:
            # One thread a sentence: then neither the batch nor the number of cores can change a result.
            self._model = ctranslate2.Translator(
                str(folder.model), device="cpu", inter_threads=threads or os.cpu_count() or 1, intra_threads=1
            )
        except (RuntimeError, ValueError) as error:
            raise OtherwordsError(f"{folder.model} cannot be loaded ({error}); convert the model again") from error

    def translate(
        self,
        texts: Sequence[str],
        beam: int = BEAM,
        length_penalty: float = LENGTH_PENALTY,
        n_best: int = 1,
    ) -> list[tuple[Translation, ...]]:
        if beam < 1 or n_best < 1:
            raise OtherwordsError("beam and n_best must be at least 1")
        prepared = [self._prepared(text) for text in texts]
        todo = [one for text in prepared for one in zip(text.sentences, text.pieces, strict=True)]
        done: list[list[Translation]] = []
        for start in range(0, len(todo), _AT_ONCE):
            done += self._translated(todo[start : start + _AT_ONCE], max(beam, n_best), length_penalty)
        results = iter(done)
        return [joined([next(results) for _ in text.gaps], text.gaps, n_best) for text in prepared]

    def _prepared(self, text: str) -> _Text:
        spans = units(text)
        sentences = [" ".join(text[start:end].split()) for start, end in spans]
        ends = [0, *(end for _, end in spans)]
        gaps = [text[end:start] if end else "" for end, (start, _) in zip(ends, spans, strict=False)]
        return _Text(sentences, [self._in_pieces(sentence) for sentence in sentences], gaps)

    def _in_pieces(self, sentence: str) -> list[str]:
        pieces = [*self._before, *self._pieces.of(sentence), *self._after]
        if len(pieces) > self.limit:
            raise OtherwordsError(
                f"a sentence of {len(pieces)} tokens is too long to translate (the limit is {self.limit}); "
                f"split it: {_beginning(sentence)}"
            )
        return pieces

    def _translated(
        self, todo: Sequence[tuple[str, list[str]]], beam: int, length_penalty: float
    ) -> Iterator[list[Translation]]:
        results = self._search([pieces for _, pieces in todo], beam, length_penalty)
        for (sentence, pieces), found in zip(todo, results, strict=True):
            # A model that turns in circles, as small ones do in a script they hardly know, may not repeat itself.
            whole = found or self._search([pieces], beam, length_penalty, no_repeat_ngram_size=3)[0]
            if not whole:
                raise OtherwordsError(
                    f"the translation does not end within {self.limit} tokens; split the sentence or reword it: "
                    f"{_beginning(sentence)}"
                )
            yield whole

    def _search(
        self, sentences: list[list[str]], beam: int, length_penalty: float, **options: int
    ) -> list[list[Translation]]:
        """For each sentence the translations that come to an end, best first."""
        try:
            results = self._model.translate_batch(
                sentences,
                max_batch_size=1,
                beam_size=beam,
                num_hypotheses=beam,
                length_penalty=length_penalty,
                max_input_length=0,  # else it would cut what is long
                max_decoding_length=self.limit,
                return_scores=True,
                return_end_token=True,  # without it, what was cut at the limit would look whole
                **options,
            )
        except RuntimeError as error:  # a model that has fewer places than its kind usually has
            raise OtherwordsError(f"{self.name} cannot translate this ({error}); try shorter sentences") from error
        return [
            distinct(
                [
                    Translation(self._pieces.text(pieces[:-1]), score)
                    for pieces, score in zip(result.hypotheses, result.scores, strict=True)
                    if pieces and pieces[-1] == self._end
                ]
            )
            for result in results
        ]


def _beginning(sentence: str) -> str:
    return f"“{sentence[:60]}…”" if len(sentence) > 60 else f"“{sentence}”"
