"""Files in, a folder of weights out: what ``train ask`` does. No framework is needed for any of it."""

from collections.abc import Callable, Sequence
from pathlib import Path

from otherwords.ask.kb.knowledge import open_knowledge_base
from otherwords.ask.para4qa.systems import plan_of
from otherwords.ask.wording import Generator
from otherwords.ask.wordings.stored import Stored
from otherwords.encoder.pairs import PairModel
from otherwords.evaluate.lists import read_lists
from otherwords.evaluate.pairs import read_pairs
from otherwords.evaluate.questions import read_questions
from otherwords.evaluate.wording_files import read_wordings
from otherwords.learned import check_place
from otherwords.text import OtherwordsError

Report = Callable[[str], None]


def learn_ask(
    files: Sequence[Path],
    output: Path,
    system: str,
    *,
    kb: str | None,
    wordings: Path | None,
    weights: Path | None,
    words_only: bool,
    report: Report,
) -> None:
    _check(system, kb, wordings, weights, words_only)
    check_place(output)
    if system == "weights":
        learned = _weights(files, output, report)
    elif system == "best":
        learned = _best(files, output, str(kb), words_only, report)
    else:
        generator = Stored(read_wordings(wordings)) if wordings else None
        learned = _paper(files, output, system, kb, generator, weights, report)
    report(f"{output}: learned from {learned}")


def _check(system: str, kb: str | None, wordings: Path | None, weights: Path | None, words_only: bool) -> None:
    """Before anything is read: what does not go together is said at once."""
    if system == "best" and kb is None:
        raise OtherwordsError("best learns of a knowledge base; add --kb FILE, or choose a --system for lists")
    if words_only and system != "best":
        raise OtherwordsError(f"--words-only goes with --system best, and not with {system}")
    if system in ("best", "weights"):
        if wordings or weights:
            raise OtherwordsError(f"--wordings and --weights go with the paper's systems, and not with {system}")
        return
    plan = plan_of(system)
    if plan.weights == "pairs" and kb is None:
        raise OtherwordsError(f"{system} is learned and asked at once where it chooses among sentences; see eval lists")
    if plan.has_counts and kb is not None:
        raise OtherwordsError(f"{system} counts words of sentences; leave out --kb, or +cnt")
    if plan.needs_wordings and wordings is None:
        raise OtherwordsError(
            f"{system} asks in other words; make them with otherwords data wordings FILE... -o wordings.jsonl, and give"
            " --wordings wordings.jsonl"
        )
    if plan.needs_pairs != (weights is not None):
        raise OtherwordsError(
            "seppara and para4qa-pairs, and only they, take --weights DIR: what --system weights learned from pairs"
        )


def _weights(files: Sequence[Path], output: Path, report: Report) -> str:
    from otherwords.ask.para4qa.paraphrase_pairs import PairLesson, learn_weights, save_weights
    from otherwords.ask.para4qa.rmsprop import Recipe

    lessons = [PairLesson(one.a, one.b, one.label > 0) for file in files for one in read_pairs(file)]
    if len({lesson.is_same for lesson in lessons}) < 2:
        raise OtherwordsError("to tell what asks the same, pairs of both kinds are needed: label 1 and label 0")
    save_weights(learn_weights(lessons, PairModel().vectors, Recipe(), report=report), output)
    return f"{len(lessons)} pairs"


def _best(files: Sequence[Path], output: Path, kb: str, words_only: bool, report: Report) -> str:
    from otherwords.ask.kb.learn import learn
    from otherwords.ask.kb.model import save

    examples = [(one.question, one.answers) for file in files for one in read_questions(file)]
    model = learn(open_knowledge_base(kb), examples, None if words_only else PairModel(), report=report)
    save(model, output)
    worth = f"{100 * model.figures['held out']:.0f} %"
    return f"{len(examples)} questions; in wordings held out in turn, the right path comes first in {worth}"


def _paper(
    files: Sequence[Path],
    output: Path,
    system: str,
    kb: str | None,
    generator: Generator | None,
    weights: Path | None,
    report: Report,
) -> str:
    from otherwords.ask.para4qa.kb_system import learn_paths, prepare_lessons, save_paths
    from otherwords.ask.para4qa.paraphrase_pairs import open_weights
    from otherwords.ask.para4qa.sentence_system import learn_sentences, save_sentences

    plan, vectors_of = plan_of(system), PairModel().vectors
    pairs = open_weights(weights, vectors_of) if weights else None
    if kb is None:
        lists = [one for file in files for one in read_lists(file)]
        save_sentences(learn_sentences(plan, lists, generator, vectors_of, pairs, report=report), output)
        return f"{len(lists)} lists"
    examples = [(one.question, one.answers) for file in files for one in read_questions(file)]
    store = open_knowledge_base(kb)
    prepared = prepare_lessons(store, examples, report)
    save_paths(learn_paths(plan, store, prepared, generator, vectors_of, pairs, report=report), output)
    return f"{len(examples)} questions"
