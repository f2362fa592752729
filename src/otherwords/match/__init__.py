"""Was this question asked before? Questions that say the same, and how likely they do."""
