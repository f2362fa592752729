"""Where the time goes when a question is asked in twenty wordings over a knowledge base.

    python benchmarks/ask.py KB QUESTIONS --model DIR [--questions 50] [--wordings 20] [--threads 2]

QUESTIONS are JSON lines with the entity in brackets. A question's other wordings are those of other questions of the
file, with its own entity put in: as many, and as different, as generators could ever give; what a generator itself
takes is not in it. Half of the questions warm up and are not counted. One JSON object is printed: the median and the
90th percentile of the whole, and the median of every step, in milliseconds.
"""

import argparse
import json
import random
import statistics
import time
from pathlib import Path

from otherwords.ask.combine import combine
from otherwords.ask.kb.answerer import KbAnswerer
from otherwords.ask.kb.knowledge import open_knowledge_base
from otherwords.ask.kb.model import open_model
from otherwords.ask.kb.weigh import cosine_weights
from otherwords.ask.marks import SLOT, bare
from otherwords.ask.wording import Wording
from otherwords.encoder.pairs import PairModel
from otherwords.evaluate.questions import read_questions

STEPS = ("link", "vectors", "weights", "answers", "combine")


def ask(answerer: KbAnswerer, texts: list[str]) -> dict[str, float]:
    """The seconds of every step."""
    wordings = [Wording(bare(text), "question", 1.0) for text in texts]
    marks = [time.perf_counter()]
    for text in texts:
        answerer.links(text)
    marks.append(time.perf_counter())
    answerer.prepare(texts)
    marks.append(time.perf_counter())
    weights = cosine_weights(answerer, [Wording(text, "question", 1.0) for text in texts])
    marks.append(time.perf_counter())
    answers = [answerer.answers(text) for text in texts]
    marks.append(time.perf_counter())
    combine(wordings, weights, answers)
    marks.append(time.perf_counter())
    return {step: marks[i + 1] - marks[i] for i, step in enumerate(STEPS)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kb")
    parser.add_argument("file", metavar="QUESTIONS", type=Path)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--questions", type=int, default=50)
    parser.add_argument("--wordings", type=int, default=20)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    encoder = PairModel(threads=given.threads)
    answerer = KbAnswerer(open_knowledge_base(given.kb), open_model(given.model) if given.model else None, encoder)
    draw = random.Random(0)
    examples = [example.question for example in read_questions(given.file) if "[" in example.question]
    asked = []
    for question in draw.sample(examples, 2 * given.questions):
        entity = question[question.index("[") : question.index("]") + 1]
        others = {f"{q[: q.index('[')]}{SLOT}{q[q.index(']') + 1 :]}" for q in draw.sample(examples, 400)}
        others.discard(question.replace(entity, SLOT))
        texts = [wording.replace(SLOT, entity) for wording in draw.sample(sorted(others), given.wordings)]
        # A number makes each one new: a wording that was heard before would be answered from memory.
        asked.append([f"{text} {len(asked)}" for text in (question, *texts)])
    taken = [ask(answerer, texts) for texts in asked][given.questions :]
    totals = sorted(1000 * sum(steps.values()) for steps in taken)
    figures = {
        "n": len(totals),
        "wordings": given.wordings,
        "p50_ms": round(statistics.median(totals), 1),
        "p90_ms": round(totals[int(0.9 * len(totals))], 1),
        "steps_p50_ms": {step: round(1000 * statistics.median(t[step] for t in taken), 1) for step in STEPS},
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
