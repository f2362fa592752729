"""Knowledge bases out of files: whole or not at all, and once."""

import gzip
import os
from pathlib import Path

import pyoxigraph as ox
import pytest
from small_kb import EXAMPLE, made_triples, write_tsv

from otherwords.ask.kb import load as loading
from otherwords.ask.kb.graph import Graph, Step, paths_from
from otherwords.ask.kb.load import load
from otherwords.ask.kb.neighbourhood import Neighbourhood
from otherwords.ask.kb.terms import entity, parse_term, plain_name
from otherwords.text import OtherwordsError

ALL = "SELECT ?s ?p ?o WHERE { ?s ?p ?o }"


def triples_of(kb) -> list[tuple[str, ...]]:
    return sorted(tuple(map(plain_name, row)) for row in kb.select(ALL))


@pytest.mark.parametrize("separator", ["\t", "|"])
@pytest.mark.parametrize("suffix", [".tsv", ".txt.gz"])
def test_three_columns(tmp_path: Path, separator: str, suffix: str):
    rows = made_triples(5)
    text = "\n".join(separator.join(row) for row in rows).encode()
    path = tmp_path / f"kb{suffix}"
    path.write_bytes(gzip.compress(text) if suffix.endswith(".gz") else text)
    assert triples_of(load(path)) == rows


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("kb.nt", ox.RdfFormat.N_TRIPLES),
        ("kb.nq", ox.RdfFormat.N_QUADS),
        ("kb.TriG", ox.RdfFormat.TRIG),
        ("kb.n3", ox.RdfFormat.N3),
        ("kb.rdf", ox.RdfFormat.RDF_XML),
        ("kb.owl.gz", ox.RdfFormat.RDF_XML),
        ("kb.jsonld", ox.RdfFormat.JSON_LD),
    ],
)
def test_all_forms_of_rdf_are_the_same(tmp_path: Path, name: str, form: ox.RdfFormat):
    triples = list(ox.parse(EXAMPLE.read_bytes(), ox.RdfFormat.TURTLE))
    if form.supports_datasets:
        triples = [ox.Quad(s, p, o, ox.NamedNode("a:graph")) for s, p, o, _ in triples]
    data = ox.serialize(triples, format=form)
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    assert triples_of(load(tmp_path / name)) == triples_of(load(EXAMPLE))


def test_what_n3_supposes_is_no_fact(tmp_path: Path):
    (tmp_path / "kb.n3").write_text("<a:b> <a:is> <a:c> . { <a:b> <a:is> <a:d> } <a:implies> <a:e> .")
    assert ("a:b", "a:is", "a:c") in triples_of(load(tmp_path / "kb.n3"))
    assert ("a:b", "a:is", "a:d") not in triples_of(load(tmp_path / "kb.n3"))


def test_a_context_on_the_network(tmp_path: Path):
    (tmp_path / "kb.jsonld").write_text('{"@context": "https://schema.org/", "@id": "a:b", "name": "c"}')
    with pytest.raises(OtherwordsError, match="write the context into the file"):
        load(tmp_path / "kb.jsonld")


def test_names_of_any_form_survive(tmp_path: Path):
    odd = ['a"b', "x> } DROP ALL #", "naïve café", "日本", "100%", "c\\d", "[x]", "?y"]
    kb = load(write_tsv(tmp_path / "kb.tsv", [(name, "is", "odd") for name in odd]))
    for name in odd:
        assert [thing.name for thing in kb.exact([name]).popitem()[1]] == [name]
        assert parse_term(str(entity(name))) == entity(name)


def make_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_SMALL", 0)


def test_a_large_file_is_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    make_large(monkeypatch)
    path = write_tsv(tmp_path / "kb.tsv", made_triples())
    small = triples_of(load(path, tmp_path / "cache"))
    (folder,) = (tmp_path / "cache").iterdir()
    made = (folder / "names.sqlite").stat().st_mtime_ns
    kb = load(path, tmp_path / "cache")
    assert (folder / "names.sqlite").stat().st_mtime_ns == made
    assert triples_of(kb) == small == made_triples()
    assert kb.exact(["film 3"])["film 3"][0].name == "Film 3"
    path.write_text("other\tfacts\there\n")
    assert triples_of(load(path, tmp_path / "cache")) == [("other", "facts", "here")]
    assert len([*(tmp_path / "cache").iterdir()]) == 2


def test_the_cache_keeps_what_was_used_last_and_what_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    make_large(monkeypatch)
    monkeypatch.setattr(loading, "_KEPT", 2)
    cache = tmp_path / "cache"
    paths = [write_tsv(tmp_path / f"{number}.tsv", made_triples(number)) for number in (1, 2, 3, 4)]
    old = {}
    for age, path in enumerate(paths[:3]):
        load(path, cache)
        (folder,) = {*cache.iterdir()} - {*old.values()}
        old[path] = folder
        os.utime(folder, (age, age))
    (cache / ".killed.1.part").mkdir()
    os.utime(cache / ".killed.1.part", (1, 1))
    (cache / ".at work.2.part").mkdir()
    opened = load(paths[0], cache)
    os.utime(old[paths[0]], (0, 0))
    load(paths[3], cache)
    left = {*cache.iterdir()}
    assert {old[paths[0]], old[paths[2]], cache / ".at work.2.part"} <= left
    assert not left & {old[paths[1]], cache / ".killed.1.part"}
    assert triples_of(opened) == made_triples(1)


@pytest.mark.parametrize("name", ["names.sqlite", "triples/CURRENT"])
@pytest.mark.parametrize("damage", [Path.unlink, lambda file: file.write_bytes(b"")], ids=["gone", "emptied"])
def test_a_damaged_cache_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, damage):
    make_large(monkeypatch)
    path = write_tsv(tmp_path / "kb.tsv", made_triples())
    load(path, tmp_path / "cache")
    (folder,) = (tmp_path / "cache").iterdir()
    damage(folder / name)
    kb = load(path, tmp_path / "cache")
    assert triples_of(kb) == made_triples()
    assert kb.exact(["film 3"])["film 3"][0].name == "Film 3"
    assert (folder / name).stat().st_size
    assert [*(tmp_path / "cache").iterdir()] == [folder]


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    make_large(monkeypatch)
    (tmp_path / "cache").touch()
    assert triples_of(load(write_tsv(tmp_path / "kb.tsv", made_triples(3)), tmp_path / "cache")) == made_triples(3)


def test_a_cache_whose_name_is_not_utf8(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    make_large(monkeypatch)
    path = write_tsv(tmp_path / "kb.tsv", made_triples(3))
    assert triples_of(load(path, tmp_path / os.fsdecode(b"caf\xe9"))) == made_triples(3)


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("kb.ttl", "<a:a> <a:b> <a:c> .\n<a:a> <a:b> <a:d> .\n<a:a> <a:b .\n", 3),
        ("kb.nt", "<a:a> <a:b> <a:c> .\n<a:a> <a:b> oops .\n", 2),
        ("kb.nq", "<a:a> <a:b> <a:c> <a:g> .\n<a:a> <a:b> oops .\n", 2),
        ("kb.trig", "<a:g> { <a:a> <a:b> <a:c> . }\n\n<a:a> oops .\n", 3),
        ("kb.n3", "<a:a> <a:b> <a:c> .\n<a:a> oops .\n", 2),
        ("kb.jsonld", '{"@id": "a:a",\n"a:b": [}', 2),
        ("kb.rdf", "<rdf:RDF>\n<oops>", None),
        ("kb.tsv", "a\tb\tc\n\na\tb\n", 3),
        ("kb.tsv", "a\tb\tc\na\tb\tc\td\n", 2),
        ("kb.tsv", "a\tb\tc\na\t\tc\n", 2),
    ],
)
def test_a_malformed_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, line: int | None, is_large: bool
):
    if is_large:
        make_large(monkeypatch)
    (tmp_path / name).write_text(text)
    with pytest.raises(OtherwordsError, match=rf"{name}{f':{line}' if line else ''}: .*nothing was loaded") as caught:
        load(tmp_path / name, tmp_path / "cache")
    assert "\n" not in str(caught.value)
    assert [*(tmp_path / "cache").glob("*")] == []


@pytest.mark.parametrize("name", ["kb.ttl", "kb.nt", "kb.tsv"])
def test_an_empty_one(tmp_path: Path, name: str):
    (tmp_path / name).write_text("\n")
    with pytest.raises(OtherwordsError, match="holds no facts"):
        load(tmp_path / name)


def test_files_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(OtherwordsError, match="cannot read"):
        load(tmp_path / "none.ttl")
    (tmp_path / "kb.ttl.gz").write_bytes(gzip.compress(b"<a:a> <a:b> <a:c> .\n" * 100)[:-20])
    with pytest.raises(OtherwordsError, match="cut off"):
        load(tmp_path / "kb.ttl.gz")
    (tmp_path / "kb.tsv").write_bytes(b"a\tb\tc\n\xff\tb\tc\n")
    with pytest.raises(OtherwordsError, match=r"kb\.tsv:2: not UTF-8"):
        load(tmp_path / "kb.tsv")


def test_things_without_a_name_are_walked_through_and_are_no_answers(tmp_path: Path):
    (tmp_path / "kb.ttl").write_text(
        "@prefix : <https://example.org/> . :ann :marriage [ :with :bob ; :year 1999 ] . :ann :born :oslo ."
    )
    kb = load(tmp_path / "kb.ttl")
    graph, ann = Graph(kb), parse_term("<https://example.org/ann>")
    marriage, spouse, born = (
        Step(parse_term(f"<https://example.org/{name}>")) for name in ("marriage", "with", "born")
    )
    assert graph.ends(ann, (marriage,)) == []
    assert [plain_name(end.term) for end in graph.ends(ann, (marriage, spouse))] == ["bob"]
    assert graph.is_halfway(marriage)
    assert not graph.is_halfway(born)
    found = paths_from(graph, ann, 1, [], lambda paths: paths)
    assert {(marriage, spouse), (born,)} <= {*found}
    assert all(path != (marriage,) and path[1:] != (Step(marriage.relation, False),) for path in found)
    # Learning walks from thing to thing, through nameless ones, too.
    assert Neighbourhood(kb).scores(ann, ["bob"], 2) == {(marriage, spouse): 1.0}


def test_blank_nodes_are_the_same_in_every_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Turtle's brackets have no label, and parsers give them one by lot."""
    monkeypatch.setattr("otherwords.ask.kb.blank_nodes._AT_HAND", 2)
    members = ", ".join(f"[ :age {age} ; :friend _:one, [ :age {age} ] ]" for age in range(20, 30))
    (tmp_path / "kb.ttl").write_text(f"@prefix : <https://example.org/> . :club :member {members} . _:one :age 7 .")
    one, other = (load(tmp_path / "kb.ttl").select("SELECT ?s ?p ?o WHERE { ?s ?p ?o }") for _ in range(2))
    assert set(one) == set(other)
    assert len({s for s, *_ in one}) == 22


def test_facts_about_facts_are_passed_over(tmp_path: Path):
    (tmp_path / "kb.ttl").write_text(
        "@prefix : <https://example.org/> . :matrix :directedBy :lana {| :source :imdb |} ."
    )
    kb = load(tmp_path / "kb.ttl")
    assert ("matrix", "directed By", "lana") in triples_of(kb)
    assert kb.exact(["lana"])["lana"][0].name == "lana"


@pytest.mark.parametrize(
    ("iri", "name"),
    [
        ("http://rdf.freebase.com/ns/people.person.place_of_birth", "place of birth"),
        ("http://rdf.freebase.com/ns/people.person.spouse_s", "spouses"),
        ("http://rdf.freebase.com/ns/m.09l3p", "m.09l3p"),
        ("https://example.org/releaseYear", "release Year"),
    ],
)
def test_plain_names(iri: str, name: str):
    assert plain_name(ox.NamedNode(iri)) == name


def test_a_mark_before_the_first_letter(tmp_path: Path):
    (tmp_path / "kb.ttl").write_bytes(b"\xef\xbb\xbf" + EXAMPLE.read_bytes())
    assert load(tmp_path / "kb.ttl").exact(["The Matrix"]).keys() == load(EXAMPLE).exact(["The Matrix"]).keys() != set()
