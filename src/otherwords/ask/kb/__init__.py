"""Questions answered over a knowledge base: RDF or three columns in a file, or a SPARQL endpoint."""
