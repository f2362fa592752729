"""What is asked, and how its wordings are weighed, put together: for the command line, the server and measuring."""

from collections.abc import Sequence
from pathlib import Path

from otherwords.ask.answer import Answerer
from otherwords.ask.asking import Asker
from otherwords.ask.combine import similarity_weights
from otherwords.ask.kb.answerer import KbAnswerer
from otherwords.ask.kb.knowledge import KnowledgeBase
from otherwords.ask.kb.model import open_model
from otherwords.ask.kb.weigh import cosine_weights
from otherwords.ask.wording import Generator, Wording
from otherwords.encoder.pairs import PairModel
from otherwords.learned import kind_of
from otherwords.text import OtherwordsError

UNTRAINED = ("best", "base", "avgpara")
"""What needs no weights: the question alone is asked, or it and its wordings, all alike."""


def build_asker(
    kb: KnowledgeBase, system: str, model: Path | None = None, generators: Sequence[Generator] = ()
) -> Asker:
    """What answers questions to a knowledge base, by the system's name."""
    from otherwords.ask.para4qa.kb_system import KIND, open_paths, para4qa_asker

    encoder = PairModel()
    if model is not None and kind_of(model) == KIND:
        learned = open_paths(model, system, kb, encoder.vectors)
        if learned.plan.asks_wordings and not generators:
            raise OtherwordsError(
                f"the system {system} asks in other words; give what makes them: --table, --templates or --translator"
                " (eval also takes --wordings FILE)"
            )
        return para4qa_asker(kb, learned, generators)
    if system not in UNTRAINED:
        raise OtherwordsError(
            f"the system {system} has to learn first: otherwords train ask FILE --kb KB --system {system} -o DIR, and"
            " --model DIR"
        )
    return asker_over(KbAnswerer(kb, open_model(model) if model else None, encoder), system, encoder, generators)


def asker_over(answerer: Answerer, system: str, encoder: PairModel, generators: Sequence[Generator] = ()) -> Asker:
    """The same over anything that answers, by a system that needs no weights."""
    if system == "base":
        return Asker(answerer)
    if system == "avgpara":
        return Asker(answerer, generators)

    def weigh(question: str, wordings: Sequence[Wording]) -> Sequence[float]:
        if isinstance(answerer, KbAnswerer):
            return cosine_weights(answerer, wordings)
        return similarity_weights(encoder, question, wordings)

    return Asker(answerer, generators, weigh)
