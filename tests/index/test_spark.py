"""An index built and asked by Spark for real: a master with two workers on the loopback."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from spark_cluster import JAVA, PATIENCE, cluster, require_spark
from tiny_models import write_pairs

from otherwords.find import Finder
from otherwords.find.collection import Collection
from otherwords.find.spark_find import Asking, Searched, find_in
from otherwords.index import Index
from otherwords.index.spark_build import BuildJob, build_in
from otherwords.index.update import update
from otherwords.reading import ReadingError
from otherwords.spark import session as sessions
from otherwords.text import Answer, OtherwordsError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.xdist_group("spark")  # one cluster at a time


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pairs(tmp_path_factory.mktemp("pairs"))


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that Spark also knows as ``viewfs://far/``."""
    return tmp_path_factory.mktemp("far")


@pytest.fixture(scope="module")
def master(far: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    require_spark()
    settings = tmp_path_factory.mktemp("settings")
    mount = f"spark.hadoop.fs.viewfs.mounttable.far.linkFallback {far.as_uri()}\n"
    (settings / "spark-defaults.conf").write_text(f"{mount}spark.network.timeout {PATIENCE}s\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_CONF_DIR", str(settings))
        patch.setenv("JDK_JAVA_OPTIONS", JAVA)
        patch.setattr(sessions, "_SECONDS_FOR_AN_EXECUTOR", PATIENCE)
        with cluster(tmp_path_factory.mktemp("cluster")) as master:
            yield master


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(7):
        (folder / f"{number}.txt").write_text(f"The boat number {number} was late.\nThe king said {number}. " * 20)
    rows = [{"text": f"The ferry {number} did not arrive."} for number in range(9)]
    (folder / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "crash.txt").write_text("The ferry hit the quay.\nNo one was injured in the crash.\n")
    return folder


def everything(index: Index) -> list[dict]:
    rows = index.store.scan([field.name for field in index.store.passages.schema])
    return sorted(rows, key=lambda row: (row["document"], row["number"]))


def stop(error: ReadingError) -> None:
    raise error


class TestInASession:
    @pytest.fixture(scope="class")
    @classmethod
    def session(cls, master: str, tmp_path_factory: pytest.TempPathFactory) -> "Iterator[SparkSession]":
        with sessions.spark_session(master, 512, tmp_path_factory.mktemp("session")) as session:
            yield session

    def test_the_index_is_that_of_one_machine(self, session: "SparkSession", folder: Path, tmp_path: Path, pairs: Path):
        assert session.sparkContext.defaultParallelism == 2
        known = Index.open_or_make(tmp_path / "known", pairs)
        list(update(known, [str(folder)], on_error=stop))
        built = build_in(session, BuildJob([str(folder)], str(tmp_path / "built"), model=str(pairs)), stop)
        index = Index.open(tmp_path / "built", pairs)
        assert everything(index) == everything(known)
        assert (built.passages, built.unread, len(built.entries)) == (known.store.count(), 0, 9)
        assert index.store.files() == known.store.files()
        assert list(index.check()) == []
        assert {change.kind for change in update(index, [str(folder)], on_error=stop)} == {"unchanged"}
        with pytest.raises(OtherwordsError, match="already holds an index; add to it"):
            build_in(session, BuildJob([str(folder)], str(tmp_path / "built"), model=str(pairs)), stop)

    def test_files_that_only_spark_reaches_and_files_that_are_broken(
        self, session: "SparkSession", far: Path, folder: Path, tmp_path: Path, pairs: Path
    ):
        shutil.copytree(folder, far / "files")
        (far / "files" / "broken.pdf").write_bytes(b"%PDF-1.4 and no more")
        errors: list[ReadingError] = []
        job = BuildJob(["viewfs://far/files"], str(tmp_path / "built"), model=str(pairs))
        built = build_in(session, job, errors.append)
        assert (built.unread, len(built.entries)) == (1, 9)
        assert [error.path for error in errors] == ["viewfs://far/files/broken.pdf"]
        index = Index.open(tmp_path / "built", pairs)
        assert "viewfs://far/files/rows.jsonl#3" in {row["document"] for row in everything(index)}
        known = sorted(row["text"] for row in everything(index))
        list(update(local := Index.open_or_make(tmp_path / "known", pairs), [str(folder)], on_error=stop))
        assert known == sorted(row["text"] for row in everything(local))

    def test_a_file_is_known_by_the_same_wherever_a_worker_runs(
        self, session: "SparkSession", folder: Path, tmp_path: Path, pairs: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.chdir(folder)
        build_in(session, BuildJob(["crash.txt"], str(tmp_path / "built"), model=str(pairs)), stop)
        assert Index.open(tmp_path / "built", pairs).sources() == {str(folder / "crash.txt")}

    def test_what_can_be_read_of_broken_files_alone_is_an_index(
        self, session: "SparkSession", tmp_path: Path, pairs: Path
    ):
        (tmp_path / "rows.jsonl").write_text('{"text": "The boat was late."}\n{broken\n')
        job = BuildJob([str(tmp_path / "rows.jsonl")], str(tmp_path / "built"), model=str(pairs))
        built = build_in(session, job, lambda error: None)
        assert (built.passages, built.unread, len(built.entries)) == (1, 1, 0)
        assert Index.open(tmp_path / "built", pairs).store.count() == 1

    def test_nothing_to_read_leaves_nothing(self, session: "SparkSession", tmp_path: Path, pairs: Path):
        (tmp_path / "empty").mkdir()
        with pytest.raises(OtherwordsError, match="nothing could be read from"):
            build_in(session, BuildJob([str(tmp_path / "empty")], str(tmp_path / "built"), model=str(pairs)), stop)
        assert Index.open(tmp_path / "built", pairs).store.count() == 0

    def test_many_queries_are_answered_as_on_one_machine(
        self, session: "SparkSession", folder: Path, tmp_path: Path, pairs: Path
    ):
        index = Index.open_or_make(tmp_path / "index", pairs)
        list(update(index, [str(folder)], on_error=stop))
        queries = [
            "Nobody was hurt in the accident.",
            " ",
            *(f"Ship number {number} was not on time." for number in range(5)),
        ]
        asking = Asking(always=True)
        found = list(find_in(session, Searched(str(tmp_path / "index"), pairs=str(pairs)), queries, asking))
        assert isinstance(found[1], OtherwordsError)
        assert "the query is empty" in str(found[1])
        collection = Collection(index, Finder(threads=1))
        for query, answer in zip(queries, found, strict=True):
            if query.strip():
                assert isinstance(answer, Answer)
                assert answer == collection.find(query, always=True)
        assert isinstance(found[0], Answer)
        assert found[0].best is not None
        assert found[0].best.document_id == str(folder / "crash.txt")


def test_the_command_line(run, master: str, folder: Path, tmp_path: Path):
    on = ("--engine", "spark", "--master", master, "--memory", "512MB")
    built = run("index", "build", tmp_path / "index", folder / "crash.txt", folder / "rows.jsonl", *on, "--json")
    assert built.code == 0
    assert {**json.loads(built.out), "seconds": 0} == {"files": 2, "passages": 10, "unread": 0, "seconds": 0}
    (tmp_path / "queries.txt").write_text("Nobody was hurt in the accident.\nFerry 7 was not there.\n")
    asked = ("find", "--queries", tmp_path / "queries.txt", "--index", tmp_path / "index", "--always", "--json")
    found = run(*asked, *on)
    assert (found.code, found.out) == (0, run(*asked).out)
    documents = [json.loads(line)["document"] for line in found.out.splitlines()]
    assert documents == [str(folder / "crash.txt"), f"{folder / 'rows.jsonl'}#8"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["index", "build", "i", "p", "--engine", "dask"], "there is no engine dask; choose local or spark"),
        (
            ["index", "build", "i", "p", "--engine", "local"],
            "on this machine alone, an index is built by otherwords index",
        ),
        (["index", "build", "i", "p", "--master", "nowhere"], "nowhere is no Spark master"),
        (["find", "boat", "p", "--engine", "spark"], "Spark searches an index; add --index DIR"),
        (["find", "boat", "--index", "i", "--master", "local"], "a master is for Spark; add --engine spark"),
        (["find", "boat", "--index", "i", "--engine", "spark"], "there is no index in i"),
    ],
)
def test_mistakes_are_told_before_anything_is_begun(run, arguments: list[str], message: str, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"otherwords: {message}")
    assert not (tmp_path / "i").exists()
