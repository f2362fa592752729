"""Documents whose sentences differ in a phrase here and there, so that mining finds pairs in them."""

import random
from pathlib import Path

VERBS = ("started", "began", "opened", "finished", "closed")
THINGS = ("the old mill", "a new school", "their first shop", "the long bridge", "a small museum")
PLACES = ("near the river", "in the town of Oslo", "behind the church", "on the hill")
PEOPLE = ("the Berg family", "Ada Holm", "a group of farmers", "the council")


def write_documents(folder: Path, number: int, seed: int = 1) -> Path:
    """As text and HTML; some documents and some sentences more than once."""
    draw = random.Random(seed)
    folder.mkdir(exist_ok=True)
    for document in range(number):
        sentences = [
            f"In {draw.randint(1980, 1984)} {draw.choice(PEOPLE)} {draw.choice(VERBS)} to build {draw.choice(THINGS)} "
            f"{draw.choice(PLACES)} , as Erik Dahl said ."
            for _ in range(12)
        ]
        if document % 3:
            (folder / f"{document}.txt").write_text("\n".join(sentences))
        else:
            paragraphs = "".join(f"<p>{sentence}</p>" for sentence in sentences)
            (folder / f"{document}.html").write_text(f"<html><body><nav>Home</nav>{paragraphs}</body></html>")
    return folder
