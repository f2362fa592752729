"""``otherwords train``: weights made again, or made for other texts."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from otherwords.extras import require
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from otherwords.train.grid import Plan, Tried

app = typer.Typer(help="Train weights of your own, or ours again.", no_args_is_help=True)


@app.command()
def find(
    base: Annotated[Path, typer.Option(help="A BERT encoder to start from: config.json, safetensors, tokenizer.json.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the weights.")],
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE...]", help="Spans or versions (JSON lines, also .gz).")
    ] = None,
    dev: Annotated[
        Path | None, typer.Option(help="FILE: spans to choose the weights by; else some are held out.")
    ] = None,
    batch_size: Annotated[list[int] | None, typer.Option(min=1, help="FILE: windows a batch (32).")] = None,
    epochs: Annotated[list[int] | None, typer.Option(min=1, help="FILE: how often all is read (2).")] = None,
    patience: Annotated[
        int | None,
        typer.Option(min=1, help="FILE: evaluations, two an epoch, without a better one before it ends (3)."),
    ] = None,
    grid: Annotated[
        bool, typer.Option("--grid", help="FILE: try 8, 16, 32 × 5e-5, 3e-5, 2e-5 × 2, 3 epochs, or those given.")
    ] = False,
    data: Annotated[Path | None, typer.Option(help="Recipe: the folder that its files lie in.")] = None,
    recipe: Annotated[Path | None, typer.Option(help="Sources and shares (TOML); else the shipped reader's.")] = None,
    teacher: Annotated[
        Path | None,
        typer.Option(help="Recipe: a larger sentence encoder, which learns to read first and then teaches."),
    ] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="Recipe: steps of training (7,000).")] = None,
    batch_tokens: Annotated[int | None, typer.Option(min=400, help="Recipe: tokens a batch (98,304).")] = None,
    workers: Annotated[
        int | None, typer.Option(min=0, help="Recipe: processes that make batches (0: this one).")
    ] = None,
    learning_rate: Annotated[
        list[float] | None, typer.Option(help="The highest learning rate (FILE: 3e-5; recipe: 3e-4).")
    ] = None,
    minutes: Annotated[float, typer.Option(min=1e-9, help="End a fit by then, whatever else is said.")] = float("inf"),
    work: Annotated[Path | None, typer.Option(help="Where steps in between are kept; else OUTPUT/work.")] = None,
) -> None:
    """Train a span reader: prepare the data, fit, export to ONNX, fit the probabilities, write a card.

    From files of your own, where --batch-size, --learning-rate and --epochs may be given several times: all
    combinations are tried, and the best on the dev set is kept. Or from a recipe and its --data.

    A step whose result lies in the work folder is not done again, so a run that was stopped goes on where it was, and
    the fitting alone may be done on another machine (python -m otherwords.train.fit).

    Example: otherwords train find train.jsonl.gz --dev dev.jsonl.gz --base MiniLM-L6/ -o my-reader/ --grid

    Example: otherwords train find --data corpora/ --base MiniLM-L6/ --teacher mpnet/ -o my-reader/ --workers 8
    """
    _require_training()
    for_files = {"--dev": dev, "--batch-size": batch_size, "--epochs": epochs, "--patience": patience, "--grid": grid}
    for_recipe = {
        "--recipe": recipe,
        "--teacher": teacher,
        "--steps": steps,
        "--batch-tokens": batch_tokens,
        "--workers": workers,
    }
    folder = work or output / "work"
    if files and data is None:
        _refuse(for_recipe, "goes with --data and not with files")
        from otherwords.train.find_files import Files, train_on_files

        plan = _plan(grid, batch_size, learning_rate, epochs, patience, minutes)
        _show(train_on_files(Files(files, dev), base, output, folder, plan, report=typer.echo))
    elif data is not None and not files:
        _refuse(for_files, "goes with files and not with --data")
        if learning_rate and len(learning_rate) > 1:
            raise OtherwordsError("with --data there is one --learning-rate; several are tried with files")
        from otherwords.train.find import train_reader
        from otherwords.train.fit import Settings

        given = {"steps": steps, "tokens": batch_tokens, "workers": workers, "minutes": minutes}
        given["learning_rate"] = learning_rate[0] if learning_rate else None
        settings = Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
        train_reader(data, base, teacher, output, recipe, folder, settings, report=typer.echo)
    else:
        raise OtherwordsError("give either files of spans or versions, or --data, the folder of a recipe's files")


@app.command()
def translate(
    data: Annotated[Path, typer.Option(help="The folder that the recipe's files lie in.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the weights.")],
    recipe: Annotated[
        Path | None, typer.Option(help="Languages, sources (TOML); else the shipped translator's.")
    ] = None,
    work: Annotated[Path | None, typer.Option(help="Where steps in between are kept; else OUTPUT/work.")] = None,
    steps: Annotated[int, typer.Option(min=1, help="Steps of training.")] = 10_000,
    minutes: Annotated[float, typer.Option(min=1e-9, help="Stop by then, whatever the steps.")] = float("inf"),
) -> None:
    """Train a translator between two languages, both ways: the kind that data backtranslate uses.

    Example: otherwords train translate --data corpora/ -o my-translator/
    """
    _require_training()
    from otherwords.train.translate import train_translator
    from otherwords.train.translate_fit import Settings

    settings = Settings(steps=steps, minutes=minutes)
    train_translator(data, output, recipe, work or output / "work", settings, report=typer.echo)


@app.command()
def match(
    data: Annotated[Path, typer.Option(help="The folder that the recipe's files lie in.")],
    base: Annotated[Path, typer.Option(help="A BERT sentence encoder: config.json, safetensors, tokenizer.json.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the weights.")],
    teacher: Annotated[
        Path | None, typer.Option(help="A larger sentence encoder, whose judgement is learned; else the base.")
    ] = None,
    recipe: Annotated[Path | None, typer.Option(help="Sources and shares (TOML); else the shipped model's.")] = None,
    work: Annotated[Path | None, typer.Option(help="Where steps in between are kept; else OUTPUT/work.")] = None,
    steps: Annotated[int, typer.Option(min=1, help="Steps of training.")] = 8000,
    minutes: Annotated[float, typer.Option(min=1e-9, help="Stop by then, whatever the steps.")] = float("inf"),
    batch_tokens: Annotated[int, typer.Option(min=400, help="Tokens a batch.")] = 49_152,
    workers: Annotated[int, typer.Option(min=0, help="Processes that make batches.")] = 0,
) -> None:
    """Train the pair model that match and rank use: vectors of texts, and what one text is to another.

    The fitting alone may be done on another machine (python -m otherwords.train.pair_fit).

    Example: otherwords train match --data corpora/ --base MiniLM-L6/ --teacher mpnet/ -o my-pairs/ --workers 8
    """
    _require_training()
    from otherwords.train.match import train_pairs
    from otherwords.train.pair_fit import Settings

    settings = Settings(steps=steps, minutes=minutes, tokens=batch_tokens, workers=workers)
    train_pairs(data, base, teacher or base, output, recipe, work or output / "work", settings, report=typer.echo)


@app.command()
def rank(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Lists of candidates with labels; JSON lines, also .gz.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for what was learned.")],
) -> None:
    """Teach rank which candidates are the better ones, by lists of your own. Needs no GPU, nor PyTorch.

    Labels are numbers, higher where a candidate is nearer. Labels of 0 and 1 are learned as probabilities; by others,
    candidates are put in order, and their probabilities stay as they were.

    Example: otherwords train rank lists.jsonl -o my-ranker/

    Example: otherwords rank "free of charge" wordings.txt --model my-ranker/
    """
    from otherwords.evaluate.rank_learning import learn_rank

    learn_rank(files, output, typer.echo)


@app.command()
def answer(
    data: Annotated[Path, typer.Option(help="The folder that the recipe's files lie in.")],
    model: Annotated[Path, typer.Option(metavar="DIR", help="The pair model that the weights are for, and go into.")],
    recipe: Annotated[
        Path | None, typer.Option(help="The recipe that the model was trained by (TOML); else the shipped one's.")
    ] = None,
) -> None:
    """Fit again how probably a sentence answers a question, for a pair model that is there. Needs no GPU.

    train match does this too, as its last step.

    Example: otherwords train answer --data corpora/ --model my-pairs/
    """
    _require_training()
    from otherwords.train.answer_calibrate import fit_answers
    from otherwords.train.match import SHIPPED_RECIPE

    measured = fit_answers(model, recipe or SHIPPED_RECIPE, data)
    typer.echo(", ".join(f"{name} {value:g}" for name, value in measured.items()))


@app.command()
def tagger(
    data: Annotated[Path, typer.Option(help="NLTK's masc_tagged.zip.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the weights.")],
) -> None:
    """Train the tagger that mine uses: which words are names, verbs, pronouns, numbers. Takes minutes, and no GPU.

    Example: otherwords train tagger --data masc_tagged.zip -o my-tagger/
    """
    _require_training()
    from otherwords.train.tagger import train_tagger
    from otherwords.train.tagger_fit import Settings

    train_tagger(data, output, Settings(), report=typer.echo)


@app.command()
def ask(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Questions with answers; without --kb, lists; JSON lines, also .gz."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the weights.")],
    kb: Annotated[
        str | None, typer.Option(metavar="FILE|URL", help="The knowledge base, or a SPARQL endpoint.")
    ] = None,
    system: Annotated[
        str,
        typer.Option(
            help="best (ours); the paper's base, avgpara, dataugment, seppara, para4qa; weights (from pairs)."
        ),
    ] = "best",
    wordings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Wordings of the questions, out of otherwords data wordings.")
    ] = None,
    weights: Annotated[
        Path | None, typer.Option(metavar="DIR", help="seppara, para4qa-pairs: what --system weights learned.")
    ] = None,
    words_only: Annotated[
        bool, typer.Option("--words-only", metavar="", help="best: by words alone, without the encoder's vectors.")
    ] = False,
) -> None:
    """Learn how questions are asked, from questions and their answers alone. Needs no GPU, nor PyTorch.

    Of a knowledge base (--kb), or of lists of sentences that may answer them. --system weights learns from pairs of
    questions whether they ask the same.

    Example: otherwords train ask --kb films.tsv.gz train.jsonl.gz -o my-ask/

    Example: otherwords train ask --kb films.tsv.gz train.jsonl --system para4qa --wordings wordings.jsonl -o para4qa/

    Example: otherwords train ask lists.jsonl --system para4qa+cnt --wordings wordings.jsonl -o sentences/

    Example: otherwords train ask pairs.jsonl --system weights -o weights/
    """
    from otherwords.evaluate.ask_learning import learn_ask

    learn_ask(
        files, output, system, kb=kb, wordings=wordings, weights=weights, words_only=words_only, report=typer.echo
    )


def _require_training() -> None:
    require("training", "train", "torch", "transformers", "onnx", "safetensors")


def _refuse(options: dict[str, Any], why: str) -> None:
    for name, value in options.items():
        if value:
            raise OtherwordsError(f"{name} {why}")


def _plan(
    grid: bool,
    batch_sizes: list[int] | None,
    learning_rates: list[float] | None,
    epochs: list[int] | None,
    patience: int | None,
    minutes: float,
) -> "Plan":
    from otherwords.train.grid import BATCH_SIZES, EPOCHS, LEARNING_RATES, Plan

    plan = Plan(BATCH_SIZES, LEARNING_RATES, EPOCHS) if grid else Plan()
    return Plan(
        tuple(batch_sizes or plan.batch_sizes),
        tuple(learning_rates or plan.learning_rates),
        tuple(epochs or plan.epochs),
        patience or plan.patience,
        minutes,
    )


def _show(tried: "list[Tried]") -> None:
    if len(tried) < 2:
        return
    from rich.console import Console
    from rich.table import Table

    from otherwords.train.grid import best

    table = Table("batch size", "learning rate", "epochs", "EM", "F1", "")
    for column in table.columns[:5]:
        column.justify = "right"
    for one in tried:
        cells = [f"{one[name]:g}" for name in ("batch_size", "learning_rate", "epochs", "em", "f1")]
        table.add_row(*cells, "best" if one is best(tried) else "")
    Console().print(table)
