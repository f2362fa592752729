"""How well and how fast a translator translates: BLEU and chrF (sacrebleu) against a file of translations.

    python benchmarks/translate.py newstest2019.eng newstest2019.fin --from en --to fi --limit 500
    python benchmarks/translate.py SOURCE TARGET --from fi --to en --translator opus-mt-fi-en/

Line i of the one file translates line i of the other. Of more lines than the limit it takes every n-th. Prints one
JSON object. Needs sacrebleu beside the extra [translate].
"""

import argparse
import json
import time
from pathlib import Path

from sacrebleu.metrics import BLEU, CHRF

from otherwords.translate import translator


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--from", dest="source_language", default="en")
    parser.add_argument("--to", dest="target_language", default="fi")
    parser.add_argument("--translator", default="otherwords")
    parser.add_argument("--beam", type=int, default=6)
    parser.add_argument("--limit", type=int, default=500)
    parser.add_argument("--show", type=int, default=0, help="so many examples, before the figures")
    options = parser.parse_args()

    sources, targets = (path.read_text(encoding="utf-8").splitlines() for path in (options.source, options.target))
    pairs = list(zip(sources, targets, strict=True))
    pairs = pairs[:: max(1, len(pairs) // options.limit)][: options.limit]
    model = translator(options.translator, options.source_language, options.target_language)
    began = time.perf_counter()
    found = [best.text for best, *_ in model.translate([source for source, _ in pairs], beam=options.beam)]
    seconds = time.perf_counter() - began
    for (source, target), said in list(zip(pairs, found, strict=True))[: options.show]:
        print(f"{source}\n  {said}\n  ({target})")
    references = [[target for _, target in pairs]]
    figures = {
        "n": len(pairs),
        "bleu": round(BLEU().corpus_score(found, references).score, 1),
        "chrf": round(CHRF().corpus_score(found, references).score, 1),
        "seconds": round(seconds, 1),
    }
    print(json.dumps({"translator": model.name, "from": model.source, "to": model.target, **figures}))


if __name__ == "__main__":
    main()
