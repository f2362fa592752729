"""WebQuestions with what brmson found in Freebase: questions, wordings and facts, counted on a few of each kind."""

import json
from collections import Counter
from pathlib import Path

import pytest

from otherwords.ask.kb.graph import Graph, Step
from otherwords.ask.kb.load import load
from otherwords.ask.kb.terms import is_blank
from otherwords.evaluate.importers.facts import FactQuestions, write_facts
from otherwords.evaluate.importers.webquestions import read_webquestions
from otherwords.text import OtherwordsError

FREEBASE = "http://www.freebase.com/view/en/"
ASKED = [
    # page, question, answers, concepts, paths
    (
        "joakim_noah",
        "who does Joakim Noah play for?",
        ["Chicago Bulls", "Florida Gators"],
        {"Joakim Noah": "m.1", "Noah": "m.9"},
        {
            "/sports/pro_athlete/teams /sports/sports_team_roster/team": 3,
            "/sports/drafted_athlete/drafted /sports/sports_league_draft_pick/team": 1,
            "/type/object/name": 2,
        },
    ),
    (
        "sedona",
        "what to see near sedona arizona?",
        ["Red Rock", "Chapel"],
        {"Kia Carnival": "m.2", "Sedona, Arizona": "m.3"},
        {"/travel/travel_destination/tourist_attractions": 1},
    ),
    (
        "chicago_bulls",
        "when did the chicago bulls start?",
        ["1966"],
        {"Chicago Bulls": "m.4"},
        {"/sports/sports_team/founded": 1},
    ),
    # Two questions of one page, and one concept that both have: what "riannah" is.
    (
        "riannah",
        "where is rihanna from?",
        ["Saint Michael"],
        {"Rihanna": "m.5", "From": "m.6"},
        {"/music/artist/origin": 1},
    ),
    ("riannah", "what did rihanna record?", ["Loud"], {"Rihanna": "m.5", "Record": "m.7"}, {"/music/artist/album": 1}),
    # Nothing called like the page, and several that it may be.
    ("tamu", "who founded tamu?", ["Texas"], {"Woman": "m.8", "Burma": "m.10"}, {"/education/university/founder": 1}),
    ("rome", "where is rome on a map?", ["Rome"], {"Rome": "m.11"}, {"/type/object/name": 1, "/common/topic/image": 3}),
    ("rome", "what is rome?", [], {"Rome": "m.11"}, {"/location/location/containedby": 1}),
    ("rome", "what city is rome?", ["Rome"], {"Rome": "m.11"}, {"/location/hud_county_place/place": 1}),
    (None, "who knows?", ["Nobody"], {}, {"/a/b/c": 1}),
]


def write(folder: Path) -> list[Path]:
    rows: dict[str, list[object]] = {"examples": [], "main": [], "mids": [], "rp": []}
    for number, (page, question, answers, concepts, paths) in enumerate(ASKED):
        asked = {"qId": f"wqr{number:06d}"}
        if page:
            rows["examples"].append({"url": FREEBASE + page, "targetValue": "(list)", "utterance": question})
        rows["main"].append(asked | {"qText": question, "answers": answers})
        rows["mids"].append(asked | {"freebaseMids": [{"concept": name, "mid": mid} for name, mid in concepts.items()]})
        rows["rp"].append(asked | {"relPaths": [[path.split(), count] for path, count in paths.items()]})
    for name, some in rows.items():
        (folder / f"{name}.json").write_text(json.dumps(some), encoding="utf-8")
    return [folder / f"{name}.json" for name in rows]


@pytest.fixture
def read(tmp_path: Path) -> tuple[FactQuestions, Counter[str]]:
    skipped: Counter[str] = Counter()
    return read_webquestions(write(tmp_path)[::-1], skipped), skipped


def test_questions_and_what_is_left_out(read):
    found, skipped = read
    assert skipped == {"questions that no path answers": 3, "questions without a page": 1}
    assert [example.question for example in found.examples] == [question for _, question, *_ in ASKED[:6]]
    assert found.examples[0].answers == ("Chicago Bulls", "Florida Gators")
    assert found.wordings == [
        "who does [] play for?",
        "what to see near []?",
        "when did the [] start?",
        "where is [] from?",
        "what did [] record?",
        "who founded []?",
    ]


def test_the_knowledge_base(read, tmp_path: Path):
    found, _ = read
    # Each team of Joakim Noah's is two facts; the draft led to fewer answers.
    assert write_facts(tmp_path / "kb.nt", found.facts) == 2 * 2 + 2 + 1 + 1 + 1 + 1
    kb = load(tmp_path / "kb.nt")
    graph = Graph(kb)

    def ends(name: str, *relations: str) -> set[str]:
        (thing,) = {one.term for one in kb.exact([name])[name.casefold()]}
        path = tuple(Step.parse(f"+http://rdf.freebase.com/ns/{relation}") for relation in relations)
        return {*kb.names([end.term for end in graph.ends(thing, path)]).values()}

    teams = ("sports.pro_athlete.teams", "sports.sports_team_roster.team")
    assert ends("joakim noah", *teams) == {"Chicago Bulls", "Florida Gators"}
    # The answer of one question is what another one is about; a date is no thing.
    assert ends("joakim noah", *teams, "sports.sports_team.founded") == {"1966"}
    assert ends("sedona", "travel.travel_destination.tourist_attractions") == {"Red Rock", "Chapel"}
    assert ends("rihanna", "music.artist.album") == {"Loud"} == ends("riannah", "music.artist.album")
    assert ends("tamu", "education.university.founder") == {"Texas"}
    assert [one.term.value.rsplit("/", 1)[-1] for one in kb.exact(["sedona arizona"])["sedona arizona"]] == ["m.3"]
    (mediators,) = {
        sum(is_blank(row[0]) for row in kb.select("SELECT DISTINCT ?x WHERE { ?s ?p ?x }") if row[0] is not None)
    }
    assert mediators == 2


def test_other_files(tmp_path: Path):
    (tmp_path / "other.json").write_text('[{"qId": "wqr000000", "answers": []}]')
    with pytest.raises(OtherwordsError, match=r"other\.json: not of WebQuestions"):
        read_webquestions([tmp_path / "other.json"], Counter())
    (tmp_path / "other.json").write_text('["who"]')
    with pytest.raises(OtherwordsError, match=r"other\.json: not of WebQuestions"):
        read_webquestions([tmp_path / "other.json"], Counter())
    with pytest.raises(OtherwordsError, match=r"call it \.nt"):
        write_facts(tmp_path / "kb.tsv", [])
