"""A process that adds files to an index and says what it did, to be killed by a test: adding.py MODEL INDEX FOLDER."""

import sys

from otherwords.index import Index
from otherwords.index.update import update


def main() -> None:
    model, place, folder = sys.argv[1:]
    index = Index.open_or_make(place, model)
    for change in update(index, [folder], on_error=print, batch=8):
        print(change.kind, change.path, flush=True)
    print("done", flush=True)


if __name__ == "__main__":
    main()
