"""Asks the example texts the example queries, and a small knowledge base a question; shows the answers."""

import json
import os
from pathlib import Path

from rich.rule import Rule

from otherwords import Finder
from otherwords.ask.kb.knowledge import open_knowledge_base
from otherwords.cli.ask import show_answers
from otherwords.cli.show import page, show
from otherwords.cli.show_compare import show_comparison
from otherwords.cli.sources import read_documents
from otherwords.compare import Comparer
from otherwords.evaluate.questions import build_asker

HERE = Path(__file__).parent
QUESTION = "who made the matrix"


def main() -> None:
    console = page()
    finder = Finder()
    documents = list(read_documents([os.path.relpath(HERE / "texts")]))
    rows = [json.loads(line) for line in (HERE / "queries.jsonl").read_text(encoding="utf-8").splitlines()]
    console.print(Rule(f"{len(rows)} queries, {len(documents)} texts in three languages"))
    for row in rows:
        console.print()
        show(console, finder.find_in(row["query"], documents), name_query=True)
    console.print(Rule("a question, over a small knowledge base"))
    console.print(f"\n  {QUESTION}\n", style="bold")
    knowledge = open_knowledge_base(os.path.relpath(HERE / "kb" / "films.ttl"))
    show_answers(console, build_asker(knowledge, "base", None, []).ask(QUESTION), top=2)
    console.print(Rule("a draft, beside its sources"))
    console.print()
    (draft,) = read_documents([os.path.relpath(HERE / "compare" / "draft.md")])
    sources = list(read_documents([os.path.relpath(HERE / "compare" / "sources")]))
    show_comparison(draft, len(sources), Comparer(finder).compare(draft, sources), page_at=None)
    console.print(Rule("now yours"))
    console.print('  .venv/bin/otherwords find "say it your way" your/folder', markup=False)
    console.print('  .venv/bin/otherwords ask "your question" --kb your/facts.ttl', markup=False)


if __name__ == "__main__":
    main()
