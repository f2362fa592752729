"""The neural runtime: tokenizer and ONNX session, batching, and the weights' manifest. No torch."""

from otherwords.encoder.encoder import Encoder, load_encoder
from otherwords.encoder.tokens import Tokens

__all__ = ["Encoder", "Tokens", "load_encoder"]
