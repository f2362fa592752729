"""How well and how fast the tagger tags, beside the most frequent tag of each word, and beside spaCy.

    python benchmarks/tagger.py masc_tagged.zip [--conllu en_ewt-ud-test.conllu] [--spacy en_core_web_sm]

Right: words with the right tag, and sentences of which it is rightly said whether they have a verb that is neither a
gerund nor a modal, in MASC's held-out documents. "Unmended" takes the corpus's own tags also for what docs and card say
is mended. In other cases the right tags stay what they were. --conllu measures on a treebank; words that it takes apart
otherwise than we do are left out.

Fast: words a second, the held-out documents a thousand sentences at a time, on one core by processor time, and in two
processes by the clock, which other work on the machine slows down. "New" is the first time, when no word is known yet.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from threadpoolctl import threadpool_limits

from otherwords.mine.penn import from_penn
from otherwords.mine.spacy_tagger import SpacyTagger
from otherwords.mine.tagger import Tagger
from otherwords.mine.tags import ALL, OTHER, PROPER, PUNCTUATION, without_letters
from otherwords.mine.tokens import tokens
from otherwords.train.masc import TaggedSentence, our_tag, read_masc, split
from otherwords.train.tagger_figures import Figures, measure

Tag = Callable[[Sequence[Sequence[str]]], list[str]]
CASES: dict[str, Callable[[str], str]] = {
    "lower case": str.lower,
    "capitals": str.upper,
    "headlines": lambda word: word[:1].upper() + word[1:],
}
ROUNDS = 10
PENN_MARKS = {".", ",", ":", "''", "``", '"', "'", "(", ")", "-", "...", "$", "#", "SYM", "--", "LRB"}


class MostFrequent:
    """The tag that a word most often has; what is not known is a name if it starts with a capital."""

    def __init__(self, sentences: Sequence[TaggedSentence]) -> None:
        counts: dict[str, Counter[str]] = {}
        for sentence in sentences:
            for token, tag in zip(sentence.tokens, sentence.tags, strict=True):
                counts.setdefault(token, Counter())[tag] += 1
        self._best = {token: counter.most_common(1)[0][0] for token, counter in counts.items()}

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[str]:
        return ["".join(map(self._of, sentence)) for sentence in sentences]

    def _of(self, token: str) -> str:
        best = self._best.get(token) or self._best.get(token.lower()) or without_letters(token)
        return best or (PROPER if token[:1].isupper() else OTHER)


def unmended(sentence: TaggedSentence) -> str:
    return "".join(PUNCTUATION if tag in PENN_MARKS else from_penn(tag) for tag in sentence.penn)


def treebank(path: Path) -> Iterator[tuple[list[str], str]]:
    """Our tokens of each sentence and their tags, “?” where the treebank's words are others."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = block.splitlines()
        text = next((line.removeprefix("# text = ") for line in lines if line.startswith("# text = ")), None)
        if text is None:
            continue
        penn = _penn_by_place([line.split("\t") for line in lines if not line.startswith("#")], text)
        found, tags, place = tokens(text), "", 0
        for token in found:
            start = text.index(token, place)
            place = start + len(token)
            tags += our_tag(token, penn[start, place]) if (start, place) in penn else without_letters(token) or "?"
        yield found, tags


def _penn_by_place(rows: list[list[str]], text: str) -> dict[tuple[int, int], str]:
    by_number = {row[0]: row[4] for row in rows}
    found: dict[tuple[int, int], str] = {}
    place = inside = 0
    for number, form, *_ in rows:
        if not number.isdigit() and "-" not in number:  # a word that is understood, but not there
            continue
        if number.isdigit() and int(number) <= inside:
            continue
        first, _, last = number.partition("-")
        inside = int(last or 0)
        start = text.index(form, place)
        place = start + len(form)
        found[start, place] = by_number[first]  # of several words that are written as one, the tag of the first
    return found


def show(name: str, truth: Sequence[str], said: Sequence[str]) -> Figures:
    figures = measure(truth, said)
    print(f"{name:<40} {figures.accuracy:7.2%} of {figures.words:,} words, verbs {figures.verb:7.2%}", flush=True)
    return figures


def seconds(tag: Tag, sentences: Sequence[Sequence[str]]) -> float:
    began = time.process_time()
    for start in range(0, len(sentences), 1000):
        tag(sentences[start : start + 1000])
    return time.process_time() - began


def tag_often(sentences: Sequence[Sequence[str]]) -> None:
    tagger = Tagger.load()
    with threadpool_limits(1):
        for _ in range(ROUNDS):
            seconds(tagger.tag, sentences)


def speed(name: str, tag: Tag, sentences: Sequence[Sequence[str]], rounds: int) -> None:
    words = sum(map(len, sentences))
    with threadpool_limits(1):  # or numpy would take both cores
        new = seconds(tag, sentences)
        known = min(seconds(tag, sentences) for _ in range(rounds))
    print(f"{name:<40} {words / known:12,.0f} words a second and core, new {words / new:12,.0f}", flush=True)


def speed_of_two(sentences: Sequence[Sequence[str]]) -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        list(pool.map(tag_often, [sentences[:10]] * 2))  # processes are started, and what they need is loaded
        began = time.perf_counter()
        list(pool.map(tag_often, [sentences] * 2))
        taken = time.perf_counter() - began
    words = 2 * ROUNDS * sum(map(len, sentences))
    print(f"{'two processes, by the clock':<40} {words / taken:12,.0f} words a second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("masc", type=Path, help="NLTK's masc_tagged.zip")
    parser.add_argument("--model", type=Path, help="a folder of otherwords train tagger; else the shipped weights")
    parser.add_argument("--conllu", type=Path, action="append", default=[], help="an English treebank with Penn tags")
    parser.add_argument("--spacy", action="append", default=[], help="a spaCy pipeline to stand beside ours")
    options = parser.parse_args()

    learned, held_out = split(read_masc(options.masc))
    sentences = [sentence for document in held_out for sentence in document.sentences]
    texts = [sentence.tokens for sentence in sentences]
    truth = [sentence.tags for sentence in sentences]
    ours = Tagger.load(options.model)
    others: dict[str, Tag] = {f"spaCy {name}": SpacyTagger.load(name).tag for name in options.spacy}
    frequent = MostFrequent([sentence for document in learned for sentence in document.sentences])
    systems: dict[str, Tag] = {"otherwords": ours.tag, "most frequent": frequent.tag, **others}

    for name, tag in systems.items():
        figures = show(f"{name}, held-out MASC", truth, tag(texts))
        if tag == ours.tag:
            for one in ALL:
                print(f"    {one}  found {figures.found[one]:7.2%}  right {figures.right[one]:7.2%}")
        show(f"{name}, unmended", [unmended(sentence) for sentence in sentences], tag(texts))
        for case, change in CASES.items():
            show(f"{name}, {case}", truth, tag([list(map(change, text)) for text in texts]))
        for path in options.conllu:
            found, tags = zip(*treebank(path), strict=True)
            show(f"{name}, {path.name}", tags, tag(found))
    for name, tag in systems.items():
        speed(name, Tagger.load(options.model).tag if tag == ours.tag else tag, texts, 1 if name in others else ROUNDS)
    speed_of_two(texts)


if __name__ == "__main__":
    main()
