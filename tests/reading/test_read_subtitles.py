import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_files import read_all

LINE = st.from_regex(r"[a-zé漢{}&0-9]{1,10}( [a-zé漢{}&0-9]{1,10}){0,3}", fullmatch=True)
CUES = st.lists(st.lists(LINE, min_size=1, max_size=3), min_size=1, max_size=6)


def stamp(milliseconds: int, point: str) -> str:
    seconds, milliseconds = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{point}{milliseconds:03}"


def check(document, cues):
    assert document.text == "\n".join("\n".join(lines) for lines in cues)
    assert len(document.marks) == len(cues)
    for number, (mark, lines) in enumerate(zip(document.marks, cues, strict=True)):
        assert document.text[mark.offset :].startswith("\n".join(lines))
        assert mark.time == (number * 61.5, number * 61.5 + 2)


@given(CUES, st.sampled_from(["\n", "\r\n"]))
def test_generated_srt(tmp_path_factory, cues, newline):
    path = tmp_path_factory.mktemp("srt") / "a.srt"
    blocks = [
        "\n".join([str(number + 1), f"{stamp(number * 61_500, ',')} --> {stamp(number * 61_500 + 2000, ',')}", *lines])
        for number, lines in enumerate(cues)
    ]
    path.write_bytes(("\n\n".join(blocks) + "\n").replace("\n", newline).encode())
    (document,), errors = read_all(path)
    check(document, cues)
    assert not errors


@given(CUES)
def test_generated_vtt(tmp_path_factory, cues):
    path = tmp_path_factory.mktemp("vtt") / "a.vtt"
    blocks = ["WEBVTT - a title", "NOTE\nnot spoken", "STYLE\n::cue { color: red }"]
    for number, lines in enumerate(cues):
        times = f"{stamp(number * 61_500, '.')} --> {stamp(number * 61_500 + 2000, '.')} align:start"
        escaped = [line.replace("&", "&amp;") for line in lines]
        blocks += ["\n".join([f"name {number}", times, *escaped]), "NOTE not spoken"]
    path.write_text("\n\n".join(blocks), encoding="utf-8")
    (document,), errors = read_all(path)
    check(document, cues)
    assert not errors


def test_styling_of_srt_is_removed_and_text_in_brackets_stays(tmp_path, reading):
    (tmp_path / "a.srt").write_text(
        "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>Hi</i> <font color='red'>you</font> {sic} 1 < 2 <b>x</b>\n\n"
        "2\n00:00:03,000 --> 00:00:04,000\n<i></i>\n\n3\n00:00:05,000 --> 00:00:06,000\n42\n"
    )
    (document,), _ = reading(tmp_path / "a.srt")
    assert document.text == "Hi you {sic} 1 < 2 x\n42"
    assert [mark.time for mark in document.marks] == [(1.0, 2.0), (5.0, 6.0)]


def test_styling_of_vtt_is_removed(tmp_path, reading):
    (tmp_path / "a.vtt").write_text(
        "WEBVTT\n\n00:01.000 --> 00:02.500\n<v Bob>Hi</v> <00:01.200><c.loud>you</c><00:01.300> &lt;3\n"
    )
    (document,), _ = reading(tmp_path / "a.vtt")
    assert document.text == "Hi you <3"
    assert document.marks[0].time == (1.0, 2.5)


@pytest.mark.parametrize("suffix", ["ass", "ssa"])
def test_ass(tmp_path, reading, suffix):
    lead = {"ass": ("V4+", "Layer", "0"), "ssa": ("V4", "Marked", "Marked=0")}[suffix]
    events = [
        ("Dialogue", "0:00:05.00", "0:00:06.50", "later"),
        ("Comment", "0:00:01.00", "0:00:02.00", "not spoken"),
        ("Dialogue", "0:00:01.00", "0:00:02.00", r"{\p1}m 0 0 l 100 0{\p0}"),
        ("Dialogue", "0:00:01.00", "0:00:02.50", r"{\i1}One{\i0}, two\Nthree\hfour"),
    ]
    text = f"[Script Info]\nScriptType: {lead[0].lower()}.00\n\n[Events]\n"
    text += f"Format: {lead[1]}, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    text += "".join(f"{kind}: {lead[2]},{start},{end},Default,,0,0,0,,{said}\n" for kind, start, end, said in events)
    (tmp_path / f"a.{suffix}").write_text(text)
    (document,), errors = reading(tmp_path / f"a.{suffix}")
    assert not errors
    assert document.text == "One, two\nthree four\nlater"
    assert [(mark.offset, mark.time) for mark in document.marks] == [(0, (1.0, 2.5)), (20, (5.0, 6.5))]


@pytest.mark.parametrize("suffix", ["srt", "vtt", "ass", "ssa"])
def test_a_file_without_subtitles(tmp_path, reading, suffix):
    (tmp_path / f"a.{suffix}").write_text("a letter, and no subtitles\n")
    documents, (error,) = reading(tmp_path / f"a.{suffix}")
    assert not documents
    assert "no subtitles" in str(error)
    (tmp_path / f"a.{suffix}").write_text("")
    (document,), errors = reading(tmp_path / f"a.{suffix}")
    assert document.text == ""
    assert not errors
