from karat.text_table import WIDTH, text_table


def test_columns_stand_under_each_other():
    assert text_table([("a", "bb", "c"), ("aaa", "b", "c")]).splitlines() == ["a    bb  c", "aaa  b   c"]


def test_the_last_column_goes_on_below_itself():
    lines = text_table([("hand", " ".join(["camel"] * 30)), ("x", "y")]).splitlines()
    assert all(len(line) <= WIDTH for line in lines)
    assert [line[:6] for line in lines] == ["hand  ", "      ", "      ", "x     "]
    assert " ".join(" ".join(lines[:3]).split()) == "hand " + " ".join(["camel"] * 30)
