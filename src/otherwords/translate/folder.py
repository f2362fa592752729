"""A folder that holds a translation model: ours with a manifest, a CTranslate2 one, or a Marian one."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from otherwords.encoder.weights import check, read_object
from otherwords.text import OtherwordsError
from otherwords.translate.languages import three_letters

SHIPPED = Path(__file__).parent.parent / "weights" / "translator"

_MARIAN_LENGTH = 512
"""What OPUS-MT models read; a converted folder does not say."""


@dataclass(frozen=True)
class ModelFolder:
    """Where the CTranslate2 model lies, where its tokenizer lies, and how much it reads."""

    name: str
    model: Path
    tokenizer: Path
    max_length: int = _MARIAN_LENGTH

    @cached_property
    def _config(self) -> dict[str, Any]:
        path = self.model / "config.json"
        return read_object(path) if path.is_file() else {}

    @property
    def start(self) -> str:
        return str(self._config.get("decoder_start_token", self.end))

    @property
    def end(self) -> str:
        return str(self._config.get("eos_token", "</s>"))

    @property
    def unknown(self) -> str:
        return str(self._config.get("unk_token", "<unk>"))

    def around(self, target: str) -> tuple[list[str], list[str]]:
        """The pieces that stand before and after a sentence: a mark of the language, and of the end."""
        after = [] if self._config.get("add_source_eos") else [self.end]
        marks = {token for token in self.tokens("source") if token.startswith(">>") and token.endswith("<<")}
        if not marks:
            return [], after
        for code in (target, three_letters(target)):
            if f">>{code}<<" in marks:
                return [f">>{code}<<"], after
        raise OtherwordsError(f"{self.name} does not translate into {target}; it knows {' '.join(sorted(marks))}")

    def tokens(self, side: str) -> list[str]:
        """The vocabulary of the side that it reads, ``source``, or writes, ``target``."""
        for name in ("shared_vocabulary", f"{side}_vocabulary"):
            if (path := self.model / f"{name}.json").is_file():
                return list(json.loads(path.read_text(encoding="utf-8")))
            if (path := self.model / f"{name}.txt").is_file():
                return path.read_text(encoding="utf-8").splitlines()
        return []


def open_folder(path: Path) -> ModelFolder:
    """Any of the three kinds; a Marian folder comes back converted."""
    if not path.is_dir():
        raise OtherwordsError(f"{path} is not a folder; a translator is “otherwords”, “apertium:MODE” or a folder")
    if (path / "model.bin").is_file():
        settings = _checked_settings(path)
        return ModelFolder(path.name, path, path, settings.get("max_length", _MARIAN_LENGTH))
    if (path / "config.json").is_file() and (config := read_object(path / "config.json")).get("model_type") == "marian":
        from otherwords.translate.marian import converted

        return ModelFolder(path.name, converted(path), path, config.get("max_position_embeddings", _MARIAN_LENGTH))
    raise OtherwordsError(
        f"{path} holds neither a CTranslate2 model (model.bin) nor a Marian one (config.json with model_type marian)"
    )


def open_shipped(source: str, target: str, path: Path = SHIPPED) -> ModelFolder:
    settings = _checked_settings(path)
    pairs = settings["pairs"]
    if [source, target] not in pairs:
        known = ", ".join("→".join(pair) for pair in pairs)
        raise OtherwordsError(f"otherwords translates {known}, not {source}→{target}; give a model's folder")
    return ModelFolder("otherwords", path, path, settings["max_length"])


def _checked_settings(path: Path) -> dict[str, Any]:
    """The manifest's settings, once every file is found to be the one that it names; none without a manifest."""
    if not (path / "manifest.json").is_file():
        return {}
    manifest = read_object(path / "manifest.json")
    check(path, manifest.get("sha256", {}))
    settings: dict[str, Any] = manifest.get("settings", {})
    return settings
