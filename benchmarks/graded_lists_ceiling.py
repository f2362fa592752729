"""How well can lists be ordered at all whose labels are votes? A label of 0 to 6 says how many of six people said yes.

    python benchmarks/graded_lists_ceiling.py twitter-graded.jsonl.gz --judges 6

Were six other people asked, some labels would be others, so no system can order every list as these six did. Behind
each label is the share of all people who would say yes. How such shares are spread is fitted to the labels (a mixture
of binomial distributions, by expectation maximisation; no form is assumed). Then shares are drawn that may lie behind
the labels, and of each the votes of six new people. A system that orders by the shares themselves is measured by these
new votes: what it reaches is the ceiling.
"""

import argparse
from pathlib import Path

import numpy as np
from scipy.stats import binom

from otherwords.evaluate.list_metrics import in_order, ndcg
from otherwords.evaluate.lists import read_lists

SHARES = np.linspace(0.0025, 0.9975, 200)
ROUNDS = 5000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--judges", type=int, required=True)
    parser.add_argument("--draws", type=int, default=20)
    given = parser.parse_args()
    lists = [np.array(one.labels, dtype=int) for one in read_lists(given.file)]
    votes = np.bincount(np.concatenate(lists), minlength=given.judges + 1)
    likely = binom.pmf(np.arange(given.judges + 1)[:, None], given.judges, SHARES)
    spread = np.full(len(SHARES), 1 / len(SHARES))
    for _ in range(ROUNDS):
        behind = likely * spread
        behind /= behind.sum(axis=1, keepdims=True)
        spread = votes @ behind / votes.sum()
    random = np.random.default_rng(1)
    reached = []
    for _ in range(given.draws):
        found = []
        for labels in lists:
            shares = np.array([random.choice(SHARES, p=behind[label]) for label in labels])
            again = random.binomial(given.judges, shares)
            if again.any():
                found.append(ndcg(in_order(again.tolist(), shares.tolist())))
        reached.append(np.mean(found))
    print(f"{'lists':24} {len(lists):8}")
    print(f"{'labels':24} {' '.join(map(str, votes))}")
    print(f"{'the same, as fitted':24} {' '.join(map(str, (likely @ spread * votes.sum()).round().astype(int)))}")
    print(f"{'NDCG@5 of the shares':24} {np.mean(reached):8.3f} ± {np.std(reached):.3f}")


if __name__ == "__main__":
    main()
