"""A whole run: the journal, and at its end the file of examples."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from otherwords.backtranslate.choice import Fate
from otherwords.backtranslate.irretrievable import with_irretrievables
from otherwords.backtranslate.journal import Journal
from otherwords.backtranslate.route import Route
from otherwords.backtranslate.run import Complain, Report, Settings, back_translate
from otherwords.encoder.tokens import PieceTokenizer
from otherwords.encoder.weights import open_weights
from otherwords.evaluate.spans import Written, write_spans
from otherwords.text import Document, OtherwordsError


@dataclass(frozen=True, slots=True)
class Outcome:
    documents: int
    written: Written
    left_out: Counter[str]


def write_back_translations(
    output: Path,
    documents: Iterable[Document],
    route: Route,
    settings: Settings,
    *,
    irretrievable: bool,
    on_error: Complain,
    report: Report,
) -> Outcome:
    """The file gets its name when it is whole; until then a run that was stopped goes on from the journal beside it."""
    tokenizer = PieceTokenizer(open_weights().tokenizer)
    journal = Journal(output, asdict(route) | settings.that_tell())
    fates = back_translate(
        documents,
        route.open(),
        journal,
        settings,
        subwords=lambda text: len(tokenizer.tokens(text)),
        on_error=on_error,
        report=report,
    )
    left_out = Counter({str(fate): count for fate, count in fates.items() if fate is not Fate.KEPT})
    if not fates[Fate.KEPT]:
        journal.remove()
        reasons = ", ".join(f"{count} {reason}" for reason, count in left_out.items())
        raise OtherwordsError(f"no document gave an example ({reasons}); give other documents or another --sample")
    examples = journal.examples()
    written = write_spans(output, with_irretrievables(examples, left_out) if irretrievable else examples)
    journal.remove()
    return Outcome(fates.total(), written, left_out)
