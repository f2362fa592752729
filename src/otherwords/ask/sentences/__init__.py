"""Sentences that answer a question: what speaks for each, how probably it answers, and those of whole collections."""
