"""A translation model, run a token at a time, for searches that CTranslate2 has no call for.

Several sentences are read together, and many beginnings of a translation go on side by side, each under every sentence:
a step gives the next token's probabilities for all of them. CTranslate2 can only be asked for a step by translating
again from the sentence's first word, which is many times the work; so the network itself stands here, in numpy, with
what it has attended to kept from step to step. It is the Transformer of our model and of Marian's.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.text import OtherwordsError
from otherwords.translate.arrays import Floats, read_arrays
from otherwords.translate.folder import ModelFolder, open_folder, open_shipped
from otherwords.translate.pieces import open_pieces

Ids = NDArray[np.int64]

_RELU, _SWISH = 0, 2
"""Of the functions between two layers that CTranslate2 numbers, those of our model and of Marian's."""
_LEAST_VARIANCE = np.float32(1e-5)
_UNSEEN = np.float32(-1e9)
_OF_OTHER_KINDS = ("relative", "rotary", "linear_0_noact", "layernorm_embedding")
"""Parts of networks that CTranslate2 also runs."""


class StepwiseTranslator:
    def __init__(self, folder: ModelFolder, source: str, target: str) -> None:
        self.name, self.source, self.target = folder.name, source, target
        self.limit = folder.max_length
        self._before, self._after = folder.around(target)
        self._pieces = open_pieces(folder.tokenizer)
        self._read_ids = {token: i for i, token in enumerate(folder.tokens("source"))}
        self._unknown = self._read_ids.get(folder.unknown, 0)
        self._tokens = folder.tokens("target")
        try:
            self._start, self.end = self._tokens.index(folder.start), self._tokens.index(folder.end)
        except ValueError as error:
            raise OtherwordsError(
                f"{folder.model}: its vocabulary lacks a token ({error}); convert it again"
            ) from error
        self._network = _Network(read_arrays(folder.model / "model.bin"), folder.name)

    def read(self, sentences: Sequence[str]) -> "Reading":
        """The sentences, read, and nothing said yet."""
        return Reading(self._network, [self._ids(sentence) for sentence in sentences], self._start)

    def text(self, tokens: Sequence[int]) -> str:
        return self._pieces.text([self._tokens[token] for token in tokens])

    def _ids(self, sentence: str) -> list[int]:
        pieces = [*self._before, *self._pieces.of(" ".join(sentence.split())), *self._after]
        if len(pieces) > self.limit:
            raise OtherwordsError(
                f"a sentence of {len(pieces)} tokens is too long to translate (the limit is {self.limit}); "
                f"split it: “{sentence[:60]}…”"
            )
        return [self._read_ids.get(piece, self._unknown) for piece in pieces]


def stepwise_translator(spec: str, source: str, target: str) -> StepwiseTranslator:
    """``otherwords`` (ours), or a folder of a CTranslate2 or Marian model; languages are two-letter codes."""
    if spec.partition(":")[0] == "apertium":
        raise OtherwordsError(f"{spec} gives no probabilities of tokens; give otherwords or a model's folder")
    folder = open_shipped(source, target) if spec == "otherwords" else open_folder(Path(spec))
    return StepwiseTranslator(folder, source, target)


class Reading:
    """Sentences that are translated together: the beginnings so far, each under every sentence."""

    def __init__(self, network: "_Network", sentences: Sequence[Sequence[int]], start: int) -> None:
        lengths = [len(row) for row in sentences]
        longest = max(lengths)
        ids = np.array([[*row, *[0] * (longest - len(row))] for row in sentences])
        self._hidden_places = np.where(np.arange(longest) < np.array(lengths)[:, None], np.float32(0), _UNSEEN)
        self._network, self._start = network, start
        self._memory = network.remembered(network.encoded(ids, self._hidden_places))
        self._said: Attended = []
        self.longest = longest

    def begin(self) -> Floats:
        """The first token's probabilities: [1, sentences, vocabulary]."""
        self._said = self._network.nothing_said(len(self._hidden_places))
        return self._advanced(np.array([self._start]), is_first=True)

    def advance(self, parents: Ids, tokens: Ids) -> Floats:
        """The next token's probabilities: [beginnings, sentences, vocabulary].

        Beginning i is the one that was in the place ``parents[i]`` before, with ``tokens[i]`` after it.
        """
        self._said = [(keys[:, parents], values[:, parents]) for keys, values in self._said]
        return self._advanced(tokens, is_first=False)

    def _advanced(self, tokens: Ids, *, is_first: bool) -> Floats:
        logits, self._said = self._network.step(tokens, is_first, self._said, self._memory, self._hidden_places)
        return _softmax(logits).transpose(1, 0, 2)


KeysAndValues = tuple[Floats, Floats]
Attended = list[KeysAndValues]
"""Of each layer: of the sentences, [sentences, heads, length, size], or of what was said under each of them,
[sentences, beginnings, heads, length, size]."""


@dataclass(frozen=True)
class _Layer:
    """One layer, or one half of the network, by the name that its arrays begin with."""

    arrays: dict[str, Floats]
    name: str

    def array(self, name: str) -> Floats | None:
        return self.arrays.get(f"{self.name}/{name}")

    def linear(self, name: str, x: Floats) -> Floats:
        weight = self.arrays[f"{self.name}/{name}/weight"]
        # In two dimensions: in three, numpy would multiply row by row, and fetch the weights again for each.
        y: Floats = (x.reshape(-1, x.shape[-1]) @ weight.T).reshape(*x.shape[:-1], len(weight))
        bias = self.array(f"{name}/bias")
        if bias is not None:
            y += bias
        return y

    def norm(self, name: str, x: Floats) -> Floats:
        gamma, beta = (self.arrays[f"{self.name}/{name}/{part}"] for part in ("gamma", "beta"))
        centred = x - x.mean(axis=-1, keepdims=True)
        variance = np.square(centred).mean(axis=-1, keepdims=True)
        normed: Floats = centred / np.sqrt(variance + _LEAST_VARIANCE) * gamma + beta
        return normed


class _Network:
    def __init__(self, arrays: dict[str, Floats], name: str) -> None:
        strange = [part for part in _OF_OTHER_KINDS if any(part in array for array in arrays)]
        if strange or "encoder/embeddings_0/weight" not in arrays or "decoder/embeddings/weight" not in arrays:
            raise OtherwordsError(
                f"{name} is not a network of Marian's kind{''.join(f' ({part})' for part in strange)}; "
                "give the folder of a Marian or OPUS-MT model"
            )
        self._arrays = arrays
        self._halves = {half: _Layer(arrays, half) for half in ("encoder", "decoder")}
        self._layers = {half: self._layers_of(half) for half in self._halves}
        self._heads = int(arrays["decoder/num_heads"])
        self._is_normed_first = bool(arrays["decoder/pre_norm"])
        self._starts_from_nothing = bool(arrays.get("decoder/start_from_zero_embedding", 0))
        activation = int(arrays.get("decoder/activation", np.float32(_RELU)))
        if activation not in (_RELU, _SWISH):
            raise OtherwordsError(f"{name} has an activation function that Marian's models have not; give one of those")
        self._activation = _relu if activation == _RELU else _swish

    def _layers_of(self, half: str) -> list[_Layer]:
        layers: list[_Layer] = []
        while f"{half}/layer_{len(layers)}/ffn/linear_0/weight" in self._arrays:
            layers.append(_Layer(self._arrays, f"{half}/layer_{len(layers)}"))
        return layers

    def encoded(self, ids: Ids, hidden_places: Floats) -> Floats:
        """[sentences, length, width]"""
        x = self._embedded("encoder", "embeddings_0", ids) + self._places("encoder", 0, ids.shape[1])
        mask = hidden_places[:, None, None]
        for layer in self._layers["encoder"]:
            x = self._residual(layer, "self_attention", x, partial(self._self_attention, layer, mask=mask))
            x = self._fed_forward(layer, x)
        return self._normed("encoder", x)

    def remembered(self, memory: Floats) -> Attended:
        """What the decoder's layers look up of the sentences, reckoned once."""
        found = []
        for layer in self._layers["decoder"]:
            keys, values = np.split(layer.linear("attention/linear_1", memory), 2, axis=-1)
            found.append((self._in_heads(keys), self._in_heads(values)))
        return found

    def nothing_said(self, sentences: int) -> Attended:
        width = self._arrays["decoder/embeddings/weight"].shape[1]
        nothing = np.zeros((sentences, 1, self._heads, 0, width // self._heads), np.float32)
        return [(nothing, nothing) for _ in self._layers["decoder"]]

    def step(
        self, tokens: Ids, is_first: bool, said: Attended, memory: Attended, hidden_places: Floats
    ) -> tuple[Floats, Attended]:
        """The next token's logits, [sentences, beginnings, vocabulary], and what has now been said."""
        place = said[0][0].shape[3]
        x = self._embedded("decoder", "embeddings", tokens)
        if is_first and self._starts_from_nothing:
            x = np.zeros_like(x)
        x = np.repeat((x + self._places("decoder", place, 1))[None], len(hidden_places), axis=0)
        now_said: Attended = []
        for layer, before, known in zip(self._layers["decoder"], said, memory, strict=True):
            look_back = partial(self._looking_back, layer, before=before, keep=now_said.append)
            look_up = partial(self._looking_up, layer, known=known, hidden_places=hidden_places)
            x = self._residual(layer, "self_attention", x, look_back)
            x = self._residual(layer, "attention", x, look_up)
            x = self._fed_forward(layer, x)
        return self._halves["decoder"].linear("projection", self._normed("decoder", x)), now_said

    def _self_attention(self, layer: _Layer, x: Floats, mask: Floats) -> Floats:
        parts = np.split(layer.linear("self_attention/linear_0", x), 3, axis=-1)
        queries, keys, values = (self._in_heads(part) for part in parts)
        seen = _attention(queries, keys, values, mask)
        return layer.linear("self_attention/linear_1", seen.transpose(0, 2, 1, 3).reshape(x.shape))

    def _looking_back(
        self, layer: _Layer, x: Floats, before: KeysAndValues, keep: Callable[[KeysAndValues], None]
    ) -> Floats:
        """At what has been said, [sentences, beginnings, width]; ``keep`` gets the keys and values, this step's too."""
        parts = np.split(layer.linear("self_attention/linear_0", x), 3, axis=-1)
        queries, key, value = (part.reshape(*x.shape[:2], self._heads, 1, -1) for part in parts)
        keys, values = np.concatenate([before[0], key], axis=3), np.concatenate([before[1], value], axis=3)
        seen = _attention(queries, keys, values, None)
        keep((keys, values))
        return layer.linear("self_attention/linear_1", seen.reshape(x.shape))

    def _looking_up(self, layer: _Layer, x: Floats, known: KeysAndValues, hidden_places: Floats) -> Floats:
        """At the sentences, whose keys and values all beginnings share."""
        queries = self._in_heads(layer.linear("attention/linear_0", x))
        seen = _attention(queries, *known, hidden_places[:, None, None])
        return layer.linear("attention/linear_2", seen.transpose(0, 2, 1, 3).reshape(x.shape))

    def _fed_forward(self, layer: _Layer, x: Floats) -> Floats:
        return self._residual(
            layer, "ffn", x, lambda y: layer.linear("ffn/linear_1", self._activation(layer.linear("ffn/linear_0", y)))
        )

    def _residual(self, layer: _Layer, name: str, x: Floats, sublayer: Callable[[Floats], Floats]) -> Floats:
        if self._is_normed_first:
            return x + sublayer(layer.norm(f"{name}/layer_norm", x))
        return layer.norm(f"{name}/layer_norm", x + sublayer(x))

    def _normed(self, half: str, x: Floats) -> Floats:
        return self._halves[half].norm("layer_norm", x) if f"{half}/layer_norm/gamma" in self._arrays else x

    def _embedded(self, half: str, table: str, ids: Ids) -> Floats:
        vectors: Floats = self._arrays[f"{half}/{table}/weight"][ids]
        # Either a yes or no, which comes as 1 or 0, or the factor itself.
        factor = float(self._arrays.get(f"{half}/scale_embeddings", 1))
        return vectors * np.float32(math.sqrt(vectors.shape[-1]) if factor == 1 else factor or 1)

    def _places(self, half: str, start: int, length: int) -> Floats:
        """[length, width]: what is added to a token's vector for where it stands."""
        stored = self._halves[half].array("position_encodings/encodings")
        if stored is not None:
            if start + length > len(stored):
                raise OtherwordsError(f"the model has places for {len(stored)} tokens only; try a shorter question")
            return stored[start : start + length]
        width = self._arrays["decoder/embeddings/weight"].shape[1]
        rates = np.exp(np.arange(width // 2) * (-math.log(10_000) / (width // 2 - 1)))
        angles = np.arange(start + 1, start + length + 1)[:, None] * rates
        return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)

    def _in_heads(self, x: Floats) -> Floats:
        """[rows, length, width] as [rows, heads, length, size]"""
        return x.reshape(*x.shape[:2], self._heads, -1).transpose(0, 2, 1, 3)


def _attention(queries: Floats, keys: Floats, values: Floats, mask: Floats | None) -> Floats:
    scores = queries @ keys.swapaxes(-1, -2) / np.float32(math.sqrt(queries.shape[-1]))
    return _softmax(scores if mask is None else scores + mask) @ values


def _softmax(x: Floats) -> Floats:
    x = x - x.max(axis=-1, keepdims=True)
    np.exp(x, out=x)
    x /= x.sum(axis=-1, keepdims=True)
    return x


def _relu(x: Floats) -> Floats:
    return np.maximum(x, np.float32(0))


def _swish(x: Floats) -> Floats:
    # exp(-x) of what is far below zero is infinite in 32 bits, and the quotient then rightly zero.
    with np.errstate(over="ignore"):
        swished: Floats = x / (1 + np.exp(-x))
    return swished
