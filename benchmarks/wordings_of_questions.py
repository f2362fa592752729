"""Wordings through several pivots at once, beside those through the best pivot alone: how many are of use, and how far
from the question they go.

    python benchmarks/wordings_of_questions.py QUESTIONS --limit 500

QUESTIONS is a text file with a question a line, WebQuestions' JSON (``utterance``), or JSON lines with ``question``. Of
more questions than the limit it takes every n-th. Of use is a wording that is distinct from the question and the others
(case, endings, punctuation and words of grammar aside), and that the pair model thinks likelier than not to ask the
same. BLEU (sacrebleu, the question as reference) says how near the wordings stay.

Prints a JSON object a system, with its wordings and those of use; then, where BLEU differs, again those of use, with
the least probability of the system that strays further raised until its BLEU is the other's. Seconds are of
processor time, and so comparable on a machine that has other work. Needs sacrebleu and the extra [translate].
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median

from otherwords.ask.wording import Wording
from otherwords.ask.wordings.pivots import Pivots
from otherwords.ask.wordings.statistics import statistics
from otherwords.encoder.pairs import PairModel
from otherwords.translate import translator
from otherwords.translate.stepwise import stepwise_translator

USABLE = 0.5

Judged = list[tuple[str, list[tuple[Wording, float]]]]
"""Questions, and their wordings with the probability of each."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--limit", type=int, default=500)
    parser.add_argument("--pivots", type=int, nargs="+", default=[1, 4], help="how many at once; 1 is the best alone")
    parser.add_argument("--beam", type=int, default=24)
    options = parser.parse_args()

    questions = read(options.questions)
    questions = questions[:: max(1, len(questions) // options.limit)][: options.limit]
    there, back = translator("otherwords", "en", "fi"), stepwise_translator("otherwords", "fi", "en")
    judge = PairModel()
    systems: dict[int, Judged] = {}
    for number in options.pivots:
        generator = Pivots(there, back, pivots=number, beam=options.beam)
        systems[number] = []
        seconds = []
        for question in questions:
            began = time.process_time()
            wordings = generator.wordings(question)
            seconds.append(time.process_time() - began)
            systems[number].append((question, judged(judge, question, wordings)))
        figures = {
            "pivots": number,
            "beam": options.beam,
            "questions": len(questions),
            "distinct": figures_of(systems[number], 0.0),
            "usable": figures_of(systems[number], USABLE),
            "seconds_p50": round(median(seconds), 2),
            "seconds_mean": round(mean(seconds), 2),
        }
        print(json.dumps(figures), flush=True)
    highest = max(figures_of(system, USABLE)["bleu"] for system in systems.values())
    for number, system in systems.items():
        least = USABLE
        while (figures := figures_of(system, least))["bleu"] < highest and least < 0.99:
            least += 0.01
        print(
            json.dumps({"pivots": number, "at BLEU": highest, "least probability": round(least, 2), "usable": figures})
        )


def judged(judge: PairModel, question: str, wordings: Sequence[Wording]) -> list[tuple[Wording, float]]:
    probabilities = judge.probabilities([(question, wording.text) for wording in wordings]).tolist() if wordings else []
    return list(zip(wordings, probabilities, strict=True))


def figures_of(system: Judged, least: float) -> dict[str, float]:
    _, rows = statistics((question, [one for one, p in wordings if p >= least]) for question, wordings in system)
    names = ("number", "coverage", "length", "bleu", "ter")
    return {name: round(getattr(rows[-1], name), 2) if rows else 0.0 for name in names}


def read(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        return [row["utterance"] for row in json.loads(text)]
    if path.suffix == ".jsonl":
        return [json.loads(line)["question"] for line in text.splitlines()]
    return [line for line in text.splitlines() if line.strip()]


if __name__ == "__main__":
    main()
