from otherwords.ask.marks import bare, mark


def test_marks():
    assert mark("Who made THE MATRIX then?", "the matrix") == "Who made [THE MATRIX] then?"
    assert mark("who made the matrixon", "the matrix") == "who made the matrixon"
    assert bare("who made [The Matrix]?") == "who made The Matrix?"
