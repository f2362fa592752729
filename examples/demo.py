"""Asks the example texts the example queries, through the public API, and shows the answers."""

import json
import os
from pathlib import Path

from rich.rule import Rule

from otherwords import Finder
from otherwords.cli.show import page, show
from otherwords.cli.sources import read_documents

HERE = Path(__file__).parent


def main() -> None:
    console = page()
    finder = Finder()
    documents = list(read_documents([os.path.relpath(HERE / "texts")]))
    rows = [json.loads(line) for line in (HERE / "queries.jsonl").read_text(encoding="utf-8").splitlines()]
    console.print(Rule(f"{len(rows)} queries, {len(documents)} texts in three languages"))
    for row in rows:
        console.print()
        show(console, finder.find_in(row["query"], documents), name_query=True)
    console.print(Rule("now yours"))
    console.print('  .venv/bin/otherwords find "say it your way" your/folder', markup=False)


if __name__ == "__main__":
    main()
