"""Spark, for work past one machine: a session, and files that its workers read."""
