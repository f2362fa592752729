"""Other wordings of a question: by rules, through pivots, from templates; merged, and counted."""
