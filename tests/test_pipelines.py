from pathlib import Path

import pytest

from otherwords.pipelines import hash_of

spacy = pytest.importorskip("spacy", reason="spaCy is not installed: pip install '.[parse]'")


def pipeline(folder: Path, tag: str) -> str:
    nlp = spacy.blank("en")
    nlp.add_pipe("attribute_ruler").add([[{"LOWER": "berlin"}]], {"TAG": tag})
    nlp.to_disk(folder)
    return str(folder)


def test_the_hash_of_a_pipeline(tmp_path: Path):
    one, same, other = (pipeline(tmp_path / tag, tag[:2]) for tag in ("NN", "NN again", "VB"))
    none = hash_of("en_nothing")
    assert hash_of(one) == hash_of(same)
    assert len({hash_of(one), hash_of(other), none}) == 3
    assert none == hash_of("") == hash_of(str(tmp_path))


def test_a_package_is_a_pipeline_too():
    assert hash_of("spacy") == hash_of("spacy") != hash_of("en_nothing")
