"""Clusters of questions that ask the same, out of questions with answers: one path of a knowledge base answers them.

Nobody has to say which questions are paraphrases: *who directed ⟨film⟩* and *who is the director of ⟨film⟩* are, where
the same relation leads to the answers of both.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from otherwords.ask.kb.graph import Path
from otherwords.ask.kb.knowledge import KnowledgeBase
from otherwords.ask.kb.learn import Lesson, find_lessons
from otherwords.ask.marks import SLOT

MOST_NAMES = 30
"""Clusters that a path gives, each with another name in all its questions: enough for templates to be seen in them."""


def path_clusters(
    kb: KnowledgeBase,
    questions: Sequence[tuple[str, Sequence[str]]],
    report: Callable[[str], None] = lambda line: None,
    *,
    longest_name: int,
) -> Iterator[list[str]]:
    """``longest_name``: in words; one that no gap of a template holds is of no use."""
    by_path: dict[Path, list[Lesson]] = defaultdict(list)
    for lesson in find_lessons(kb, questions, report):
        by_path[lesson.path].append(lesson)
    for path in sorted(by_path, key=lambda path: tuple(map(str, path))):
        lessons = by_path[path]
        things = dict.fromkeys(thing for lesson in lessons for thing in lesson.things)
        names = [name for name in kb.names(list(things)).values() if len(name.split()) <= longest_name]
        for name in names[:MOST_NAMES]:
            yield [lesson.wording.replace(SLOT, name) for lesson in lessons]
