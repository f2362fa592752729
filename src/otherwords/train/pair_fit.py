"""Fitting the pair network: whole numbers in, weights out. Runs unchanged on a CPU and on a GPU.

    python -m otherwords.train.pair_fit WORK --base MODEL --teacher MODEL --steps 5000

reads ``WORK/pairs.npz`` (what ``pair_corpus.prepare_pairs`` made) and writes ``WORK/pairs.safetensors``. The teacher is
a sentence encoder whose cosines tell how near any two texts are, where nobody has said it. It first learns to read the
pairs that people have judged; then its readings teach as well. The base may teach itself.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, mse_loss
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from otherwords.encoder.pairs import PAIR_SCORES
from otherwords.train.course import Course, Losses
from otherwords.train.pair_batches import UNKNOWN, Pairs, PairSampler, Portions, rows_of_texts
from otherwords.train.pair_corpus import PairCorpus
from otherwords.train.pair_model import PairNetwork, PairTeacher
from otherwords.train.whole import save_model

RELATED, SAME, ANSWERS = map(PAIR_SCORES.index, ("related", "same", "answers"))
_CANDIDATES = 200_000
"""Texts among which neighbours are looked for, at most."""
_NEIGHBOURS = 32


@dataclass(frozen=True)
class Settings:
    steps: int = 4000
    minutes: float = math.inf
    """The learning rate reaches zero with the steps or the minutes, whichever end first; what was learned is kept."""
    teaching: float = 0.4
    """The teacher's own share: so many of its steps, or minutes, for each of the pair network's."""
    tokens: int = 49_152
    """Tokens a batch, at most."""
    learning_rate: float = 1e-4
    """More makes the vectors forget what the base knows of texts that are not like these."""
    teacher_rate: float = 3e-5
    warm_up: int = 300
    averaging: float = 0.999
    workers: int = 0
    seed: int = 1
    left_out: tuple[int, int] | None = None
    """A fold of the judged pairs that is not learned from, and the number of folds: for cross-validation."""


@dataclass(frozen=True)
class _Batch:
    ids: Tensor
    types: Tensor
    first: Tensor
    second: Tensor
    labels: Tensor
    teacher: Tensor
    """[rows, rows]: the teacher's cosines of every first text with every second."""
    group: int

    def to(self, device: torch.device) -> "_Batch":
        moved = {name: value.to(device, non_blocking=True) for name, value in vars(self).items() if name != "group"}
        return _Batch(**moved, group=self.group)


class _Batches(IterableDataset[_Batch]):
    def __init__(
        self, sampler: PairSampler, vectors: NDArray[np.float16], settings: Settings, portions: Portions
    ) -> None:
        self._sampler, self._vectors, self._settings, self._portions = sampler, vectors, settings, portions

    def __iter__(self) -> Iterator[_Batch]:
        worker = get_worker_info()
        draw = np.random.default_rng([self._settings.seed, worker.id if worker else 0])
        while True:
            portion = list(self._sampler.portion(self._portions, draw))
            cut = [one for pairs in portion for one in self._sampler.batches(pairs, self._settings.tokens, draw)]
            for i in draw.permutation(len(cut)):
                yield self._made(cut[i])

    def _made(self, pairs: Pairs) -> _Batch:
        ids, types = self._sampler.together(pairs)
        apart = [self._sampler.apart(texts) for texts in (pairs.first, pairs.second)]
        teacher = self._vectors[pairs.first].astype(np.float32) @ self._vectors[pairs.second].astype(np.float32).T
        first, second, labels, cosines = (torch.as_tensor(array) for array in (*apart, pairs.labels, teacher))
        return _Batch(torch.as_tensor(ids), torch.as_tensor(types), first, second, labels, cosines, pairs.group)


def fit_pairs(
    corpus: PairCorpus,
    tokenizer: Tokenizer,
    base: Path,
    teacher: Path,
    settings: Settings,
    report: Callable[[str], None] = print,
) -> PairNetwork:
    torch.manual_seed(settings.seed)
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    reader = PairTeacher(teacher, tokenizer).to(device)
    vectors = _vectors(corpus, reader, device)
    neighbours = _neighbours(vectors, device)
    report(f"{len(vectors)} texts, their neighbours found")
    sampler = PairSampler(corpus, neighbours, vectors, settings.left_out)

    def batches(portions: Portions) -> Iterator[_Batch]:
        made = _Batches(sampler, vectors, settings, portions)
        return iter(DataLoader(made, batch_size=None, num_workers=settings.workers))

    judged = batches(Portions(other=0, about=0))
    share = settings.teaching
    course = Course(
        math.ceil(share * settings.steps),
        share * settings.minutes,
        settings.teacher_rate,
        settings.warm_up,
        settings.averaging,
    )
    reader = course.follow(reader, lambda model: _judged_losses(model, next(judged).to(device)), report)
    reader.to(torch.bfloat16 if device.type == "cuda" else torch.float32).eval().requires_grad_(False)
    report("the teacher can read")
    every = batches(Portions())
    course = Course(settings.steps, settings.minutes, settings.learning_rate, settings.warm_up, settings.averaging)
    model = PairNetwork(base).to(device)
    return course.follow(model, lambda model: _losses(model, reader, next(every).to(device)), report)


def _judged_losses(model: PairTeacher, one: _Batch) -> Losses:
    """What the teacher learns from: pairs that people, or rules, have judged."""
    known = one.labels != UNKNOWN
    if not known.any():
        return {}
    scores = model.together(one.ids, one.types)
    if one.group:
        answers, right = scores[:, ANSWERS].view(-1, one.group), one.labels.view(-1, one.group).float()
        return {"answers": cross_entropy(answers, right) + binary_cross_entropy_with_logits(answers, right)}
    return {"same": binary_cross_entropy_with_logits(scores[known, SAME], one.labels[known].float())}


def _losses(model: PairNetwork, teacher: PairTeacher, one: _Batch) -> Losses:
    scores = model.together(one.ids, one.types)
    with torch.no_grad():
        told = teacher.together(one.ids, one.types)
    cosines = one.teacher.diagonal().clamp(0, 1)
    losses = {"related": binary_cross_entropy_with_logits(scores[:, RELATED], cosines)}
    known = one.labels != UNKNOWN
    if one.group:
        answers, theirs = scores[:, ANSWERS].view(-1, one.group), told[:, ANSWERS].view(-1, one.group)
        chosen, right = theirs.softmax(-1), theirs.sigmoid()
        if known.all():
            labels = one.labels.view(-1, one.group).float()
            chosen, right = (chosen + labels) / 2, (right + labels) / 2
        losses["answers"] = cross_entropy(answers, chosen) + binary_cross_entropy_with_logits(answers, right)
        return losses
    same = told[:, SAME].sigmoid()
    same = torch.where(known, (same + one.labels) / 2, same)
    losses["same"] = binary_cross_entropy_with_logits(scores[:, SAME], same)
    ours, theirs = model.apart(one.first), model.apart(one.second)
    table = ours @ theirs.T
    losses["vectors"] = 10 * mse_loss(table, one.teacher) + 10 * mse_loss(table.diagonal(), one.teacher.diagonal())
    alike = (one.labels == 1).nonzero()[:, 0]
    if len(alike):
        losses["found"] = 0.05 * cross_entropy(20 * table[alike], alike)
    return losses


def _vectors(corpus: PairCorpus, teacher: PairTeacher, device: torch.device) -> NDArray[np.float16]:
    """What the teacher, not yet taught anything, makes of every text."""
    lengths = np.diff(corpus.starts)
    order = np.argsort(lengths, kind="stable")
    vectors = np.zeros((len(order), teacher.encoder.config.hidden_size), dtype=np.float16)
    start = 0
    with torch.inference_mode(), torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        while start < len(order):
            stop = min(len(order), start + max(1, 32_768 // (int(lengths[order[start]]) + 8)))
            chosen = order[start:stop]
            ids = rows_of_texts([corpus.text(text) for text in chosen])
            vectors[chosen] = teacher.apart(torch.as_tensor(ids, device=device)).half().cpu().numpy()
            start = stop
    return vectors


def _neighbours(vectors: NDArray[np.float16], device: torch.device) -> NDArray[np.int64]:
    """For every text the nearest others, among as many as are worth the search."""
    draw = np.random.default_rng(1)
    candidates = np.sort(draw.permutation(len(vectors))[:_CANDIDATES])
    kind = torch.bfloat16 if device.type == "cuda" else torch.float32
    table = torch.as_tensor(vectors[candidates], device=device).to(kind)
    own = torch.as_tensor(candidates, device=device)
    count = min(_NEIGHBOURS, len(candidates) - 1)
    found = np.zeros((len(vectors), count), dtype=np.int64)
    for start in range(0, len(vectors), 4096):
        rows = torch.as_tensor(vectors[start : start + 4096], device=device).to(kind)
        products = rows @ table.T
        itself = own[None] == torch.arange(start, start + len(rows), device=device)[:, None]
        best = products.masked_fill_(itself, -2).topk(count).indices
        found[start : start + len(rows)] = own[best].cpu().numpy()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, help="else the base")
    parser.add_argument("--steps", type=int, default=Settings.steps)
    parser.add_argument("--minutes", type=float, default=Settings.minutes)
    parser.add_argument("--learning-rate", type=float, default=Settings.learning_rate)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--left-out", type=int, nargs=2, metavar=("FOLD", "FOLDS"))
    parser.add_argument("--output", "-o", type=Path, help="else WORK/pairs.safetensors")
    options = parser.parse_args()
    settings = Settings(
        steps=options.steps,
        minutes=options.minutes,
        learning_rate=options.learning_rate,
        workers=options.workers,
        left_out=tuple(options.left_out) if options.left_out else None,
    )
    corpus = PairCorpus.load(options.work / "pairs.npz")
    tokenizer = Tokenizer.from_file(str(options.base / "tokenizer.json"))
    model = fit_pairs(corpus, tokenizer, options.base, options.teacher or options.base, settings)
    save_model(model, options.output or options.work / "pairs.safetensors")


if __name__ == "__main__":
    main()
