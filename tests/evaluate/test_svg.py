"""The pictures: well formed, inside their frame, and as high as their numbers."""

from xml.etree import ElementTree

import pytest

from otherwords.evaluate.markup import Element, element
from otherwords.evaluate.metrics import Calibration
from otherwords.evaluate.svg import bar, histogram, reliability


def parsed(picture: Element) -> Element:
    return ElementTree.fromstring(ElementTree.tostring(picture, encoding="unicode"))


def of_class(picture: Element, name: str) -> list[Element]:
    return [each for each in parsed(picture).iter() if each.get("class") == name]


def calibration(*answers: tuple[float, bool]) -> Calibration:
    gathered = Calibration()
    for confidence, right in answers:
        gathered.add(confidence, right)
    return gathered


@pytest.mark.parametrize(
    "picture",
    [
        bar(0),
        bar(100, (96, 100)),
        reliability([]),
        reliability(calibration((0, False), (0.55, True), (1, True)).table()),
        histogram({}, {}, 20),
        histogram({19: 5}, {0: 2}, 20),
    ],
)
def test_a_picture_stands_alone_and_inside_its_frame(picture: Element):
    root = parsed(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    width, height = (float(size) for size in root.attrib["viewBox"].split()[2:])
    for shape in root.iter():
        for name, limit in (("x", width), ("y", height), ("x1", width), ("x2", width), ("cy", height)):
            assert 0 <= float(shape.get(name, 0)) <= limit
        assert float(shape.get("x", 0)) + float(shape.get("width", 0)) <= width or shape is root


def test_a_bar_is_as_long_as_its_share():
    (track,), (half,) = of_class(bar(50), "track"), of_class(bar(50), "answered")
    assert float(half.attrib["width"]) == float(track.attrib["width"]) / 2


def test_dots_lie_on_the_diagonal_when_the_system_keeps_its_word():
    answers = [(0.5, True), (0.5, False), (1.0, True)]
    middle, top = of_class(reliability(calibration(*answers).table()), "dot")
    frame = of_class(reliability([]), "frame")[0]
    left, upper, side = (float(frame.attrib[name]) for name in ("x", "y", "width"))
    assert (float(middle.attrib["cx"]), float(middle.attrib["cy"])) == (left + side / 2, upper + side / 2)
    assert (float(top.attrib["cx"]), float(top.attrib["cy"])) == (left + side, upper)


def test_a_dot_lies_below_the_diagonal_when_the_system_promised_too_much():
    (dot,), frame = (
        of_class(reliability(calibration((1.0, False)).table()), "dot"),
        of_class(reliability([]), "frame")[0],
    )
    assert float(dot.attrib["cx"]) == float(frame.attrib["x"]) + float(frame.attrib["width"])
    assert float(dot.attrib["cy"]) == float(frame.attrib["y"]) + float(frame.attrib["height"])


def test_counts_are_written_below():
    texts = [each.text for each in parsed(reliability(calibration(*[(0.95, True)] * 41).table())).iter() if each.text]
    assert "41" in texts


def test_the_histogram_keeps_right_and_wrong_apart():
    picture = histogram({19: 4, 3: 1}, {19: 2}, 20)
    right, wrong = of_class(picture, "right"), of_class(picture, "wrong")
    assert [float(each.attrib["height"]) for each in right] == [37.5, 150]
    assert [float(each.attrib["height"]) for each in wrong] == [75]
    assert float(right[1].attrib["y"]) + 150 == float(wrong[0].attrib["y"])


def test_the_bins_are_those_of_the_calibration_error():
    gathered = calibration((0.31, True), (0.38, False), (0.99, True), (0.97, False), (1.0, True))
    table = gathered.table()
    assert [(bin_.low, bin_.count) for bin_ in table] == [(0.3, 2), (0.9, 3)]
    assert sum(bin_.count * abs(bin_.right - bin_.confidence) for bin_ in table) / 5 == pytest.approx(gathered.error)


def test_texts_and_elements_keep_their_order():
    made = element("p", None, "a", element("b", None, "b"), None, "c", "d")
    assert ElementTree.tostring(made, encoding="unicode") == "<p>a<b>b</b>cd</p>"
