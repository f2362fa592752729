"""A Hugging Face Marian folder (OPUS-MT as it is published) for CTranslate2."""

import contextlib
import io
import logging
import tempfile
import warnings
from atexit import register
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

from otherwords.extras import require
from otherwords.text import OtherwordsError


def converted(folder: Path) -> Path:
    """A folder with the same model for CTranslate2, which lasts as long as the process."""
    if not (folder / "source.spm").is_file() or not (folder / "target.spm").is_file():
        raise OtherwordsError(f"{folder} lacks source.spm or target.spm; copy the model's whole folder")
    otherwise = "or convert it once with ct2-transformers-converter --copy_files source.spm target.spm"
    require("reading a Marian folder", "translate,train", "ctranslate2", "torch", "transformers", otherwise=otherwise)
    from ctranslate2.converters import TransformersConverter

    place = Path(tempfile.mkdtemp(prefix="otherwords-marian-"))
    register(rmtree, place, ignore_errors=True)
    try:
        with contextlib.redirect_stderr(io.StringIO()), _quiet("transformers"), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it recommends a package that it then does not use
            TransformersConverter(str(folder)).convert(str(place / "model"))
    except Exception as error:  # whatever transformers, torch or safetensors raise at a broken file
        reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise OtherwordsError(f"{folder} cannot be converted ({reason}); copy the model's whole folder") from error
    return place / "model"


@contextlib.contextmanager
def _quiet(name: str) -> Iterator[None]:
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)
