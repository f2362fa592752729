"""Draws ``images/compare.png``: the page of the example comparison, as a browser shows it. Needs Chromium."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from otherwords.cli.sources import read_documents
from otherwords.compare import Comparer
from otherwords.evaluate.compare_page import compare_page

HERE = Path(__file__).parent
SIZE = "1240,760"


def main() -> None:
    os.chdir(HERE.parent / "examples" / "compare")
    (draft,), sources = read_documents(["draft.md"]), list(read_documents(["sources"]))
    comparison = Comparer().compare(draft, sources, leave_out_quotations=True)
    browser = sys.argv[1] if len(sys.argv) > 1 else "chromium"
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(compare_page(draft, sources, comparison), encoding="utf-8")
        picture = HERE / "images" / "compare.png"
        options = ["--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={SIZE}"]
        subprocess.run([browser, *options, f"--screenshot={picture}", page.as_uri()], check=True, capture_output=True)


if __name__ == "__main__":
    main()
