"""Talla's system at SemEval-2017 Task 3B: which of these questions asks what a new one asks, by hand-made features."""
