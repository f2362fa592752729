"""``otherwords train``: weights made again, or made for other texts."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Train weights of your own, or ours again.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Keeps ``find`` a command of its own, however few commands there are."""


@app.command()
def find(
    data: Annotated[Path, typer.Option(help="The folder that the recipe's files lie in.")],
    base: Annotated[Path, typer.Option(help="A BERT encoder to start from: config.json, safetensors, tokenizer.json.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the weights.")],
    recipe: Annotated[Path | None, typer.Option(help="Sources and shares (TOML); else the shipped reader's.")] = None,
    work: Annotated[Path | None, typer.Option(help="Where steps in between are kept; else OUTPUT/work.")] = None,
    steps: Annotated[int, typer.Option(min=1, help="Steps of training.")] = 5000,
    minutes: Annotated[float, typer.Option(min=1e-9, help="Stop by then, whatever the steps.")] = float("inf"),
    batch_tokens: Annotated[int, typer.Option(min=400, help="Tokens a batch.")] = 98_304,
    learning_rate: Annotated[float, typer.Option(help="The highest learning rate.")] = 3e-4,
    workers: Annotated[int, typer.Option(min=0, help="Processes that make batches.")] = 0,
) -> None:
    """Train a span reader: prepare the data, fit, export to ONNX, fit the probabilities.

    A step whose result lies in the work folder is not done again, so a run that was stopped goes on where it was, and
    the fitting alone may be done on another machine (python -m otherwords.train.fit).

    Example: otherwords train find --data corpora/ --base MiniLM-L6/ -o my-reader/ --workers 8
    """
    from otherwords.train.extra import require_training

    require_training()
    from otherwords.train.find import train_reader
    from otherwords.train.fit import Settings

    settings = Settings(steps=steps, minutes=minutes, tokens=batch_tokens, learning_rate=learning_rate, workers=workers)
    train_reader(data, base, output, recipe, work or output / "work", settings, report=typer.echo)
