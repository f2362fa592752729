"""Dong et al., *Learning to Paraphrase for Question Answering*: wordings weighed by how well they answer.

p(a|q) = Σ p(q′|q) · p(a|q′) over a question and its wordings, both parts learned together from questions and answers.
"""
