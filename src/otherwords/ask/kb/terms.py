"""RDF terms, and the words that people would use for them.

Terms go into queries only as their own serialisation (``str(term)``), which escapes; no text of a user ever does.
"""

import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import quote, unquote

import pyoxigraph as ox

Term = ox.NamedNode | ox.BlankNode | ox.Literal

ENTITY, RELATION = "urn:otherwords:entity:", "urn:otherwords:relation:"
"""What the cells of a table become: the cell itself, percent-encoded, so that the name is in the IRI."""

NAMELESS = "urn:otherwords:/.well-known/genid/"
"""For things without a name, which only join others: a marriage joins two people and a year. The blank nodes of a file
become such, for a query cannot speak of a blank node."""
_BLANK = "/.well-known/genid/"
"""So it is in any IRI that stands for a blank node (RDF 1.1 Concepts, 3.5)."""

LABELS = tuple(
    ox.NamedNode(iri)
    for iri in (
        "http://www.w3.org/2000/01/rdf-schema#label",
        "http://www.w3.org/2004/02/skos/core#prefLabel",
        "http://xmlns.com/foaf/0.1/name",
        "http://schema.org/name",
        "https://schema.org/name",
        "http://purl.org/dc/terms/title",
        "http://purl.org/dc/elements/1.1/title",
        "http://www.w3.org/2004/02/skos/core#altLabel",
        "http://schema.org/alternateName",
        "https://schema.org/alternateName",
    )
)
"""Relations that name things, preferred names first, aliases last."""
TYPE = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")


_FREEBASE = re.compile(r"[a-z]\w*(\.[a-z]\w*){2,}")
"""``people.person.spouse_s``: a domain, a type of it, and what such things have."""


def entity(cell: str) -> ox.NamedNode:
    return ox.NamedNode(ENTITY + quote(cell, safe=""))


def relation(cell: str) -> ox.NamedNode:
    return ox.NamedNode(RELATION + quote(cell, safe=""))


def is_blank(term: Term) -> bool:
    """Whether it is a blank node, or an IRI in the place of one: nothing but a label can name it."""
    return isinstance(term, ox.BlankNode) or (isinstance(term, ox.NamedNode) and _BLANK in term.value)


def blank(variable: str) -> str:
    """``is_blank`` in a query."""
    return f'FILTER(isBlank({variable}) || CONTAINS(STR({variable}), "{_BLANK}"))'


def iri_of(term: Term) -> str | None:
    """What tells a thing from others of its name. Of a table or a file's blank node none: the name is all there is."""
    return term.value if isinstance(term, ox.NamedNode) and not term.value.startswith((ENTITY, NAMELESS)) else None


def plain_name(term: Term) -> str:
    """What a term is called where nothing in the knowledge base names it."""
    if isinstance(term, ox.Literal):
        return term.value
    if isinstance(term, ox.BlankNode):
        return f"_:{term.value}"
    for prefix in (ENTITY, RELATION):
        if term.value.startswith(prefix):
            return unquote(term.value.removeprefix(prefix))
    local = unquote(re.split(r"[/#]", term.value.rstrip("/#"))[-1] or term.value)
    if _FREEBASE.fullmatch(local):
        local = re.sub("_s$", "s", local.rpartition(".")[2])
    return " ".join(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", local.replace("_", " ")).split()) or term.value


def name_rank(label: Term, name: ox.Literal) -> int:
    """0 for the name that a thing is called by; names in other languages than English come last, as aliases."""
    is_foreign = name.language is not None and name.language.casefold().partition("-")[0] != "en"
    return LABELS.index(label) + len(LABELS) * is_foreign


_ACCENTS = re.compile("[\u0300-\u036f]")  # and not the vowel signs of other scripts


def key(name: str) -> str:
    """Names that differ only in case, accents, punctuation or space have one key."""
    folded = _ACCENTS.sub("", unicodedata.normalize("NFKD", name).casefold())
    return " ".join("".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in folded).split())


def parse_term(text: str) -> Term:
    """A term from its serialisation."""
    (quad,) = ox.parse(f"<a:a> <a:a> {text} .", ox.RdfFormat.N_TRIPLES)
    if not isinstance(quad.object, ox.NamedNode | ox.BlankNode | ox.Literal):
        raise ValueError(f"{text} is a triple")
    return quad.object


def listed(terms: Iterable[Term]) -> str:
    """Terms as they stand in ``VALUES`` and ``IN``."""
    return " ".join(map(str, terms))
