"""A larger encoder that reads the small reader's rows, and what the small one learns from it."""

from pathlib import Path

import numpy as np
import pytest
import torch
from tiny_models import bert_tokenizer, vocabulary, write_bert
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.processors import TemplateProcessing
from transformers import MPNetConfig, MPNetModel

from otherwords.train.losses import reading_loss
from otherwords.train.model import SpanReader
from otherwords.train.teacher import ReadingTeacher, taken_over
from otherwords.train.windows import Batch


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)  # its threads would wait for each other while other tests run


def write_mpnet(folder: Path) -> Path:
    torch.manual_seed(3)
    size = len(vocabulary())
    config = MPNetConfig(
        vocab_size=size, hidden_size=48, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64
    )
    model = MPNetModel(config, add_pooling_layer=False)
    torch.nn.init.normal_(model.encoder.relative_attention_bias.weight)
    model.save_pretrained(folder)
    bert_tokenizer().save(str(folder / "tokenizer.json"))
    return folder


def rows(*lengths: int, query: int = 3) -> tuple[torch.Tensor, torch.Tensor]:
    """Rows of random tokens: [CLS] query [SEP] window [SEP], padded to the longest."""
    draw = np.random.default_rng(1)
    ids = np.zeros((len(lengths), max(lengths)), dtype=np.int64)
    types = np.zeros_like(ids)
    for row, length in enumerate(lengths):
        ids[row, :length] = draw.integers(104, len(vocabulary()), length)
        ids[row, 0], ids[row, query + 1], ids[row, length - 1] = 101, 102, 102
        types[row, query + 2 : length] = 1
    return torch.as_tensor(ids), torch.as_tensor(types)


@pytest.fixture(params=["mpnet", "bert"])
def teacher(request: pytest.FixtureRequest, tmp_path: Path) -> ReadingTeacher:
    folder = tmp_path / "teacher"
    if request.param == "mpnet":
        write_mpnet(folder)
    else:
        write_bert(folder, hidden=48, seed=5)
    words = torch.randn(len(vocabulary()), 16, generator=torch.Generator().manual_seed(1))
    return ReadingTeacher(folder, bert_tokenizer(), words).eval()


def test_it_scores_the_window_and_no_span_alone(teacher: ReadingTeacher):
    ids, types = rows(12, 9, 12)
    scores = teacher.read(ids, types)
    assert scores.shape == (3, 2, 12)
    possible = (scores > -1e4).all(1)
    assert possible.tolist() == [
        [place == 0 or 5 <= place < length - 1 for place in range(12)] for length in (12, 9, 12)
    ]


def test_padding_and_neighbours_change_nothing(teacher: ReadingTeacher):
    ids, types = rows(12, 9, 17)
    together = teacher.read(ids, types)
    for row, length in enumerate((12, 9, 17)):
        alone = teacher.read(ids[row : row + 1, :length], types[row : row + 1, :length])
        torch.testing.assert_close(together[row : row + 1, :, :length], alone, atol=1e-4, rtol=1e-4)


def test_query_and_window_are_told_apart_once_it_has_learned_to(teacher: ReadingTeacher):
    ids, types = rows(12)
    before = teacher.read(ids, types)
    torch.nn.init.normal_(teacher.kinds.weight)
    assert not torch.allclose(before, teacher.read(ids, types))


def test_mpnet_reads_as_the_library_computes_it(tmp_path: Path):
    folder = write_mpnet(tmp_path / "teacher")
    teacher = ReadingTeacher(folder, bert_tokenizer(), torch.randn(len(vocabulary()), 8)).eval()
    plain = MPNetModel.from_pretrained(folder, add_pooling_layer=False).eval()
    ids, types = rows(14, 14, 14)
    ours = teacher.encoder(inputs_embeds=teacher.words(ids), attention_mask=(ids > 0).long())[0]
    theirs = plain(inputs_embeds=plain.embeddings.word_embeddings(ids), attention_mask=(ids > 0).long())[0]
    torch.testing.assert_close(ours, theirs, atol=1e-4, rtol=1e-4)
    loss = teacher.read(ids, types)[:, :, 0].sum()
    loss.backward()
    assert teacher.encoder.encoder.layer[0].attention.attn.q.weight.grad is not None


def test_words_are_taken_over():
    """Its own rows for the pieces that it has; the others where a linear map of ours leads."""

    def tokenizer(*pieces: str) -> Tokenizer:
        numbers = {piece: i for i, piece in enumerate(pieces)}
        made = Tokenizer(WordPiece(numbers, unk_token="[UNK]"))
        ends = [(one, numbers[one]) for one in ("[CLS]", "[SEP]")]
        made.post_processor = TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
        return made

    draw = np.random.default_rng(2)
    shared = ["[UNK]", "[CLS]", "[SEP]", "a", *(f"w{i}" for i in range(40))]
    ours, theirs = tokenizer("hund", *shared), tokenizer(*shared[::-1])
    words = draw.standard_normal((45, 6)).astype(np.float32)
    bridge = draw.standard_normal((6, 9)).astype(np.float32)
    known = (words[1:] @ bridge)[::-1] + 3
    table = taken_over(words, ours, known, theirs)
    np.testing.assert_array_equal(table[1:], known[::-1])
    np.testing.assert_allclose(table[0], words[0] @ bridge + 3, atol=1e-3)


def one_batch(ids: torch.Tensor, types: torch.Tensor, starts: list[int], ends: list[int], rivals: list[list[int]]):
    none = np.zeros((0, 0), dtype=np.int64)
    pairs = np.array(rivals, dtype=np.int64).reshape(-1, 2)
    return Batch(ids.numpy(), types.numpy(), np.array(starts), np.array(ends), pairs, none, none, none, none)


class Sure:
    """A teacher that puts all on the right places."""

    def __init__(self, starts: list[int], ends: list[int]) -> None:
        self.starts, self.ends = starts, ends

    def read(self, ids: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        scores = torch.zeros(len(ids), 2, ids.shape[1])
        for row, (start, end) in enumerate(zip(self.starts, self.ends, strict=True)):
            scores[row, 0, start] = scores[row, 1, end] = 1e3
        return scores


@pytest.mark.parametrize("rivals", [[], [[0, 2]]])
def test_a_teacher_who_knows_teaches_what_people_marked(tmp_path: Path, rivals: list[list[int]]):
    torch.manual_seed(0)
    model = SpanReader(write_bert(tmp_path / "base", hidden=64))
    ids, types = rows(12, 9, 12)
    starts, ends = [6, 5, 0], [8, 5, 0]
    one = one_batch(ids, types, starts, ends, rivals)
    plain = reading_loss(model, one)
    torch.testing.assert_close(reading_loss(model, one, Sure(starts, ends)), plain)
    assert reading_loss(model, one, Sure([7, 6, 7], [8, 6, 8])) > plain


def test_half_of_what_is_learned_is_the_teachers(tmp_path: Path):
    torch.manual_seed(0)
    model = SpanReader(write_bert(tmp_path / "base", hidden=64))
    ids, types = rows(12, 12)
    marked, read = one_batch(ids, types, [6, 7], [8, 8], []), one_batch(ids, types, [7, 9], [9, 10], [])
    both = reading_loss(model, marked, Sure([7, 9], [9, 10]))
    torch.testing.assert_close(both, (reading_loss(model, marked) + reading_loss(model, read)) / 2)
