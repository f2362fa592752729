"""A small world of films, made by code, and a SPARQL endpoint around it."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import pyoxigraph as ox

from otherwords.ask.kb.endpoint import Endpoint
from otherwords.ask.kb.knowledge import KnowledgeBase
from otherwords.ask.kb.load import load

EXAMPLE = Path(__file__).parents[3] / "examples" / "kb" / "films.ttl"

Triple = tuple[str, str, str]


def made_triples(films: int = 30, seed: int = 0) -> list[Triple]:
    draw = random.Random(seed)
    people = [f"Person {chr(65 + i)}" for i in range(12)]
    triples: set[Triple] = set()
    for i in range(films):
        film = f"Film {i}"
        triples.add((film, "directed by", draw.choice(people[:6])))
        triples.add((film, "release year", str(1980 + draw.randrange(25))))
        triples.update((film, "starred actors", actor) for actor in draw.sample(people[4:], 2))
    return sorted(triples)


def write_tsv(path: Path, triples: list[Triple]) -> Path:
    path.write_text("".join("\t".join(triple) + "\n" for triple in triples), encoding="utf-8")
    return path


class _Handler(BaseHTTPRequestHandler):
    answer: Callable[["_Handler", str], None]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        type(self).answer(self, parse_qs(body)["query"][0])

    def reply(self, body: bytes, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving(answer: Callable[[_Handler, str], None]) -> Iterator[str]:
    """A server on loopback that gives each query to ``answer``."""
    handler = type("Handler", (_Handler,), {"answer": answer})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/query"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def told_twice(turtle: str, folder: Path) -> Iterator[tuple[KnowledgeBase, KnowledgeBase]]:
    """The same facts from a file and from an endpoint."""
    (folder / "kb.ttl").write_text(turtle)
    store = ox.Store()
    store.load(turtle.encode(), ox.RdfFormat.TURTLE)
    with serving(endpoint_of(store)) as url:
        yield load(folder / "kb.ttl"), Endpoint(url)


def endpoint_of(store: ox.Store) -> Callable[[_Handler, str], None]:
    """What a SPARQL endpoint does, done by pyoxigraph."""

    def answer(handler: _Handler, query: str) -> None:
        try:
            found = store.query(query)
            assert isinstance(found, ox.QuerySolutions)
            handler.reply(found.serialize(format=ox.QueryResultsFormat.JSON) or b"")
        except SyntaxError as error:
            handler.reply(str(error).encode(), 400)

    return answer
