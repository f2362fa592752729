"""How well does the pair model know phrases: which wording is a phrase's own, and which only looks like it?

    python benchmarks/phrases.py [--model DIR ...] aligned.tsv idioms.csv SimLex-999.txt

Files are told apart by their names' ends. `.tsv` are MultiMWA's (two sentences that say the same and which of their
words do); phrases of at least two words on one side are taken from them. `.csv` are PIE's: an idiom and what it means,
marked in two sentences. Of both is shown in what place a phrase's own wording comes among those of all phrases of the
file (the mean of 1 / place, and how often it is the first), how many of the pairs are held for the same, and how many
pairs of a phrase with a wording of another phrase that shares a word with it; and how often the probability of the
former is above that of the latter. `.txt` are words with people's grades
(the first two columns and the fourth): Spearman's correlation with the cosine and with the probability.
"""

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
from scipy.stats import spearmanr

from otherwords.encoder.pairs import PairModel
from otherwords.evaluate.files import read_lines
from otherwords.lexicon import lexicon_of
from otherwords.text import words
from wordings import aligned_phrases

MOST = 1000


def of_aligned(file: Path) -> Iterator[tuple[str, str]]:
    for sentence, first, end, wording in aligned_phrases(file):
        phrase = " ".join(sentence[first:end])
        if " " in phrase or " " in wording:
            yield phrase, wording


def of_idioms(file: Path) -> Iterator[tuple[str, str]]:
    with open(file, encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            yield (
                marked(row["Idiomatic_Sent"], row["Idiomatic_Label"]),
                marked(row["Literal_Sent"], row["Literal_Label"]),
            )


def marked(sentence: str, labels: str) -> str:
    pairs = zip(sentence.split(), labels.split(), strict=False)
    return " ".join(word for word, label in pairs if label != "O")


def said(text: str) -> set[str]:
    return {text[start:end].lower() for start, end in words(text)} - lexicon_of("en").function_words


def phrases(name: str, model: PairModel, pairs: list[tuple[str, str]]) -> None:
    pairs = [pair for pair in dict.fromkeys(pairs) if said(pair[0]) and said(pair[1])]
    Random(1).shuffle(pairs)
    pairs = pairs[:MOST]
    ours, theirs = (model.vectors([pair[side] for pair in pairs]) for side in (0, 1))
    table = ours @ theirs.T
    own: dict[str, set[str]] = {}
    for phrase, wording in pairs:
        own.setdefault(phrase, set()).add(wording)
    places, looking_alike = [], []
    for i, (phrase, _) in enumerate(pairs):
        rivals = [j for j, (_, other) in enumerate(pairs) if other not in own[phrase] and other != phrase]
        places.append(1 + int((table[i, rivals] > table[i, i]).sum()))
        looking_alike += [(phrase, pairs[j][1]) for j in rivals if said(phrase) & said(pairs[j][1])][:3]
    same, other = (model.probabilities(some) for some in (pairs, looking_alike))
    print(
        f"  {name}: {len(pairs)} phrases, 1/place {np.mean(1 / np.array(places)):.3f}, "
        f"first {np.mean(np.array(places) == 1):.3f}; held for the same: {np.mean(same >= 0.5):.3f} of the right, "
        f"{np.mean(other >= 0.5):.3f} of {len(other)} that share a word; "
        f"a right pair is above such a one: {np.mean(same[:, None] > other):.3f}"
    )


def graded(name: str, model: PairModel, file: Path) -> None:
    rows = [line.split("\t") for _, line in read_lines(file)][1:]
    pairs, grades = [(row[0], row[1]) for row in rows], [float(row[3]) for row in rows]
    cosine, probability = model.cosines(pairs), model.logits(pairs)
    told = ", ".join(
        f"{how} {spearmanr(numbers, grades).statistic:.3f}"
        for how, numbers in (("cosine", cosine), ("probability", probability))
    )
    print(f"  {name}: {len(rows)} pairs, Spearman {told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--model", action="append", type=Path, help="a folder of weights, several times; else ours")
    options = parser.parse_args()
    for folder in options.model or [None]:
        print(folder or "the shipped model")
        model = PairModel(folder)
        for file in options.files:
            if file.suffix == ".tsv":
                phrases(file.name, model, list(of_aligned(file)))
            elif file.suffix == ".csv":
                phrases(file.name, model, list(of_idioms(file)))
            else:
                graded(file.name, model, file)


if __name__ == "__main__":
    main()
