"""Generated documents and queries, in all scripts: does the offset law hold, and does nothing crash?

    python benchmarks/offset_law.py --examples 100000

Hypothesis makes the texts: any code points, runs of one script, odd white space, line breaks, marks, emoji,
right-to-left text, the query put into the document. Every answer is checked: each span, its context and both sides of
every alignment must be what the text holds between their offsets, and a "not here" must say so.

The law hangs on the tokenizer, the screens and the cutting, not on what the network has learned. So by default a small
network left to chance stands in for the reader, which answers with any span at all, and quickly; ``--shipped`` asks the
real one. Needs the extra [train].
"""

import argparse
import json
import shutil
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from otherwords import Answer, Finder, Match, OtherwordsError
from otherwords.encoder.weights import SHIPPED

SCRIPTS = [
    "abcdefghij ABC",
    "åäöÅÄÖ éüßøœ",
    "абвгдеё ЖЗ",
    "αβγδε Ωά",
    "אבגדה שׁלוֹם",
    "ابتثج مُحَمَّد",
    "हिन्दी क्षत्रिय",
    "தமிழ் எழுத்து",
    "ไทยภาษา น้ำ",
    "中文句子测试。",
    "ひらがなカタカナ漢字",
    "한국어 문장",
    "ខ្មែរ",
    "မြန်မာ",
    "😀👩‍👩‍👧‍👦🇫🇮👍🏽",
    "0123456789 ½ⅷ",
    "'’-.,;:!?…\"()",
    " \t\n\r\u00a0\u200b\u2028\ufeff\x00",
]
LETTERS = [st.text(st.sampled_from(script), min_size=1, max_size=12) for script in SCRIPTS]
ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
WORDS = st.one_of(
    *LETTERS, ANYTHING, st.sampled_from(["The ferry was late.", "Hän tuli kotiin.", "Han kom hem.", "\n", "\n\n"])
)
TEXTS = st.lists(WORDS, max_size=14).map(" ".join)


@st.composite
def questions(draw: st.DrawFn) -> tuple[str, str]:
    query, document = draw(TEXTS), draw(TEXTS)
    if draw(st.booleans()):
        document = f"{document}{query}{draw(ANYTHING)}"
    return query, document


def check(answer: Answer, query: str, document: str, top: int) -> None:
    assert bool(answer.matches) != (answer.no_match is not None)
    assert len(answer.matches) <= top
    matches: list[Match] = [*answer.matches]
    if answer.no_match and answer.no_match.nearest:
        matches.append(answer.no_match.nearest)
    for match in matches:
        span, context = match.span, match.context
        assert 0 <= span.start < span.end <= len(document)
        assert document[span.start : span.end] == span.text
        assert context is not None
        assert document[context.start : context.end] == context.text
        assert context.start <= span.start < span.end <= context.end
        assert 0 <= match.probability <= 1
        for pair in match.explanation:
            assert query[pair.query.start : pair.query.end] == pair.query.text
            assert document[pair.passage.start : pair.passage.end] == pair.passage.text
            assert span.start <= pair.passage.start < pair.passage.end <= span.end
    kept = sorted((match.span.start, match.span.end) for match in answer.matches)
    assert all(first[1] <= second[0] for first, second in pairwise(kept))


def left_to_chance(folder: Path) -> Path:
    """The shipped tokenizer and screens, with a random network of one layer."""
    from otherwords.encoder.graph import bert_graph
    from otherwords.train.export import HEADS, write_manifest

    size, rng = 32, np.random.default_rng(1)
    for name in ("tokenizer.json", "language.npz"):
        shutil.copy(SHIPPED / name, folder)
    vocabulary = len(json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"])
    shapes = {
        "embeddings.word_embeddings": (vocabulary, size),
        "embeddings.position_embeddings": (512, size),
        "embeddings.token_type_embeddings": (2, size),
        "embeddings.LayerNorm": (size,),
        **{f"encoder.layer.0.attention.self.{part}": (size, size) for part in ("query", "key", "value")},
        "encoder.layer.0.attention.output.dense": (size, size),
        "encoder.layer.0.attention.output.LayerNorm": (size,),
        "encoder.layer.0.intermediate.dense": (size, size),
        "encoder.layer.0.output.dense": (size, size),
        "encoder.layer.0.output.LayerNorm": (size,),
        **dict(zip(HEADS, ((2, size), (128, size), (128, size)), strict=True)),
    }
    weights = {}
    for name, shape in shapes.items():
        weights[f"{name}.weight"] = rng.normal(size=shape).astype(np.float32)
        weights[f"{name}.bias"] = rng.normal(size=shape[0]).astype(np.float32)
    config = {"model_type": "bert", "num_hidden_layers": 1, "hidden_size": size, "num_attention_heads": 2}
    graph = bert_graph(
        weights, {**config, "layer_norm_eps": 1e-12}, {head: (f"{head}.weight", f"{head}.bias") for head in HEADS}
    )
    (folder / "model.onnx").write_bytes(graph.SerializeToString())
    write_manifest(folder, {"max_length": 512})
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=100_000)
    parser.add_argument("--shipped", action="store_true", help="ask the shipped reader")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        finder = Finder() if options.shipped else Finder(left_to_chance(Path(folder)))
    counts = {"asked": 0, "refused": 0, "found": 0}
    began = time.monotonic()

    @settings(
        max_examples=options.examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(questions(), st.integers(1, 3), st.booleans(), st.booleans())
    def holds(question: tuple[str, str], top: int, always: bool, exhaustive: bool) -> None:
        query, document = question
        counts["asked"] += 1
        explain = counts["asked"] % 10 == 0
        try:
            answer = finder.find(query, document, top=top, always=always, exhaustive=exhaustive, explain=explain)
        except OtherwordsError:
            counts["refused"] += 1
            return
        counts["found"] += bool(answer)
        check(answer, query, document, top)

    holds()
    print(
        f"{counts['asked']:,} generated: the offset law held for all; {counts['found']:,} answered with a span,"
        f" {counts['refused']:,} queries refused as empty or too long; {time.monotonic() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
