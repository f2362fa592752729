"""How well and how fast ``compare`` finds what texts share.

    python benchmarks/compare.py answers DIR     # short answers with known levels of reuse (Clough and Stevenson)
    python benchmarks/compare.py passages DIR    # paraphrased passages (P4P), hidden among others
    python benchmarks/compare.py calibration FILE    # do the probabilities hold?
    python benchmarks/compare.py speed FILE      # a draft of 5,000 words against 300 pages

*answers*: DIR holds ``file_information.csv`` (File, Task, Category) and the files that it names; every answer is
compared with the source of its task. Independent answers to the same question (non) are the hard part. Prints the mean
share of each level, and the area under the ROC curve of the share, for reused against not.

*passages*: DIR holds ``p4p_source.txt`` and ``p4p_reference.txt``, a passage a line. Each passage stands among four
others in one document, and its counterpart among four others in a second one; the eight have nothing to do with each
other. It is found when one pair marks both with at least half of the characters right (intersection over union).
Controls are pairs of documents without any passage in common; each in which anything is found is false.

*calibration*: FILE holds JSON lines with ``a`` and ``b``, two versions of a document, sentence by sentence. Documents
are made of them that share half of their sentences. Prints, of the pairs with a probability, how many are right: most
of both sides stands in sentences that belong together.

*speed*: FILE holds JSON lines with ``orig`` and ``bt``, a paragraph and its back-translation.
"""

import argparse
import csv
import gzip
import json
import random
import tempfile
import time
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from sklearn.metrics import roc_auc_score

from otherwords.compare import Comparer
from otherwords.find.cache import ArrayCache
from otherwords.text import Document, Span

LEVELS = ("cut", "light", "heavy", "non")
OTHERS = 4
"""Passages beside the one that is looked for."""
DOCUMENTS = 60
BINS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 1.01)
PAGES, PAGE_WORDS, DRAFT_WORDS = 300, 400, 5000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("answers", "passages", "calibration", "speed"))
    parser.add_argument("path", type=Path)
    parser.add_argument("--every", type=int, default=1, help="passages: only every Nth")
    options = parser.parse_args()
    if options.what == "answers":
        answers(options.path)
    elif options.what == "passages":
        passages(options.path, options.every)
    elif options.what == "calibration":
        calibration(options.path)
    else:
        speed(options.path)


def answers(folder: Path) -> None:
    with (folder / "file_information.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if (folder / row["File"]).exists()]
    sources = {row["Task"]: read(folder / row["File"]) for row in rows if row["Category"] == "orig"}
    comparer = Comparer()
    shares: dict[str, list[float]] = defaultdict(list)
    covered: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if row["Category"] in LEVELS:
            found = comparer.compare(read(folder / row["File"]), [sources[row["Task"]]])
            shares[row["Category"]].append(found.share)
            covered[row["Category"]].append(found.found)
    print(f"{'':8}{'n':>5}{'share':>8}{'found':>8}")
    for level in LEVELS:
        print(f"{level:8}{len(shares[level]):5}{mean(shares[level]):8.3f}{mean(covered[level]):8.3f}")
    scores = [(share, level != "non") for level in LEVELS for share in shares[level]]
    print(f"ROC-AUC {roc_auc_score([reused for _, reused in scores], [share for share, _ in scores]):.4f}")


def read(path: Path) -> Document:
    return Document(path.read_text(encoding="utf-8", errors="replace"), path.name)


def mean(numbers: list[float]) -> float:
    return sum(numbers) / max(1, len(numbers))


def passages(folder: Path, every: int) -> None:
    ours, theirs = (
        (folder / f"p4p_{side}.txt").read_text(encoding="utf-8", errors="replace").splitlines()
        for side in ("source", "reference")
    )
    draw = random.Random(3)
    comparer = Comparer()
    touched = found = well = more = false = 0
    chosen = range(0, len(ours), every)
    for number in chosen:
        others = draw.sample([i for i in range(len(ours)) if i != number], 3 * OTHERS)
        a, gold_a = among(ours, number, others[:OTHERS], draw)
        b, gold_b = among(theirs, number, others[OTHERS : 2 * OTHERS], draw)
        pairs = comparer.compare(Document(a, "a"), [Document(b, "b")]).pairs
        best = max((min(overlap(one.a, *gold_a), overlap(one.b, *gold_b)) for one in pairs), default=0.0)
        hits = [bool(overlap(one.a, *gold_a) and overlap(one.b, *gold_b)) for one in pairs]
        touched, found, well = touched + any(hits), found + (best >= 0.5), well + (best >= 0.8)
        more += len(hits) - sum(hits)
        control, _ = among(theirs, others[-1], others[-OTHERS:-1], draw)
        false += bool(comparer.compare(Document(a, "a"), [Document(control, "c")]).pairs)
    count = len(chosen)
    print(
        f"{count} passages: found with their spans {100 * found / count:.1f} % (touched {100 * touched / count:.1f} %,"
    )
    print(f"  four fifths right {100 * well / count:.1f} %), {more} pairs of others")
    print(f"{count} controls: {100 * false / count:.2f} % with a false pair")


def among(texts: list[str], number: int, others: list[int], draw: random.Random) -> tuple[str, tuple[int, int]]:
    """A document of passages, some of them paragraphs, and where one of them stands."""
    order = [number, *others]
    draw.shuffle(order)
    text, place = "", (0, 0)
    for one in order:
        if one == number:
            place = len(text), len(text) + len(texts[one])
        text += texts[one] + draw.choice((" ", "\n\n"))
    return text, place


def overlap(span: Span, start: int, end: int) -> float:
    """Intersection over union."""
    return max(0, min(span.end, end) - max(span.start, start)) / (max(span.end, end) - min(span.start, start))


def calibration(path: Path) -> None:
    draw = random.Random(7)
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if len(row["a"]) >= 6]
    comparer = Comparer()
    told: list[tuple[float, bool]] = []
    for row in draw.sample(rows, min(DOCUMENTS, len(rows))):
        numbers = list(range(len(row["a"])))
        ours = [i for i in numbers if draw.random() < 0.7] or numbers
        theirs = [i for i in numbers if draw.random() < 0.7] or numbers
        a, places_a = joined([row["a"][i] for i in ours])
        b, places_b = joined([row["b"][i] for i in theirs])
        together = [(places_a[ours.index(i)], places_b[theirs.index(i)]) for i in ours if i in theirs]
        for pair in comparer.compare(Document(a), [Document(b)], min_probability=0.02).pairs:
            right = sum(
                common(pair.a, here) * common(pair.b, there) / (there[1] - there[0])
                + common(pair.b, there) * common(pair.a, here) / (here[1] - here[0])
                for here, there in together
            )
            told.append((pair.probability, right > 0.5 * (len(pair.a.text) + len(pair.b.text))))
    error = 0.0
    for low, high in pairwise(BINS):
        inside = [(probability, right) for probability, right in told if low <= probability < high]
        if inside:
            said, was = mean([one for one, _ in inside]), mean([float(right) for _, right in inside])
            error += abs(said - was) * len(inside) / len(told)
            print(f"{low:.2f}–{min(high, 1):.2f}{len(inside):6} pairs, said {said:.3f}, right {was:.3f}")
    print(f"{len(told)} pairs, calibration error {error:.3f}")


def joined(parts: list[str]) -> tuple[str, list[tuple[int, int]]]:
    """Paragraphs, and where each stands."""
    places, text = [], ""
    for part in parts:
        places.append((len(text), len(text) + len(part)))
        text += part + "\n\n"
    return text, places


def common(span: Span, place: tuple[int, int]) -> int:
    return max(0, min(span.end, place[1]) - max(span.start, place[0]))


def speed(path: Path) -> None:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    random.Random(1).shuffle(rows)
    pages, draft = [], ""
    text = ""
    for row in rows:
        text += row["orig"] + "\n\n"
        if len(text.split()) >= PAGE_WORDS:
            pages.append(Document(text, f"page {len(pages)}"))
            text = ""
        if len(pages) == PAGES:
            break
    for row in rows[:: max(1, PAGES // 40)]:  # some stand in the pages as they were, some are not there at all
        draft += row["bt"] + "\n\n"
        if len(draft.split()) >= DRAFT_WORDS:
            break
    print(f"{len(draft.split()):,} words against {len(pages)} pages, {sum(len(p.text.split()) for p in pages):,} words")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("first time", "again"):
            began, processor = time.monotonic(), time.process_time()
            comparison = Comparer(cache=ArrayCache(Path(folder))).compare(Document(draft, "draft"), pages)
            told = f"{time.monotonic() - began:.1f} s, {time.process_time() - processor:.1f} s of processor"
            print(f"{name}: {told}; {len(comparison.pairs)} pairs, {100 * comparison.found:.0f} % found")


if __name__ == "__main__":
    main()
