"""From fitted weights to a folder that can be used: exported, with probabilities that were fitted, and with a card."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from otherwords.evaluate.metrics import SpanMetrics
from otherwords.evaluate.spans import SpanExample, read_spans
from otherwords.evaluate.systems import SystemOptions, build_system
from otherwords.find.calibration import Calibration
from otherwords.train.calibrate import OF_PHRASES, Judged, calibration, judged
from otherwords.train.card import Card, write_card
from otherwords.train.export import export, export_phrases, write_manifest


def finish(
    weights: Path, phrases: Path | None, base: Path, output: Path, card: Card, report: Callable[[str], None]
) -> None:
    """``weights`` lie in the work folder. ``card`` lacks the figures that are measured here."""
    report("writing the weights out")
    export(weights, base, output, {})
    if phrases is not None:
        export_phrases(phrases, output)
    report("fitting the probabilities")
    held_out = list(read_spans(weights.with_name("held_out.jsonl.gz")))
    # Pairs of neighbours, because every second one is a null.
    fitting = [example for i, example in enumerate(held_out) if i // 2 % 2 == 0]
    measuring = [example for i, example in enumerate(held_out) if i // 2 % 2]
    ours, theirs = judged(output, fitting), judged(output, measuring)
    _write_curves(output, ours)
    measured = _measure(output, measuring)
    numbers = _write_curves(output, ours + theirs)  # what is shipped makes use of them all
    write_card(output, replace(card, calibration={**numbers, "n": len(held_out)}, measured=measured))
    report(f"the weights are in {output}; try: otherwords find QUERY PATH --model {output}")


def _write_curves(output: Path, found: list[Judged]) -> dict[str, float]:
    """Those of sentences, and where phrases are read in a way of their own, those of phrases. Their numbers by name."""
    manifest = json.loads((output / "manifest.json").read_text(encoding="utf-8"))
    if "phrases.onnx" not in manifest["sha256"]:
        curves = calibration(found)
        write_manifest(output, {**manifest["settings"], "calibration": curves.settings()})
        return _numbers(curves)
    sentences = calibration([one for one in found if not one.is_phrase])
    phrases = calibration([replace(one, kind="phrases") for one in found if one.is_phrase], OF_PHRASES)
    settings = {"calibration": sentences.settings(), "phrases": {"calibration": phrases.settings()}}
    write_manifest(output, {**manifest["settings"], **settings})
    return _numbers(sentences) | {f"phrases, {name}": value for name, value in _numbers(phrases).items()}


def _numbers(curves: Calibration) -> dict[str, float]:
    return {f"{name}, {of}": value for name, curve in curves.settings().items() for of, value in curve.items()}


def _measure(output: Path, examples: list[SpanExample]) -> dict[str, float]:
    if not examples:
        return {}
    system = build_system("find", SystemOptions(output, model=output))
    metrics = SpanMetrics()
    for example in examples:
        metrics.add(example, system.answer(example.query, example.document, always=False, gold=example.gold))
    return {"n": metrics.n, **metrics.figures()}
