"""From leads to probabilities: by hand, and as laws."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.encoder import load_encoder
from otherwords.find.calibration import Calibration, Curve, Evidence, line_around
from otherwords.text import OtherwordsError

SLOPES, INTERCEPTS = st.floats(0.01, 5), st.floats(-5, 5)
CURVES = st.builds(Curve, lead=SLOPES, asked=INTERCEPTS, lead_by_line=st.floats(0, 1), intercept=INTERCEPTS)


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), CURVES, CURVES | st.none())
def test_a_larger_lead_is_never_less_likely(one: float, other: float, here: Curve, place: Curve | None):
    curves = Calibration(here, place)
    low, high = (Evidence(lead, 20, 1000, 80) for lead in sorted((one, other)))
    assert 0 <= curves.probability(low) <= curves.probability(high) <= 1
    assert 0 <= curves.absence(high) <= curves.absence(low) <= 1
    # It is not here, or it is and that is the place, or it is at another place.
    assert curves.probability(low) + curves.absence(low) <= 1 + 1e-9


def test_calibration_of_settings():
    assert Calibration.of({}) == Calibration()
    assert Calibration().probability(Evidence(2, 20, 1000, 80)) == pytest.approx(0.7310585786300049)
    assert Calibration().absence(Evidence(2, 20, 1000, 80)) == pytest.approx(1 - 0.7310585786300049)
    both = {"here": {"lead": 2.0, "intercept": -1.0}, "place": {"lead": 1.0}}
    curves = Calibration.of({"calibration": both})
    assert curves.absence(Evidence(1.5, 5, 10, 80)) == pytest.approx(1 - 0.8807970779778823)
    assert curves.probability(Evidence(1.5, 5, 10, 80)) == pytest.approx(0.8807970779778823 * 0.8175744761936437)
    for one in (Calibration(), curves):
        assert Calibration.of({"calibration": one.settings()}) == one


def test_a_curve_by_hand():
    wary = Curve(2.0, asked=1.0, searched=-1.0, intercept=-1.0)
    assert wary.at(Evidence(0.5, 200, 200, 80)) == pytest.approx(0.5)
    assert wary.at(Evidence(0.5, 200, 400, 80)) == pytest.approx(1 / 3)
    assert wary.at(Evidence(0.5, 300, 150, 80)) == pytest.approx(2 / 3)
    assert Curve(line=1.0, intercept=-math.log(50)).at(Evidence(0.5, 300, 150, 100)) == pytest.approx(2 / 3)
    # The odds are 100 to the power of the lead.
    assert Curve(lead_by_line=1.0).at(Evidence(0.5, 300, 200, 100)) == pytest.approx(10 / 11)
    assert Curve(lead_by_line=1.0).at(Evidence(-0.5, 300, 200, 100)) == pytest.approx(1 / 11)
    # Beyond what was fitted, a library is as a book, a letter as a word, and a shout as a short line.
    assert wary.at(Evidence(9, 20, 10**9, 80)) == wary.at(Evidence(9, 20, 10**6, 80))
    assert wary.at(Evidence(9, 0, 0, 80)) == wary.at(Evidence(9, 1, 1, 80))
    assert Curve(line=1.0).at(Evidence(9, 20, 200, 1)) == Curve(line=1.0).at(Evidence(9, 20, 200, 4))
    assert Curve(stands_out=0.1).at(Evidence(9, 20, 200, 80, 10.0)) == pytest.approx(1 / (1 + math.exp(-1)))


@given(st.lists(st.sampled_from(["Come in", "It rains", "Is he here", "Så, då"]), min_size=1), st.data())
def test_lines_and_sentences_are_measured_alike(lines: list[str], data: st.DataObject):
    """Whatever ends them, and whatever blank lines stand between."""
    ends = data.draw(st.lists(st.sampled_from(["\n", ". ", "?\n", "!\n\n"]), min_size=len(lines), max_size=len(lines)))
    text = "".join(line + end for line, end in zip(lines, ends, strict=True))
    if len(text) <= 1000:
        assert line_around(text, 0, len(text)) == len(text) / len(lines)


def test_lines_are_measured_where_the_span_stands():
    talk, prose = "Come in.\n" * 400, "It had rained for days, and nobody knew what to say about it. " * 80
    text = talk + prose
    assert line_around(text, 100, 120) == pytest.approx(9, abs=0.5)
    assert line_around(text, len(text) - 120, len(text) - 100) == pytest.approx(62, abs=4)
    assert line_around("", 0, 0) == 0
    assert line_around("来た。見た。勝った。", 0, 3) == pytest.approx(10 / 3)


@pytest.mark.parametrize("written", [{"slope": 0.4, "intercept": 1.0}, {"here": {"slope": 0.4}}])
def test_curves_of_another_version_are_one_clear_line(written: dict[str, object]):
    with pytest.raises(OtherwordsError, match="fit them again"):
        Calibration.of({"calibration": written})


SHIPPED = load_encoder().weights


@given(st.floats(-30, 30), st.integers(1, 60), st.lists(st.integers(1, 10**8), min_size=2, max_size=2), st.data())
def test_phrases_are_no_surer_the_longer_the_text_and_the_surer_the_more_they_stand_out(
    lead: float, asked: int, searched: list[int], data: st.DataObject
):
    phrases = SHIPPED.for_phrases()
    assert phrases
    curves = Calibration.of(phrases.settings)
    common, odd = sorted(data.draw(st.tuples(st.floats(-5, 30), st.floats(-5, 30))))
    short, long = (Evidence(lead, asked, size, 80, common) for size in sorted(searched))
    assert curves.probability(long) <= curves.probability(short)
    assert curves.absence(long) >= curves.absence(short)
    assert curves.probability(short) <= curves.probability(replace(short, stands_out=odd))
    assert curves.probability(short) <= curves.probability(replace(short, lead=lead + 1))


def test_sentences_are_judged_by_what_older_weights_know():
    """Curves that were fitted before a feature came give the same probability with it and without."""
    curves = Calibration.of(SHIPPED.settings)
    evidence = Evidence(4.0, 60, 9000, 80)
    assert curves.probability(replace(evidence, stands_out=12.0)) == curves.probability(evidence)
    old = {"here": {"lead": 0.3, "asked": 0.8, "searched": -0.7, "line": -0.9, "lead_by_line": 0.1, "intercept": 5.0}}
    assert Calibration.of({"calibration": old}).here.stands_out == 0
