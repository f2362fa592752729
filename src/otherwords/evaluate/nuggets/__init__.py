"""The application that Paşca & Dienes (2005) measured paraphrases by: questions for a date, put to factual nuggets.

A nugget is a fragment of a sentence with a date from the same sentence: *Golden Gate was built*, 1937. ``dates`` finds
the dates, ``extraction`` cuts the nuggets, ``questions`` says what a question asks about, ``matching`` ranks dates for
it, and ``scoring`` adds up the reciprocal ranks, with and without other wordings.
"""
