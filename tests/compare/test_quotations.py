import pytest

from otherwords.compare.quotations import cited_quotations


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("As one put it, “all clocks are late” (Lind 1952, p. 88). So it is.", "“all clocks are late”"),
        ("Lind (1952) wrote: “all clocks are late”. So it is.", "“all clocks are late”"),
        ('They say "all clocks are late" [3]. So it is.', '"all clocks are late"'),
        ('They say "all clocks are late".[^2] So it is.', '"all clocks are late"'),
        ('They say "all clocks are late" [@lind1952, p. 4].', '"all clocks are late"'),
        ("Sie sagen: „alle Uhren gehen nach“ (Lind, 1952).", "„alle Uhren gehen nach“"),
        ("Ils disent « toutes retardent »¹ et rient.", "« toutes retardent »"),
        (
            "Text.\n\n> All clocks are late.\n> Always.\n> — Anna Lind\n\nMore.",
            "> All clocks are late.\n> Always.\n> — Anna Lind\n",
        ),
        ("Text.\n\n> All clocks are late.\n\n(Lind 1952)", "> All clocks are late.\n"),
    ],
)
def test_quotations_with_a_citation(text: str, quoted: str):
    (span,) = cited_quotations(text)
    assert span.text == quoted == text[span.start : span.end]


@pytest.mark.parametrize(
    "text",
    [
        "They say “all clocks are late” and laugh.",
        "They say “all clocks are late”. Another matter (Lind 1952) follows here.",
        "Lind (1952) says so. They say “all clocks are late” and laugh.",
        "> All clocks are late.\n\nPlain text follows.",
        'It is 5" long (1952).',
        "",
    ],
)
def test_others_stay(text: str):
    assert cited_quotations(text) == []


def test_they_lie_apart():
    text = "> “All clocks are late” (Lind 1952)\n\nand “so are we” [4]."
    spans = cited_quotations(text)
    assert [span.text for span in spans] == ["> “All clocks are late” (Lind 1952)\n", "“so are we”"]
