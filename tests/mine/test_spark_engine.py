"""Spark for real: a master with two workers on the loopback, and ``local[2]``."""

import os
import random
import re
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import brute_force
import pytest
from engines import check, mined_by_duckdb
from generated import tagged
from made_texts import write_documents
from spark_cluster import JAVA, PATIENCE, cluster, require_spark

from otherwords.mine.run import Job, Mined, mine
from otherwords.mine.settings import Settings
from otherwords.mine.spark_engine import aligned, pair_counts
from otherwords.mine.spark_run import mine_in, mine_on_spark
from otherwords.mine.table import Pair, Table, write
from otherwords.reading import ReadingError
from otherwords.spark import session as sessions
from otherwords.spark.session import spark_session
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LOCAL = "local[2]"
MEGABYTES = 512
UNTAGGED = Settings(tagger="none", least=2, ends=2)

PARTITIONS = 3  # where Spark would see that one is enough for so little
SPARK = {
    "spark.network.timeout": f"{PATIENCE}s",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.shuffle.partitions": str(PARTITIONS),
}

pytestmark = pytest.mark.xdist_group("spark")  # one cluster, not one for each process of the tests


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that Spark, and Spark alone, also knows as ``viewfs://far/``."""
    return tmp_path_factory.mktemp("far")


@pytest.fixture(scope="module", autouse=True)
def installed(far: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    require_spark()
    mount = {"spark.hadoop.fs.viewfs.mounttable.far.linkFallback": far.as_uri()}
    with pytest.MonkeyPatch.context() as patch:
        write_defaults(tmp_path_factory.mktemp("settings"), patch, mount)
        patch.setenv("JDK_JAVA_OPTIONS", JAVA)
        patch.setattr(sessions, "_SECONDS_FOR_AN_EXECUTOR", PATIENCE)
        yield


@pytest.fixture(scope="module")
def master(installed: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with cluster(tmp_path_factory.mktemp("cluster")) as master:
        yield master


class TestOnTheCluster:
    @pytest.fixture(scope="class")
    @classmethod
    def session(cls, master: str, tmp_path_factory: pytest.TempPathFactory) -> "Iterator[SparkSession]":
        with spark_session(master, MEGABYTES, tmp_path_factory.mktemp("session")) as session:
            yield session

    @pytest.mark.parametrize(
        "chosen",
        [
            Settings(),
            Settings(anchor="entity", least=2, samples=3),
            Settings(anchor="relative", ends=2, shortest=2, longest=3, least=2, samples=0),
        ],
        ids=lambda chosen: chosen.anchor,
    )
    def test_the_table_is_that_of_brute_force(self, session: "SparkSession", chosen: Settings, tmp_path: Path):
        sentences = made_sentences(401)
        found = aligned(session.createDataFrame(sentences, "words string, tags string"), chosen, lambda *_: None)
        write((Pair(*row) for row in found.table.collect()), tmp_path / "table.parquet", {})
        with Table(tmp_path / "table.parquet") as table:
            pairs = list(table)
        assert len(pairs) > 20
        check(pairs, sentences, chosen)
        assert pairs == mined_by_duckdb(sentences, chosen, tmp_path / "duckdb")
        fragments = [row for sentence in set(sentences) for row in brute_force.fragments(*sentence, chosen)]
        assert (found.sentences, found.rows, found.pairs) == (len(set(sentences)), len(fragments), len(pairs))

    def test_the_part_that_is_measured_gives_the_counts(self, session: "SparkSession"):
        chosen = Settings(least=3)
        sentences = made_sentences(103)
        rows = [
            (hash(anchor), hash(candidate))
            for sentence in sentences
            for anchor, candidate in brute_force.fragments(*sentence, chosen)
        ]
        counts = pair_counts(session.createDataFrame(rows, "anchor long, candidate long"), chosen.least).collect()
        expected = [pair.count for pair in brute_force.mined(sentences, chosen)]
        assert expected
        assert sorted(row["count"] for row in counts) == sorted(expected)

    def test_input_and_output_where_only_spark_can_reach(self, session: "SparkSession", far: Path, tmp_path: Path):
        documents = write_documents(far / "documents", 13)
        (documents / "with a %20 space.pdf").write_bytes(b"%PDF-1.4 and no more")
        (documents / "passed-over.bin").write_bytes(bytes(range(256)))
        known, errors, table = by_duckdb(documents, tmp_path / "known.parquet")
        problems: list[ReadingError] = []
        with open(documents / "large.txt", "wb") as large:
            large.truncate(1 << 31)  # takes no room on disk, and cannot be opened by Spark
        job = Job(["viewfs://far/documents"], "viewfs://far/table.parquet", UNTAGGED)
        mined = mine_in(session, job, problems.append, lambda *_: None)
        assert mined == replace(known, unread=2)
        assert [Path(error.path).name for error in problems] == ["large.txt", "with a %20 space.pdf"]
        assert problems[0].problem.startswith("is larger than 2047 MiB")
        assert problems[1].problem == errors[0].problem

        rows = session.read.parquet("viewfs://far/table.parquet").collect()
        assert [Pair(*row[:4], tuple(row[4]), row[5]) for row in rows] == table[0]
        about = {row["key"]: row["value"] for row in session.read.json("viewfs://far/table.parquet/_about").collect()}
        assert about == table[1]

    def test_nothing_listens_beyond_the_loopback(self, session: "SparkSession"):
        process = Path(f"/proc/{session.sparkContext._gateway.proc.pid}")
        sockets = {os.readlink(file) for file in (process / "fd").iterdir() if file.exists()}
        rows = [line.split() for kind in ("tcp", "tcp6") for line in (process / "net" / kind).read_text().splitlines()]
        listening = [row[1].split(":")[0] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in sockets]
        assert listening
        assert set(listening) <= {"0100007F", "0000000000000000FFFF00000100007F"}

    def test_a_text_without_pairs_gives_an_empty_table(
        self, session: "SparkSession", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.chdir(tmp_path)
        Path("one.txt").write_text("Nothing in this short text is ever said a second time.")
        Path("other one.txt").write_text("Of this text one learns no more than of the first.")
        paths = ["one.txt", (tmp_path / "other one.txt").as_uri()]
        mined = mine_in(session, Job(paths, "table.duckdb", UNTAGGED), stop, lambda *_: None)
        assert mined == mine(Job(["one.txt", "other one.txt"], "known.duckdb", UNTAGGED), stop)
        assert (mined.kept, mined.sentences, mined.pairs) == (2, 2, 0)
        assert rows_and_about(Path("table.duckdb")) == rows_and_about(Path("known.duckdb"))

    def test_nothing_to_read(self, session: "SparkSession", tmp_path: Path):
        problems: list[ReadingError] = []
        job = Job([str(tmp_path / "none.txt")], str(tmp_path / "table.parquet"), UNTAGGED)
        with pytest.raises(OtherwordsError, match=r"^nothing could be read from .*none\.txt; name files or folders"):
            mine_in(session, job, problems.append, lambda *_: None)
        assert [error.problem for error in problems] == ["does not exist; check the path"]


class TestOnThisMachine:
    def test_the_run_is_that_of_the_other_engine(
        self, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
    ):
        checkpoints = tmp_path_factory.mktemp("checkpoints")
        defaults = {"spark.checkpoint.dir": str(checkpoints), "spark.sql.adaptive.enabled": "true"}
        write_defaults(tmp_path_factory.mktemp("settings"), monkeypatch, defaults)
        documents = write_documents(tmp_path / "documents", 13)
        (documents / "broken.pdf").write_bytes(b"%PDF-1.4 and no more")
        (documents / "rows.jsonl").write_text('{"text": "In 1983 Ada Holm began to build a new school ."}\n{broken\n')
        known, errors, table = by_duckdb(documents, tmp_path / "known.parquet")
        output = tmp_path / "table.parquet"
        problems: list[ReadingError] = []
        mined = mine_on_spark(Job([str(documents)], str(output), UNTAGGED), LOCAL, problems.append, lambda *_: None)
        assert mined == known
        assert sorted(map(str, problems)) == sorted(map(str, errors))
        assert rows_and_about(output) == table
        assert {path.name for path in tmp_path.iterdir()} == {"documents", "known.parquet", "table.parquet"}
        assert list(checkpoints.iterdir())
        assert java_children() == []

    @pytest.mark.parametrize(
        ("path", "chosen", "cause"),
        [
            ("viewfs://far/no/such/folder", UNTAGGED, "Path does not exist: viewfs://far/no/such/folder"),
            (__file__, Settings(tagger="spacy:no_such_model"), "spaCy"),
        ],
    )
    def test_what_spark_raises_is_one_line_with_the_cause(
        self, path: str, chosen: Settings, cause: str, tmp_path: Path
    ):
        with pytest.raises(OtherwordsError) as caught:
            mine_on_spark(Job([path], str(tmp_path / "table.parquet"), chosen), LOCAL, stop, lambda *_: None)
        assert re.fullmatch(rf"Spark on local\[2\] failed: [^\n]*{cause}[^\n]*; see \S+/spark\.log", str(caught.value))
        assert "Traceback" not in str(caught.value)
        assert java_children() == []

    def test_sparks_process_dies(self, tmp_path: Path):
        def count_after_death() -> None:
            with spark_session(LOCAL, MEGABYTES, tmp_path) as session:
                session.sparkContext._gateway.proc.kill()
                session.range(10).count()

        with pytest.raises(OtherwordsError) as caught:
            count_after_death()
        assert str(caught.value).startswith(f"Spark on {LOCAL} failed: ")
        assert "\n" not in str(caught.value)


class TestWhatCannotBegin:
    def test_a_master_that_is_not_there(self, tmp_path: Path):
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            address = f"spark://127.0.0.1:{closed.getsockname()[1]}"
        job = Job([__file__], str(tmp_path / "table.parquet"), UNTAGGED)
        with pytest.raises(OtherwordsError, match=f"^no Spark master answers at {address}; start it, or check"):
            mine_on_spark(job, address, stop, lambda *_: None)
        assert list(tmp_path.iterdir()) == []
        assert java_children() == []

    @pytest.mark.parametrize("master", ["spark", "spark://", "spark://host", "spark://host:port", "local[some]"])
    def test_a_master_that_cannot_be(self, master: str, tmp_path: Path):
        with pytest.raises(OtherwordsError, match=r"; give .*spark://HOST:PORT"):
            start(master, tmp_path)

    def test_a_master_without_a_worker_that_has_room(
        self, master: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(sessions, "_SECONDS_FOR_AN_EXECUTOR", 1)
        with pytest.raises(OtherwordsError, match=r"gave no worker within 1 seconds; start one, or ask for less"):
            start(master, tmp_path, megabytes=1 << 20)
        assert java_children() == []

    def test_no_java(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setenv("JAVA_HOME", str(tmp_path))
        with pytest.raises(OtherwordsError, match=r"apt install openjdk-17-jre-headless$"):
            start(LOCAL, tmp_path)

    def test_no_pyspark(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setitem(sys.modules, "pyspark", None)
        with pytest.raises(OtherwordsError, match=r"^the engine spark needs pyspark; in a checkout .*\.\[spark\]'$"):
            start(LOCAL, tmp_path)

    @pytest.mark.parametrize(
        ("output", "problem"),
        [
            ("s3a://bucket/table.duckdb", r"its name must end in \.parquet"),
            ("nowhere/table.parquet", "there is no folder"),
            ("table.csv", "ends in"),
            ("text.parquet", "would be overwritten"),
        ],
    )
    def test_an_output_that_cannot_be(self, output: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.chdir(tmp_path)
        with pytest.raises(OtherwordsError, match=problem):
            mine_on_spark(
                Job(["documents", f"file://{tmp_path}/text.parquet"], output, UNTAGGED), LOCAL, stop, lambda *_: None
            )


def write_defaults(folder: Path, patch: pytest.MonkeyPatch, settings: dict[str, str]) -> None:
    """Spark's settings, where a user would put them."""
    lines = (f"{name} {value}\n" for name, value in {**SPARK, **settings}.items())
    (folder / "spark-defaults.conf").write_text("".join(lines))
    patch.setenv("SPARK_CONF_DIR", str(folder))


def start(master: str, folder: Path, megabytes: int = MEGABYTES) -> None:
    with spark_session(master, megabytes, folder):
        pytest.fail("it started")


def stop(error: ReadingError) -> None:
    raise error


def made_sentences(number: int) -> list[tuple[str, str]]:
    """Of a few shapes with different middles, so that pairs come about; some of them more than once."""
    draw = random.Random(number)
    before = ["Ada met Oslo , who", "Oslo and 3 March 1989 when", "Ada saw Oslo which the", "Oslo — where"]
    middles = ["red", "old", "runs", "fell", "fast", "new"]
    after = ["fell in the Oslo .", "runs to his Ada )", "fell , so said Ada .", "fell on March . Ada"]
    words = (
        [draw.choice(before), *draw.choices(middles, k=draw.randint(1, 3)), draw.choice(after)] for _ in range(number)
    )
    return [tagged(" ".join(sentence)) for sentence in words]


Content = tuple[list[Pair], dict[str, str]]


def by_duckdb(documents: Path, output: Path) -> tuple[Mined, list[ReadingError], Content]:
    """What there was, what could not be read, and the table."""
    errors: list[ReadingError] = []
    mined = mine(Job([str(documents)], str(output), UNTAGGED), errors.append)
    assert mined.pairs > 20
    return mined, errors, rows_and_about(output)


def rows_and_about(path: Path) -> Content:
    with Table(path) as table:
        return list(table), table.about


def java_children() -> list[str]:
    """Processes that were left behind."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    names = (Path(f"/proc/{child}/comm") for child in children)
    return [name.read_text().strip() for name in names if name.exists() and name.read_text().strip() == "java"]
