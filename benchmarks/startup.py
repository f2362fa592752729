"""What a newcomer waits for: the help, the first answer on a page of text, and what an install downloads.

python benchmarks/startup.py [--download]
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
OTHERWORDS = Path(sys.executable).parent / "otherwords"
QUERY = "Nobody was injured, but the wedding cake was ruined on the way over."


def seconds(*command: str | Path, times: int = 7) -> float:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def download_size() -> dict[str, float]:
    """Megabytes of every package that a plain install fetches or builds."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", folder, str(ROOT)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return {file.name.split("-")[0]: file.stat().st_size / 1e6 for file in Path(folder).iterdir()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--download", action="store_true", help="also what pip downloads (needs the network)")
    options = parser.parse_args()
    print(f"otherwords --help        {seconds(OTHERWORDS, '--help'):5.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.txt"
        page.write_text((ROOT / "examples/texts/harbour.txt").read_text(encoding="utf-8")[:2500], encoding="utf-8")
        print(f"otherwords find, a page  {seconds(OTHERWORDS, 'find', QUERY, page):5.2f} s")
    if options.download:
        sizes = download_size()
        print(f"pip install downloads    {sum(sizes.values()):5.0f} MB, of which")
        for name, size in sorted(sizes.items(), key=lambda item: -item[1])[:8]:
            print(f"  {name:<22} {size:5.1f} MB")


if __name__ == "__main__":
    main()
