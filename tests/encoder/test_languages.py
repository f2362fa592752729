import pytest

from otherwords.encoder.languages import is_english, is_latin


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("the cat that we had seen was not on the roof but in the garden", True),
        ("katten som vi hade sett satt inte på taket utan i trädgården", False),
        ("näkemämme kissa ei ollut katolla vaan puutarhassa", False),
        ("die katze die wir gesehen hatten war nicht auf dem dach", False),
    ],
)
def test_english(text: str, english: bool):
    assert is_english(text.split()) is english


@pytest.mark.parametrize(
    ("text", "latin"),
    [
        ("plain", True),
        ("Žluťoučký kůň — “naïve” … Tiếng Việt!", True),
        ("Die Katze (кошка)", True),
        ("Кошка сидела на крыше", False),
        ("猫は屋根の上にいました。 OK", False),
        ("बिल्ली छत पर थी", False),
        ("١٢٣ 123", False),
        ("30 %", True),
        ("", True),
    ],
)
def test_scripts_that_the_models_know(text: str, latin: bool):
    assert is_latin(text) is latin
