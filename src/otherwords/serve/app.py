"""The routes: what is asked goes to a worker, and what it found comes back."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Annotated, Any, TypeVar

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from otherwords.serve import asked, told
from otherwords.serve.assistants import Assistants
from otherwords.serve.desk import Desk
from otherwords.serve.door import Door
from otherwords.serve.engine import Engine, Sources, check_size
from otherwords.serve.limits import NAME, Limits
from otherwords.serve.metrics import Metrics
from otherwords.serve.page_files import page_files
from otherwords.serve.problems import Busy, Refused
from otherwords.text import OtherwordsError

Result = TypeVar("Result")
Job = Callable[[Engine], Result]

_PROBLEMS = {
    400: "The body is no JSON.",
    401: "The token is missing or wrong.",
    403: "Asked by another site, or under a name that is not the server's.",
    404: "The server was not started with what this needs.",
    408: "The request came too slowly.",
    413: "The documents are too large.",
    422: "The request is not as it should be.",
    503: "The server is busy, and `Retry-After` says when to ask again; or its index or table is gone.",
    504: "The work took too long.",
}
_RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": told.Problem, "description": text} for status, text in _PROBLEMS.items()
}
_RESPONSES[503]["headers"] = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}

_DESCRIPTION = """\
Find where a text says it in other words. Nothing that is sent is stored, and nothing leaves this computer.
Offsets count code points: `text[start:end]` in Python."""


def make_app(
    sources: Sources, *, limits: Limits | None = None, token: str | None = None, hosts: Iterable[str] = ()
) -> tuple[ASGIApp, Desk[Engine]]:
    """The whole server as an ASGI app, its door included, and the desk behind it."""
    limits = limits or Limits()
    desk = Desk(lambda: Engine(sources, limits.threads), limits)
    metrics = Metrics()
    metrics.watch(desk)
    assistants = Assistants(desk, limits, has_index=sources.index is not None)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with assistants.running():
            yield
        desk.close()

    # No pages of documentation: FastAPI's own fetch scripts from elsewhere.
    app = FastAPI(
        title="Otherwords",
        version=version("otherwords"),
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=_RESPONSES,
    )
    _add_jobs(app, desk, limits)
    open_paths = {"/health"}

    @app.get("/health", summary="Is the server there, and what does it have?")
    async def health() -> told.Health:
        return told.Health(
            status="ok",
            version=app.version,
            index=sources.index is not None,
            table=sources.table is not None,
            kb=sources.kb is not None,
            token=token is not None,
            limits=told.LimitsTold(body=limits.body, characters=limits.characters, compared=limits.compared),
        )

    @app.get("/metrics", summary="Figures for Prometheus", response_class=Response)
    async def show_metrics() -> Response:
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    for path, file in page_files().items():
        open_paths.add(path)
        answer = _constant(Response(file.content, media_type=file.media_type, headers={"cache-control": "no-cache"}))
        app.add_api_route(path, answer, methods=["GET"], include_in_schema=False)
    app.router.routes.append(assistants.route)
    _add_problems(app)
    door = Door(
        app,
        limits=limits,
        metrics=metrics,
        token=token,
        hosts=hosts,
        paths=frozenset(getattr(route, "path", "") for route in app.routes),
        open_paths=frozenset(open_paths),
    )
    return door, desk


def _constant(response: Response) -> Callable[[], Awaitable[Response]]:
    async def answer() -> Response:
        return response

    return answer


def _add_jobs(app: FastAPI, desk: Desk[Engine], most: Limits) -> None:
    async def do(request: Request, job: Job[Result]) -> Result:
        return await _while_connected(request, desk.run(job))

    @app.post("/find", summary="The passages that say it in other words, or “not here”")
    async def find(wanted: asked.FindAsked, request: Request) -> told.FindTold:
        check_size([one.text for one in wanted.documents or ()], most.characters)
        return await do(request, lambda engine: engine.find(wanted))

    @app.post("/compare", summary="The passages of one text that others say, too")
    async def compare(wanted: asked.CompareAsked, request: Request) -> told.CompareTold:
        check_size([wanted.a.text, *(one.text for one in wanted.others)], most.compared)
        return await do(request, lambda engine: engine.compare(wanted))

    @app.post("/match", summary="Was this question asked before?")
    async def match(wanted: asked.MatchAsked, request: Request) -> told.MatchTold:
        return await do(request, lambda engine: engine.match(wanted))

    @app.post("/rank", summary="Wordings, the likeliest to say the same first")
    async def rank(wanted: asked.RankAsked, request: Request) -> told.RankTold:
        return await do(request, lambda engine: engine.rank(wanted))

    @app.post("/expand", summary="A query in other words, too, for a search engine")
    async def expand(wanted: asked.ExpandAsked, request: Request) -> told.ExpandTold:
        return await do(request, lambda engine: engine.expand(wanted))

    @app.post("/ask", summary="A question answered by sentences of documents, or over the server's knowledge base")
    async def ask(wanted: asked.AskAsked, request: Request) -> told.AskTold:
        check_size([one.text for one in wanted.documents or ()], most.characters)
        return await do(request, lambda engine: engine.ask(wanted))

    @app.post(
        "/read",
        summary="The text of a file: the body is the file, of which nothing is stored",
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
            }
        },
    )
    async def read(
        request: Request,
        name: Annotated[str, Query(min_length=1, max_length=NAME, description="Its ending tells the format.")],
    ) -> told.ReadTold:
        data = await request.body()
        return await do(request, lambda engine: engine.read(data, name, most.unpacked, most.characters))

    @app.get("/table", summary="The server's paraphrase table: its best pairs, or the wordings of a phrase")
    async def table(
        request: Request,
        phrase: Annotated[str, Query(max_length=200)] = "",
        start: Annotated[int, Query(ge=0, le=1 << 40)] = 0,
        count: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> told.TableTold:
        return await do(request, lambda engine: engine.table(phrase, start, count))


async def _while_connected(request: Request, work: Awaitable[Result]) -> Result:
    """Whoever types on does not wait for the answer any more: what has not begun by then need not begin."""
    doing = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait([doing, gone], return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        raise Refused("nobody waits for the answer")
    finally:
        gone.cancel()
        doing.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _is_json(request: Request) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def _add_problems(app: FastAPI) -> None:
    def problem(status: int, text: str, headers: dict[str, str] | None = None) -> JSONResponse:
        # Half a surrogate pair, which JSON can name and UTF-8 cannot hold, may stand in what is quoted.
        printable = text.encode("utf-8", "replace").decode("utf-8")
        return JSONResponse({"error": printable}, status, headers)

    @app.exception_handler(OtherwordsError)
    async def mistaken(_: Request, error: OtherwordsError) -> JSONResponse:
        return problem(422, str(error))

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> JSONResponse:
        headers = {"retry-after": str(error.retry_after)} if isinstance(error, Busy) else None
        return problem(error.status, error.problem, headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        # The first only, and never what was sent: that may be megabytes of somebody's text.
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return problem(422, f"the body is no JSON: {first.get('ctx', {}).get('error', 'it cannot be read')}")
        if first["loc"] == ("body",) and not _is_json(request):
            return problem(422, "the body is not said to be JSON; send Content-Type: application/json")
        where = ".".join(map(str, first["loc"][1:]))  # without "body" or "query"
        return problem(422, f"{where or 'the body'}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def refused_by_framework(_: Request, error: HTTPException) -> JSONResponse:
        headers = dict(error.headers or {})
        told = {404: "there is nothing here", 405: f"this is asked by {headers.get('Allow', 'another method')}"}
        what = told.get(error.status_code)
        return problem(error.status_code, f"{what}; see /openapi.json" if what else str(error.detail), headers)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> JSONResponse:
        return problem(500, "this is a fault of otherwords itself; please report it, with the server's last lines")
