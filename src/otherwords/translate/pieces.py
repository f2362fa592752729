"""Text to a model's pieces and back, by the tokenizer that lies beside the model."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from otherwords.extras import require
from otherwords.text import OtherwordsError


class Pieces(Protocol):
    def of(self, text: str) -> list[str]: ...

    def text(self, pieces: Sequence[str]) -> str: ...


def open_pieces(folder: Path) -> Pieces:
    if (folder / "source.spm").is_file() and (folder / "target.spm").is_file():
        return _SentencePieces(folder)
    if (folder / "tokenizer.json").is_file():
        return _TokenizerPieces(folder / "tokenizer.json")
    raise OtherwordsError(
        f"{folder} has no tokenizer; copy source.spm and target.spm, or tokenizer.json, of the original model there"
    )


class _TokenizerPieces:
    def __init__(self, path: Path) -> None:
        from tokenizers import Tokenizer

        try:
            self._tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # tokenizers raises the bare class
            raise OtherwordsError(f"{path} is not a tokenizer's file ({error}); save it again") from error
        self._tokenizer.encode_special_tokens = True  # what a text says is text, "</s>" too

    def of(self, text: str) -> list[str]:
        tokens: list[str] = self._tokenizer.encode(text, add_special_tokens=False).tokens
        return tokens

    def text(self, pieces: Sequence[str]) -> str:
        ids = [self._tokenizer.token_to_id(piece) for piece in pieces]
        text: str = self._tokenizer.decode([i for i in ids if i is not None])
        return text.strip()


class _SentencePieces:
    def __init__(self, folder: Path) -> None:
        require(f"the tokenizer of {folder}", "translate", "sentencepiece")
        from sentencepiece import SentencePieceProcessor

        try:
            self._source = SentencePieceProcessor(model_file=str(folder / "source.spm"))
            self._target = SentencePieceProcessor(model_file=str(folder / "target.spm"))
        except (OSError, RuntimeError) as error:
            raise OtherwordsError(f"{folder} has a broken source.spm or target.spm ({error}); copy it again") from error

    def of(self, text: str) -> list[str]:
        pieces: list[str] = self._source.encode(text, out_type=str)
        return pieces

    def text(self, pieces: Sequence[str]) -> str:
        text: str = self._target.decode(list(pieces))
        return text.strip()
