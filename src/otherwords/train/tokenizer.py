"""The reader's tokenizer: its base model's, with a token for the line break."""

import json
from pathlib import Path

from tokenizers import Tokenizer

from otherwords.text import OtherwordsError

LINE_BREAK = "\n"


def with_line_breaks(base: Path) -> Tokenizer:
    """The base's tokenizer, except that a line break, which it drops, takes the place of an unused token.

    Spans in subtitles, verse and lists end on lines, so a reader that cannot see them cannot get them right.
    """
    for name in ("tokenizer.json", "config.json", "model.safetensors"):
        if not (base / name).is_file():
            raise OtherwordsError(f"{base} has no {name}; the base is a Hugging Face folder of a BERT encoder")
    spec = json.loads((base / "tokenizer.json").read_text(encoding="utf-8"))
    vocabulary = spec["model"]["vocab"]
    if "[unused0]" not in vocabulary:
        raise OtherwordsError(f"the vocabulary of {base} has no [unused0] to stand for line breaks; use another base")
    if len(vocabulary) > 1 << 16:
        raise OtherwordsError(f"the vocabulary of {base} is larger than 65,536; use a smaller base")
    index = vocabulary.pop("[unused0]")
    vocabulary[LINE_BREAK] = index
    spec["added_tokens"].append(
        {
            "id": index,
            "content": LINE_BREAK,
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": False,
            "special": False,
        }
    )
    spec["truncation"] = spec["padding"] = None
    return Tokenizer.from_str(json.dumps(spec))
