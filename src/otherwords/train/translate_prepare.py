"""From a recipe to what a translator learns from: pairs chosen, a vocabulary for both languages, all in integers."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from otherwords.evaluate.files import read_lines, writing
from otherwords.text import OtherwordsError
from otherwords.train.recipe import read_toml
from otherwords.train.translate_corpus import END, PADDING, START, UNKNOWN, Corpus, language_mark
from otherwords.train.translate_sources import Pair, read_source

HELD_OUT_PERCENT = 1


def prepare(recipe: Path, data: Path, work: Path, report: Callable[[str], None]) -> None:
    """Writes ``tokenizer.json``, the pairs not learned from, and last ``train.npz``: once it is there, all is."""
    settings = read_settings(recipe)
    tested = _test_sentences(settings.get("test", []), data)
    learned: list[list[Pair]] = []
    held_out: list[Pair] = []
    for entry in settings["source"]:
        pairs = list(dict.fromkeys(read_source(entry, data)))
        aside = [pair for pair in pairs if _is_held_out(pair.group) and not _holds(tested, pair)]
        in_test = [pair for pair in pairs if _holds(tested, pair)]
        _write_texts(work / "held_out", entry["name"], settings["languages"], aside)
        _write_texts(work / "in_test", entry["name"], settings["languages"], in_test)
        held_out += aside
        learned.append(pairs)
    hidden = tested | {_bare(text) for pair in held_out for text in (pair.first, pair.second)}
    learned = [[pair for pair in pairs if not _holds(hidden, pair)] for pairs in learned]
    for entry, pairs in zip(settings["source"], learned, strict=True):
        report(f"{entry['name']}: {len(pairs)} pairs")

    tokenizer = train_tokenizer(learned, settings["languages"], settings["vocabulary"])
    tokenizer.save(str(work / "tokenizer.json"), pretty=False)
    times = [float(entry.get("times", 1)) for entry in settings["source"]]
    texts, sources = _tokenised(tokenizer, learned, held_out, settings["longest"])
    starts = np.concatenate([[0], np.cumsum([len(text) for text in texts])]).astype(np.int64)
    tokens, longest = np.concatenate(texts), settings["longest"]
    corpus = Corpus(tokens, starts, np.array(sources), np.array(times), settings["languages"], longest)
    corpus.save(work / "train.npz")


def read_settings(recipe: Path) -> dict[str, Any]:
    settings = read_toml(recipe, ("name", "kind", "files"))
    if missing := [key for key in ("languages", "vocabulary", "longest") if key not in settings]:
        raise OtherwordsError(f"the recipe {recipe} lacks {', '.join(missing)}; see docs/translate.md")
    return settings


def train_tokenizer(sources: list[list[Pair]], languages: list[str], size: int) -> Tokenizer:
    """Byte-pair encoding over bytes: nothing is unknown, and numbers are copied digit by digit."""
    tokenizer = Tokenizer(models.BPE(unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.ByteLevel(add_prefix_space=True), pre_tokenizers.Digits(individual_digits=True)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=[PADDING, START, END, UNKNOWN, *map(language_mark, languages)],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator((t for pairs in sources for p in pairs for t in (p.first, p.second)), trainer)
    return tokenizer


def _tokenised(
    tokenizer: Tokenizer, learned: list[list[Pair]], held_out: list[Pair], longest: int
) -> tuple[list[NDArray[np.uint16]], list[int]]:
    """The texts of all pairs that are not too long, and the source of each pair."""
    end = tokenizer.token_to_id(END)
    texts: list[NDArray[np.uint16]] = []
    sources: list[int] = []
    for source, pairs in [*enumerate(learned), (-1, held_out)]:
        encoded = (tokenizer.encode_batch([p.first for p in pairs]), tokenizer.encode_batch([p.second for p in pairs]))
        for first, second in zip(*encoded, strict=True):
            if max(len(first.ids), len(second.ids)) + 2 <= longest:  # the marks of language and end count too
                texts += [np.array([*first.ids, end], np.uint16), np.array([*second.ids, end], np.uint16)]
                sources.append(source)
    if not texts:
        raise OtherwordsError("the recipe's files hold no pair to learn from; check them and --data")
    return texts, sources


def _test_sentences(patterns: Iterable[str], data: Path) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        paths = sorted(data.glob(pattern))
        if not paths:
            raise OtherwordsError(f"no test file {data / pattern} is there; check --data")
        for path in paths:
            found |= {_bare(line) for _, line in read_lines(path)}
    return found


def _bare(text: str) -> str:
    """Letters and figures alone: a test sentence with another full stop is still a test sentence."""
    return re.sub(r"\W+", "", text.casefold())


def _holds(sentences: set[str], pair: Pair) -> bool:
    return _bare(pair.first) in sentences or _bare(pair.second) in sentences


def _is_held_out(group: str) -> bool:
    return crc32(group.encode()) % 100 < HELD_OUT_PERCENT


def _write_texts(folder: Path, name: str, languages: list[str], pairs: list[Pair]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for language, texts in zip(languages, ([p.first for p in pairs], [p.second for p in pairs]), strict=True):
        with writing(folder / f"{name}.{language}") as file:
            file.writelines(f"{text}\n" for text in texts)
