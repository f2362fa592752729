"""What the option of "not here" costs where there is an answer: one pass over a spans file with nulls.

    otherwords data nulls dev.jsonl.gz -o dev-nulls.jsonl.gz
    python benchmarks/nulls.py dev-nulls.jsonl.gz --limit 400

Every query is asked once. Where the answer is "not here", the span that came nearest is what always mode would have
answered. So one run gives the figures of `eval spans` and, for the queries that have an answer, the exact matches with
the option and without.
"""

import argparse
import time
from itertools import islice
from pathlib import Path

from otherwords import Finder
from otherwords.evaluate.metrics import SpanMetrics
from otherwords.evaluate.prediction import Prediction
from otherwords.evaluate.scorers import SCORERS
from otherwords.evaluate.spans import read_spans


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=int, help="the first N examples only")
    options = parser.parse_args()
    finder, metrics, f1 = Finder(), SpanMetrics(), SCORERS["otherwords"].f1
    answerable = exact = exact_and_said = 0
    began = time.monotonic()
    for example in islice(read_spans(options.file), options.limit):
        answer = finder.find(example.query, example.document, explain=False)
        best, said = answer.best, bool(answer)
        if best is not None:
            metrics.add(example, Prediction(best.span.start, best.span.end, best.probability))
        elif answer.no_match is not None:
            metrics.add(example, Prediction(None, None, answer.no_match.probability))
            best = answer.no_match.nearest
        if example.gold:
            right = best is not None and f1(best.span.text, example.document[slice(*example.gold)]) == 1
            answerable, exact, exact_and_said = answerable + 1, exact + right, exact_and_said + (right and said)
    figures = metrics.figures()
    figures |= {"em_answerable": 100 * exact_and_said / answerable, "em_answerable_always": 100 * exact / answerable}
    for name, value in figures.items():
        print(f"{name:22} {value:8.3f}")
    print(f"{'seconds':22} {time.monotonic() - began:8.1f}")


if __name__ == "__main__":
    main()
