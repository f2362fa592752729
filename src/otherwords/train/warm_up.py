"""Teaching a base model the corpus's languages before it learns to read: hidden words are to be guessed.

    python -m otherwords.train.warm_up WORK --base MODEL --minutes 3 -o WARM

Half of the rows are running text of one language. The other half are a text beside its other wording, so that a word
hidden in one language is best guessed from the other: what the base knows of English reaches Finnish and Swedish.
"""

import argparse
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, gelu
from torch.utils.data import DataLoader, IterableDataset, get_worker_info
from transformers import BertModel

from otherwords.train.corpus import Corpus
from otherwords.train.whole import writing_whole

LENGTH = 192
HIDDEN_SHARE = 0.2
TOKENS = 98_304
LEARNING_RATE = 6e-4
_RISE = 200

Ints = NDArray[np.int64]


class _Rows(IterableDataset[tuple[Ints, Ints]]):
    """Batches of rows, ids and types, without anything hidden yet."""

    def __init__(self, corpus: Corpus, cls: int, sep: int, rows: int, seed: int) -> None:
        self._corpus, self._cls, self._sep, self._rows, self._seed = corpus, cls, sep, rows, seed

    def __iter__(self) -> Iterator[tuple[Ints, Ints]]:
        worker = get_worker_info()
        random = np.random.default_rng([self._seed, worker.id if worker else 0])
        columns, shares = self._columns()
        paired = [source for source in self._corpus.sources if source.segments.shape[1] > 1]
        pair_shares = np.array([source.share for source in paired])
        while True:
            ids = np.zeros((self._rows, LENGTH), dtype=np.int64)
            types = np.zeros_like(ids)
            for row in range(self._rows):
                if random.random() < 0.5:
                    texts = columns[random.choice(len(columns), p=shares)]
                    first = self._running(texts, int(random.integers(len(texts))), LENGTH - 2)
                    second = first[:0]
                else:
                    source = paired[random.choice(len(paired), p=pair_shares / pair_shares.sum())]
                    at, side = int(random.integers(len(source.segments))), int(random.integers(2))
                    first = self._running(source.segments[:, side], at, LENGTH // 2 - 2)
                    second = self._running(source.segments[:, 1 - side], at, LENGTH // 2 - 1)
                filled = np.array([self._cls, *first, self._sep])
                if len(second):
                    filled = np.append(filled, [*second, self._sep])
                ids[row, : len(filled)] = filled
                types[row, len(first) + 2 : len(filled)] = 1
            yield ids, types

    def _columns(self) -> tuple[list[Ints], NDArray[np.float64]]:
        """Every wording of every source as running text; the languages are drawn alike, and a text as often as any."""
        columns = [
            (language, source.segments[:, i])
            for source in self._corpus.sources
            for i, language in enumerate(source.languages)
        ]
        lengths = np.diff(self._corpus.starts)
        sizes = np.array([lengths[np.unique(texts)].sum() for _, texts in columns], dtype=np.float64)
        spoken = np.array([language for language, _ in columns])
        for language in set(spoken.tolist()):
            sizes[spoken == language] /= sizes[spoken == language].sum() ** 0.7  # the better known a little more often
        return [texts for _, texts in columns], sizes / sizes.sum()

    def _running(self, texts: Ints, at: int, room: int) -> NDArray[np.uint16]:
        pieces: list[NDArray[np.uint16]] = []
        while at < len(texts) and sum(map(len, pieces)) < room:
            pieces.append(self._corpus.text(int(texts[at])))
            at += 1
        return np.concatenate(pieces)[:room]


class _Guesser(nn.Module):
    """Scores every word of the vocabulary for a hidden place; the table of words is the encoder's own."""

    def __init__(self, encoder: BertModel) -> None:
        super().__init__()
        size = encoder.config.hidden_size
        self.encoder = encoder
        self.dense, self.norm = nn.Linear(size, size), nn.LayerNorm(size)
        self.bias = nn.Parameter(torch.zeros(encoder.config.vocab_size))

    def forward(self, ids: Tensor, types: Tensor, asked: Tensor) -> Tensor:
        hidden = self.encoder(input_ids=ids, attention_mask=(ids > 0).long(), token_type_ids=types)[0]
        guess = self.norm(gelu(self.dense(hidden.flatten(0, 1)[asked])))
        scores: Tensor = guess @ self.encoder.embeddings.word_embeddings.weight.T + self.bias
        return scores


def warm_up(
    corpus: Corpus,
    tokenizer: Tokenizer,
    base: Path,
    minutes: float,
    steps: int,
    tokens: int = TOKENS,
    workers: int = 0,
    report: Callable[[str], None] = print,
) -> BertModel:
    torch.manual_seed(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = _Guesser(BertModel.from_pretrained(base, add_pooling_layer=False, dtype=torch.float32)).to(device)
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=LEARNING_RATE, weight_decay=0.01, betas=(0.9, 0.98), fused=device.type == "cuda"
    )
    vocabulary = tokenizer.get_vocab()
    cls, sep, mask = vocabulary["[CLS]"], vocabulary["[SEP]"], vocabulary["[MASK]"]
    rows = _Rows(corpus, cls, sep, max(1, tokens // LENGTH), seed=2)
    batches = iter(DataLoader(rows, batch_size=None, num_workers=workers))
    began = time.monotonic()
    for step in range(steps):
        done = max(step / steps, (time.monotonic() - began) / 60 / minutes)
        if done >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * min((step + 1) / _RISE, 1.0) * (1 - done)
        ids, types = (torch.as_tensor(array).to(device, non_blocking=True) for array in next(batches))
        words = (ids > 0) & (ids != cls) & (ids != sep)
        chosen = words & (torch.rand(ids.shape, device=device) < HIDDEN_SHARE)
        asked = chosen.flatten().nonzero().squeeze(1)
        # Nine in ten are hidden behind the mask, and one in ten stays, for later no word is hidden at all.
        behind = torch.where(chosen & (torch.rand(ids.shape, device=device) < 0.9), mask, ids)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            loss = cross_entropy(model(behind, types, asked).float(), ids.flatten()[asked])
        optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 200 == 199:
            report(f"step {step + 1}: hidden words {loss.item():.3f}; {(step + 1) / (time.monotonic() - began):.1f}/s")
    return model.encoder


def save_base(encoder: BertModel, base: Path, out: Path) -> None:
    """A folder like the base's, with the encoder's weights."""
    out.mkdir(parents=True, exist_ok=True)
    for name in ("config.json", "tokenizer.json"):
        (out / name).write_bytes((base / name).read_bytes())
    tensors = {name: tensor.half().contiguous().cpu() for name, tensor in encoder.state_dict().items()}
    with writing_whole(out / "model.safetensors") as file:
        file.write(save(tensors, metadata={"format": "pt"}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--output", "-o", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--tokens", type=int, default=TOKENS)
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    corpus = Corpus.load(options.work / "train.npz")
    tokenizer = Tokenizer.from_file(str(options.work / "tokenizer.json"))
    encoder = warm_up(corpus, tokenizer, options.base, options.minutes, options.steps, options.tokens, options.workers)
    save_base(encoder, options.base, options.output)


if __name__ == "__main__":
    main()
