"""Write texts/contract.pdf, the demo PDF, with nothing but the standard library.

A minimal PDF writer: Helvetica and Helvetica-Bold (two of the fonts every reader has), WinAnsi encoding, lines
wrapped by the fonts' real widths, one content stream a page. The same input gives the same bytes.

Run: python examples/make_pdf.py [OUTPUT]
"""

import sys
from pathlib import Path

PAGE_WIDTH, PAGE_HEIGHT = 595, 842  # A4 in points
LEFT, RIGHT, TOP, BOTTOM = 72, 72, 76, 76
REGULAR, BOLD = "F1", "F2"

# Advance widths (thousandths of the font size) of the characters 32 to 126, from the fonts' published metrics.
WIDTHS = {
    REGULAR: (
        "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 "
        "278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 "
        "611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 "
        "556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
    ),
    BOLD: (
        "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 "
        "333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 "
        "611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 "
        "611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584"
    ),
}
TABLES = {font: dict(zip(map(chr, range(32, 127)), map(int, row.split()), strict=True)) for font, row in WIDTHS.items()}
TABLES[REGULAR] |= {"’": 222, "“": 333, "”": 333, "–": 556, "£": 556, "€": 556}
TABLES[BOLD] |= {"’": 278, "“": 500, "”": 500, "–": 556, "£": 556, "€": 556}

# "# " a title, "## " a numbered heading, "~ " a small note, "---" a new page, anything else a paragraph.
CONTRACT = """\
# Tenancy Agreement
~ Flat 4, Cooper’s Yard, 18 Lantern Street, Marlow Quay

This agreement is made on 3 May between Mrs Adaeze Whitlock (“the landlord”) and Mr Jonas Feld (“the tenant”). \
It sets out what each of you has promised the other. Please read it slowly, and ask before you sign rather than after.

## 1. The home
1.1 The landlord lets to the tenant the second-floor flat at the address above, together with the furniture in the \
inventory, one bicycle space in the courtyard and a share of the drying room.

1.2 No more than two adults may live in the flat. A guest may stay for up to fourteen nights in a row without \
anybody’s permission.

1.3 On the day the tenant moves in, both sides walk through the rooms together and note every scratch, stain and \
missing spoon. Whatever is not on that list is presumed to have happened later.

## 2. How long it lasts
2.1 The tenancy begins on 1 June and runs for twelve months. If neither side says otherwise, it then carries on from \
month to month on the same terms.

2.2 During the first six months neither side may end the agreement early, unless both agree to it in writing.

## 3. Rent
3.1 The rent is £865 a month, payable in advance by bank transfer on or before the fifth day of each month.

3.2 If a payment is more than ten days late, the landlord may add a charge of £20. No interest is charged on top of \
that.

3.3 The rent may be raised once a year, and by no more than the official rate of inflation. The landlord must give \
two months’ notice of the new figure.

3.4 A tenant who loses a job or falls seriously ill may ask to pay half the rent for up to three months. The rest is \
then spread evenly over the following year.

---

## 4. The deposit
4.1 Before moving in the tenant pays a deposit of £1,200. The money is held by an independent scheme and does not \
belong to the landlord.

4.2 It is paid back within twenty-one days of the keys being returned, less the cost of any damage that goes beyond \
fair wear and tear. Faded curtains, worn carpets and small nail holes are fair wear and tear.

4.3 If the two sides cannot agree on a deduction, the scheme decides, and both accept its decision.

## 5. Bills
5.1 The tenant pays for electricity, gas and broadband. Water, and the cleaning of the staircase, are included in the \
rent.

5.2 Meter readings are taken jointly on the first and the last day.

5.3 The tenant is free to change supplier, so long as the landlord hears of it within a week.

## 6. Repairs
6.1 The landlord keeps the roof, walls, windows, boiler and pipes in good order. A failure of heating or hot water \
between October and April must be dealt with within forty-eight hours.

6.2 The tenant reports faults as soon as they appear. A tenant who watches a leak grow for a month and says nothing \
may be asked to bear part of the cost.

6.3 Light bulbs, blocked sinks and lost keys are the tenant’s own affair.

## 7. Visits by the landlord
7.1 The landlord may come in to inspect or repair the flat, but only in the daytime and after giving at least one \
full day’s warning. In an emergency, such as fire or a burst pipe, no warning is needed.

7.2 The landlord keeps one spare key in a sealed envelope, and never uses it for any other purpose.

---

## 8. Living in the flat
8.1 One cat, or one small dog, is welcome. Any other animal needs the landlord’s consent, which will not be refused \
without a reason.

8.2 Smoking is not allowed indoors or on the stairs. It is allowed on the balcony, provided that the neighbours do \
not object.

8.3 The tenant may paint the walls in any colour, on the understanding that they will be white again on the last day.

8.4 Musical instruments, power tools and washing machines rest between ten in the evening and seven in the morning.

8.5 The flat may not be offered to holidaymakers, through a website or in any other way. Letting a room to a lodger \
is possible with written consent.

8.6 Bins go out to Lantern Street on Monday evening, and nothing is to be stored on the landing, since it is the way \
out if there is a fire.

## 9. Ending the tenancy
9.1 After the first six months the tenant may leave by giving one month’s notice. The landlord must give three.

9.2 The landlord may end the tenancy sooner only if rent is two months overdue, or if the flat has been seriously \
damaged or used for a crime.

9.3 On leaving, the tenant empties and cleans the flat, defrosts the freezer and hands back every set of keys. \
Belongings still there after fourteen days may be given to charity.

## 10. If we disagree
10.1 Both sides will first try to settle a quarrel over a cup of tea. If that fails, either may take it to the Marlow \
Quay Housing Mediator, whose first session is free of charge.

10.2 Nothing in this agreement takes away a right that the law gives to the tenant.

Signed in two copies, one for each side.

Adaeze Whitlock, landlord

Jonas Feld, tenant
"""


def width(text: str, font: str, size: float) -> float:
    """The width of a text in points."""
    return sum(TABLES[font][character] for character in text) * size / 1000


def wrap(text: str, font: str, size: float, room: float) -> list[str]:
    """Break a text into lines no wider than room."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", font, size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def show(text: str, font: str, size: float, x: float, y: float) -> bytes:
    """The operators that draw one line of text."""
    literal = text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    return b"BT /%s %g Tf %g %g Td (%s) Tj ET\n" % (font.encode(), size, x, y, literal)


def layout(source: str) -> list[bytes]:
    """The content stream of each page."""
    styles = {  # mark: font, size, line height, space before
        "# ": (BOLD, 20, 26, 0),
        "## ": (BOLD, 12.5, 20, 18),
        "~ ": (REGULAR, 10, 16, 0),
        "": (REGULAR, 11, 17, 8),
    }
    sheets = source.split("\n---\n")
    pages = []
    for number, sheet in enumerate(sheets, 1):
        stream, y = b"", float(PAGE_HEIGHT - TOP)
        for block in filter(None, sheet.splitlines()):
            mark = next(mark for mark in styles if block.startswith(mark))
            font, size, leading, before = styles[mark]
            y -= before
            for line in wrap(block.removeprefix(mark), font, size, PAGE_WIDTH - LEFT - RIGHT):
                y -= leading
                if y < BOTTOM:
                    raise ValueError(f"page {number} is too full at: {line}")
                stream += show(line, font, size, LEFT, y)
        foot = f"Page {number} of {len(sheets)}"
        stream += show(foot, REGULAR, 9, (PAGE_WIDTH - width(foot, REGULAR, 9)) / 2, BOTTOM / 2)
        pages.append(stream)
    return pages


def build(pages: list[bytes]) -> bytes:
    """Put the objects of the file together: catalogue, page tree, information, two fonts, then the pages."""
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>"
    kids = b" ".join(b"%d 0 R" % (6 + 2 * index) for index in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        b"<< /Title (Tenancy Agreement) /Producer (examples/make_pdf.py) >>",
        font % b"Helvetica",
        font % b"Helvetica-Bold",
    ]
    for index, stream in enumerate(pages):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R "
            b"/Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>" % (PAGE_WIDTH, PAGE_HEIGHT, 7 + 2 * index)
        )
        objects.append(b"<< /Length %d >>\nstream\n%sendstream" % (len(stream), stream))

    data, offsets = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for index, body in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (index, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    start, size = len(data), len(objects) + 1
    data += b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    data += b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, start)
    return data


def main() -> None:
    output = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "texts" / "contract.pdf"
    output.write_bytes(build(layout(CONTRACT)))


if __name__ == "__main__":
    main()
