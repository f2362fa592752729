"""``otherwords serve``: an HTTP API, an MCP endpoint and a page in the browser."""

from pathlib import Path
from typing import Annotated

import typer

from otherwords.extras import require

app = typer.Typer()


@app.command()
def serve(
    index: Annotated[
        str | None, typer.Option(metavar="DIR", help="A collection to search: otherwords index.", show_default=False)
    ] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="TABLE", help="A paraphrase table to browse and to expand queries by.")
    ] = None,
    kb: Annotated[
        str | None, typer.Option(metavar="FILE|URL", help="A knowledge base to ask.", show_default=False)
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")] = 8000,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar="OTHERWORDS_TOKEN",
            help="What requests must bear; needed where others than this computer can reach the address.",
            show_default=False,
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name that the server goes by; may be repeated.", show_default=False),
    ] = None,
) -> None:
    """An HTTP API, a page in the browser, and an MCP endpoint for assistants.

    It listens on this computer only, unless it is told otherwise. Nothing that is sent to it is stored.

    Example: otherwords serve

    Example: otherwords serve --index archive.index --table table.parquet --port 8080

    Example: OTHERWORDS_TOKEN=... otherwords serve --host 0.0.0.0 --allow-host words.example.org
    """
    require("serving", "serve", "fastapi", "mcp", "prometheus_client", "uvicorn")
    from otherwords.serve.engine import Sources
    from otherwords.serve.server import serve as run

    sources = Sources(index=index, table=table, kb=kb)
    run(sources, host=host, port=port, token=token, hosts=allow_host or [], tell=_tell)


def _tell(address: str) -> None:
    print(f"Otherwords is at {address}  (Ctrl+C ends it)", flush=True)
