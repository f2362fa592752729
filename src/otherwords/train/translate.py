"""The translator's whole recipe: data in, a folder of weights out. Every step leaves a file and is not done twice.

    python -m otherwords.train.translate WORK --minutes 6

does the fitting alone, on another machine perhaps: it reads ``WORK/train.npz`` and ``WORK/tokenizer.json`` (what
``prepare`` made) and writes ``WORK/translator.safetensors``.
"""

import argparse
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from tokenizers import Tokenizer

from otherwords.extras import require
from otherwords.train import made_from
from otherwords.train.translate_corpus import Corpus
from otherwords.train.translate_fit import Settings, fit, load, save
from otherwords.train.translate_model import Shape

SHIPPED_RECIPE = Path(__file__).parent / "translator.toml"


def train_translator(
    data: Path,
    output: Path,
    recipe: Path | None,
    work: Path,
    settings: Settings,
    report: Callable[[str], None],
    shape: Shape | None = None,
) -> None:
    require("training a translator", "train,translate", "ctranslate2")
    # Inside, because a machine that only fits has not what these need.
    from otherwords.train.translate_export import export
    from otherwords.train.translate_prepare import prepare, read_settings

    wanted = recipe or SHIPPED_RECIPE
    read_settings(wanted)
    work.mkdir(parents=True, exist_ok=True)
    made_from.check(work, "prepare", work / "train.npz", made_from.contents([wanted]))
    if not (work / "train.npz").exists():
        report("preparing the data")
        prepare(wanted, data, work, report)
    learned = asdict(settings) | {"shape": shape and asdict(shape)}
    made_from.check(work, "fit", work / "translator.safetensors", learned)
    if not (work / "translator.safetensors").exists():
        report("fitting the translator")
        fit_from(work, settings, report, shape)
    report("writing the weights out")
    corpus = Corpus.load(work / "train.npz")
    one, other = corpus.languages
    limits = {"pairs": [[one, other], [other, one]], "max_length": corpus.longest}
    export(load(work / "translator.safetensors"), work / "tokenizer.json", output, limits)
    report(f"the weights are in {output}")


def fit_from(
    work: Path,
    settings: Settings,
    report: Callable[[str], None],
    shape: Shape | None = None,
    start: Path | None = None,
) -> None:
    tokenizer = Tokenizer.from_file(str(work / "tokenizer.json"))
    model = fit(Corpus.load(work / "train.npz"), tokenizer, settings, shape, start, report)
    save(model, work / "translator.safetensors")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--steps", type=int, default=Settings.steps)
    parser.add_argument("--minutes", type=float, default=Settings.minutes)
    parser.add_argument("--batch-tokens", type=int, default=Settings.tokens)
    parser.add_argument("--learning-rate", type=float, default=Settings.learning_rate)
    parser.add_argument("--start", type=Path, help="weights of an earlier run to go on from")
    options = parser.parse_args()
    settings = Settings(
        steps=options.steps,
        minutes=options.minutes,
        tokens=options.batch_tokens,
        learning_rate=options.learning_rate,
    )
    fit_from(options.work, settings, lambda line: print(line, flush=True), start=options.start)


if __name__ == "__main__":
    main()
