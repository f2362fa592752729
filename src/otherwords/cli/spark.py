"""What commands that can run on Spark have in common."""

from typing import Annotated

import typer

from otherwords.text import OtherwordsError

Master = Annotated[
    str | None, typer.Option(metavar="URL", help="Spark's master, such as spark://HOST:PORT.", show_default=False)
]
Memory = Annotated[str, typer.Option(metavar="SIZE", help="Memory for each of Spark's workers.")]


def master_for(engine: str, master: str | None, *, here: str) -> str | None:
    """The master of the engine spark; None for the engine that works on this machine."""
    if engine not in (here, "spark"):
        raise OtherwordsError(f"there is no engine {engine}; choose {here} or spark")
    if engine == "spark":
        from otherwords.spark.session import LOCAL

        return master or LOCAL
    if master is not None:
        raise OtherwordsError("a master is for Spark; add --engine spark")
    return None


def megabytes(memory: str) -> int:
    from otherwords.mine.settings import Settings

    return Settings(memory=memory).memory_bytes >> 20
