"""Examples in parts, each of which is asked of a system that learned from the others."""

import random
from collections.abc import Hashable, Iterator, Sequence

SEED = 0


def folds(keys: Sequence[Hashable], parts: int) -> Iterator[tuple[list[int], list[int]]]:
    """For each part, which examples to learn from and which to ask; examples with the same key stay together.

    A part without examples, where there are fewer keys than parts, is passed over.
    """
    distinct = list(dict.fromkeys(keys))
    random.Random(SEED).shuffle(distinct)
    part_of = {key: place % parts for place, key in enumerate(distinct)}
    for part in range(min(parts, len(distinct))):
        asked = [i for i, key in enumerate(keys) if part_of[key] == part]
        yield [i for i, key in enumerate(keys) if part_of[key] != part], asked
