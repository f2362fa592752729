"""The one sentence for whoever lacks what training needs."""

from importlib.util import find_spec

from otherwords.text import OtherwordsError


def require_training() -> None:
    missing = [name for name in ("torch", "transformers", "onnx", "safetensors") if find_spec(name) is None]
    if missing:
        raise OtherwordsError(f"training needs {', '.join(missing)}: pip install 'otherwords[train]'")
