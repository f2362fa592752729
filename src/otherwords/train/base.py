"""The base model: what it can take, and how it is loaded."""

import json
from pathlib import Path

from otherwords.text import OtherwordsError
from otherwords.train.windows import LONGEST_QUERY

_SHORTEST = LONGEST_QUERY + 20
"""The longest query, and room for some text beside it."""


def reading_length(base: Path, wanted: int) -> int:
    """Tokens that the base reads at a time, but no more than wanted."""
    config = json.loads((base / "config.json").read_text(encoding="utf-8"))
    positions = int(config.get("max_position_embeddings", 0))
    if positions < _SHORTEST:
        raise OtherwordsError(
            f"{base} reads {positions} tokens at a time (max_position_embeddings); "
            f"a reader needs {_SHORTEST}, so use another base"
        )
    return min(wanted, positions)


def load_quietly() -> None:
    """No progress bars, and no report of the parts of a base that a reader has no use for."""
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
