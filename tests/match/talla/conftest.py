"""A spaCy pipeline in a folder, made in a second: its parser learned from a handful of sentences, and nothing else."""

import pytest

_SENTENCES = [
    (["where", "can", "i", "buy", "a", "car", "?"], [3, 3, 3, 3, 5, 3, 3]),
    (["i", "need", "a", "visa", "for", "my", "wife"], [1, 1, 3, 1, 3, 6, 4]),
]
_RELATIONS = [
    ["advmod", "aux", "nsubj", "ROOT", "det", "dobj", "punct"],
    ["nsubj", "ROOT", "det", "dobj", "prep", "poss", "pobj"],
]
_WORDS = {"car": "NN", "visa": "NN", "wife": "NN", "buy": "VB", "need": "VBP", "cheap": "JJ"}
_PARTS = {"NN": "NOUN", "VB": "VERB", "VBP": "VERB", "JJ": "ADJ"}


@pytest.fixture(scope="session")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> str:
    spacy = pytest.importorskip("spacy", reason="spaCy is not installed: pip install '.[parse]'")
    from spacy.tokens import Doc
    from spacy.training import Example

    spacy.util.fix_random_seed(0)
    nlp = spacy.blank("en")
    nlp.add_pipe("parser", config={"min_action_freq": 1})
    examples = [
        Example(Doc(nlp.vocab, words), Doc(nlp.vocab, words, heads=heads, deps=relations))
        for (words, heads), relations in zip(_SENTENCES, _RELATIONS, strict=True)
    ]
    nlp.initialize(lambda: examples)
    for _ in range(5):
        nlp.update(examples)
    ruler = nlp.add_pipe("attribute_ruler")
    for word, tag in _WORDS.items():
        ruler.add([[{"LOWER": word}]], {"TAG": tag, "POS": _PARTS[tag]})
    folder = tmp_path_factory.mktemp("pipeline")
    nlp.to_disk(folder)
    return str(folder)
