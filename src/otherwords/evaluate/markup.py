"""Elements of a page, made as a tree and not as text, so that nothing can be left unescaped."""

import re
from xml.etree import ElementTree

Element = ElementTree.Element
Child = str | Element | None

# Neither HTML nor XML can hold these, not even escaped. Half a surrogate pair cannot even be written.
_UNPRINTABLE = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def element(name: str, attributes: dict[str, str] | None = None, *children: Child) -> Element:
    """An element with its texts and elements in order; None is left out."""
    made = Element(name, {key: printable(value) for key, value in (attributes or {}).items()})
    for child in children:
        if isinstance(child, str):
            _append_text(made, printable(child))
        elif child is not None:
            made.append(child)
    return made


def printable(text: str) -> str:
    return _UNPRINTABLE.sub("\ufffd", text)


def to_html(root: Element) -> str:
    return "<!DOCTYPE html>\n" + ElementTree.tostring(root, encoding="unicode", method="html") + "\n"


def _append_text(parent: Element, text: str) -> None:
    # ElementTree keeps a text with the element before it.
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text
