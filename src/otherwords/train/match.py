"""The pair model's whole recipe: data in, a folder of weights out. Every step leaves a file and is not done twice."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from safetensors.numpy import load_file
from safetensors.torch import load_file as load_tensors
from tokenizers import Tokenizer

from otherwords.ask.sentences.judge import SETTING
from otherwords.encoder.graph import bert_graph
from otherwords.encoder.pairs import PairModel
from otherwords.evaluate.files import writing
from otherwords.text import OtherwordsError
from otherwords.train import made_from
from otherwords.train.answer_calibrate import answer_weights, kept_aside, write_answers_card
from otherwords.train.base import load_quietly
from otherwords.train.calibrate import calibration_error
from otherwords.train.card import figures, table, table_of
from otherwords.train.export import write_manifest
from otherwords.train.pair_calibrate import Labelled, pair_curve, unseen_pairs
from otherwords.train.pair_corpus import PairCorpus, prepare_pairs, texts_of
from otherwords.train.pair_fit import Settings, fit_pairs
from otherwords.train.pair_model import PairNetwork
from otherwords.train.phrase_fit import PhraseSettings, fit_phrases
from otherwords.train.phrases import Phrases, read_phrases
from otherwords.train.recipe import read_toml
from otherwords.train.whole import save_model

SHIPPED_RECIPE = Path(__file__).parent / "pairs.toml"
HEADS = ("pair_scores", "text_vectors")

Report = Callable[[str], None]


def train_pairs(
    data: Path,
    base: Path,
    teacher: Path,
    output: Path,
    recipe: Path | None,
    work: Path,
    settings: Settings,
    report: Report,
) -> None:
    load_quietly()
    fitted, learned = work / "pairs.safetensors", work / "phrases.safetensors"
    wanted = recipe or SHIPPED_RECIPE
    last = learned if read_toml(wanted).get("phrases") else fitted
    _check(base, teacher, is_fitted=fitted.exists(), is_done=last.exists())
    phrases = read_phrases(wanted, data)  # a mistake in the recipe is told before hours of work
    work.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    made_from.check(work, "prepare", work / "pairs.npz", made_from.contents([wanted, base / "tokenizer.json"]))
    if not (work / "pairs.npz").exists():
        report("preparing the data")
        prepare_pairs(wanted, data, tokenizer).save(work / "pairs.npz")
    corpus = PairCorpus.load(work / "pairs.npz")
    made_from.check(work, "fit", fitted, asdict(settings) | {"workers": None})
    if not fitted.exists():
        report("fitting the pair model")
        save_model(fit_pairs(corpus, tokenizer, base, teacher, settings, report), fitted)
    course = PhraseSettings(steps=min(settings.steps, PhraseSettings.steps))
    if last == learned:
        made_from.check(work, "phrases", learned, asdict(course))
        if not learned.exists():
            report("learning phrases")
            network = PairNetwork(base)
            network.load_state_dict(load_tensors(fitted))
            save_model(fit_phrases(network, phrases, corpus, tokenizer, course, report), learned)
    report("writing the weights out")
    longest = _export(last, base, output)
    report("fitting the probabilities")
    model = PairModel(output)
    seen = texts_of(wanted, data)
    curve, measured = _fitted(model, unseen_pairs(wanted, data, seen, model))
    answers = answer_weights(model, kept_aside(wanted, data, seen))
    curves = {"calibration": curve, SETTING: answers[0]}
    write_manifest(output, {"max_length": longest, **{name: numbers for name, numbers in curves.items() if numbers}})
    told = asdict(settings) | {
        f"{name}, for phrases": value for name, value in asdict(course).items() if last == learned
    }
    _write_card(output, wanted, _counts(corpus, phrases), base, teacher, told, curve, measured)
    if answers[0]:
        write_answers_card(output, *answers)
    report(f"the weights are in {output}; try: otherwords match QUESTION FILE --model {output}")


def _check(base: Path, teacher: Path, *, is_fitted: bool, is_done: bool) -> None:
    """Before hours of work. Who fitted on another machine may have left the teacher there, and the base's weights."""
    needed = [(base, name) for name in ("tokenizer.json", "config.json")]
    if not is_done:
        needed.append((base, "model.safetensors"))
    if not is_fitted:
        needed += [(teacher, "tokenizer.json"), (teacher, "config.json")]
    for folder, name in needed:
        if not (folder / name).is_file():
            whose = "base" if folder == base else "teacher"
            raise OtherwordsError(f"{folder} has no {name}; the {whose} is a Hugging Face folder of a BERT encoder")


def _export(file: Path, base: Path, out: Path) -> int:
    """Writes graph, tokenizer and a manifest without probabilities; tells the longest row."""
    out.mkdir(parents=True, exist_ok=True)
    fitted = {name: tensor.astype(np.float32) for name, tensor in load_file(file).items()}
    weights = {name.removeprefix("encoder."): t for name, t in fitted.items() if name.startswith("encoder.")}
    weights |= {name: t for name, t in fitted.items() if not name.startswith("encoder.")}
    config = json.loads((base / "config.json").read_text(encoding="utf-8"))
    onnx.save(bert_graph(weights, config, {h: (f"{h}.weight", f"{h}.bias") for h in HEADS}), out / "model.onnx")
    (out / "tokenizer.json").write_bytes((base / "tokenizer.json").read_bytes())
    longest = int(config["max_position_embeddings"])
    write_manifest(out, {"max_length": longest})
    return longest


def _fitted(model: PairModel, unseen: Labelled) -> tuple[dict[str, float], dict[str, float]]:
    """The curve, fitted on all pairs, and what one fitted on half of them says of the other half."""
    if not unseen.pairs:
        return {}, {}
    evidence = model.evidence(unseen.pairs).astype(np.float64)
    labels, counts = np.array(unseen.labels), np.array(unseen.counts)
    fitting = np.array(unseen.firsts) % 2 == 0
    half = pair_curve(evidence[fitting], labels[fitting].tolist(), counts[fitting].tolist())
    *weights, intercept = half.values()
    p = 1 / (1 + np.exp(-(evidence[~fitting] @ np.array(weights) + intercept)))
    right, counting = labels[~fitting], counts[~fitting]
    accuracy = round(float(np.average((p >= 0.5) == right, weights=counting)), 4)
    measured = {"pairs": len(p), "accuracy": accuracy, "ece": calibration_error(p, right, counting)}
    return pair_curve(evidence, unseen.labels, unseen.counts), measured


def _counts(corpus: PairCorpus, phrases: Phrases) -> dict[str, int]:
    counts = {"texts": len(corpus.starts) - 1, "pairs that say the same": len(corpus.same)}
    counts |= {"judged pairs": len(corpus.judged), "pairs with exchanged words": len(corpus.made)}
    counts |= {"questions with their answers": len(corpus.asked), "questions about paragraphs": len(corpus.about)}
    told = {"phrases that say the same": len(phrases.same), "phrases that do not": len(phrases.other)}
    return counts | (told if phrases.same else {})


def _write_card(
    folder: Path,
    recipe: Path,
    counts: dict[str, int],
    base: Path,
    teacher: Path,
    settings: dict[str, Any],
    curve: dict[str, float],
    measured: dict[str, float],
) -> None:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    sources = read_toml(recipe)
    command = f"otherwords train match --data DIR --base {base.name}/ --teacher {teacher.name}/ -o DIR"
    parts = [
        "# A pair model",
        "Tells how near two texts are, whether they say the same, and whether one answers the other: "
        "`otherwords match`, `otherwords rank`. English.",
        "## Trained on",
        table_of([*sources["source"], *sources.get("phrases", [])]),
        table(["what", "number"], ([name, f"{count:,}"] for name, count in counts.items())),
        f"Base: {base.name}. The teacher was {teacher.name}: its cosine says how near two texts are, and after it had "
        "learned to read the judged pairs, its readings of all the others were learned too.",
        "## Settings",
        table(["setting", "value"], ([name, f"{value}"] for name, value in settings.items())),
        "To train it again:",
        f"    {command}",
        "## Probabilities",
        "A logistic curve over the cosine and over how the pair reads (*same*), fitted on texts that the model never "
        "saw. Of half of them, with a curve fitted on the other half:",
        figures(measured),
        figures(curve),
        *(["What the curve was fitted on:", table_of(sources["calibrate"])] if "calibrate" in sources else []),
        "## Files",
        table(["file", "sha256"], manifest["sha256"].items()),
    ]
    with writing(folder / "README.md") as file:
        file.write("\n\n".join(parts) + "\n")
