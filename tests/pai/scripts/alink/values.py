"""Values outside of a type, at its edges, and of two forms. Ends with an error when one is taken for another.

What is expected of texts and numbers is what Alink 1.6.2 gives, but where docs/alink.md says otherwise.
"""

import math

from paisql.alink import *


def fails(function, *texts):
    try:
        rows = function()
    except (AlinkError, ValueError) as error:
        for text in texts:
            assert text in str(error), error
        return
    raise AssertionError((texts, rows))


def rows_of(operator):
    return sorted(operator.collect(), key=repr)


def converted(value, kind, target):
    rows = MemSourceBatchOp([[value]], "s " + kind)
    return TypeConvertBatchOp(rows).setTargetType(target).collect()[0][0]


useLocalEnv(1, config={"odps.sql.timezone": "UTC"})

# Types: an error names the value and its column where it does not fit the type.
for value, kind, target in [
    ("99999999999", "string", "int"),
    ("9223372036854775808", "string", "long"),
    ("2020-01-02", "string", "int"),
    ("", "string", "double"),
    ("1.5", "string", "long"),
    ("1e30", "string", "decimal"),
    ("NaN", "string", "decimal"),
    ("1_000", "string", "int"),
    ("12345", "varchar(5)", "tinyint"),
    ("x", "char(1)", "double"),
    (2**31, "long", "int"),
    (3e9, "double", "int"),
    (math.nan, "double", "long"),
    (1e20, "float", "long"),
    ("1.5", "decimal", "int"),
    ("99999999999", "decimal", "int"),
    ("x", "string", "timestamp"),
]:
    fails(lambda: converted(value, kind, target), "in column 's' is not a valid ")
for value, kind, target, wanted in [
    ("+3", "string", "int", 3),
    (" 3 ", "string", "double", 3.0),
    ("3\n", "string", "double", 3.0),
    ("1e400", "string", "double", math.inf),
    ("-1e39", "string", "float", -math.inf),
    (1e300, "double", "float", math.inf),
    ("12", "varchar(5)", "long", 12),
    ("True", "char(4)", "boolean", True),
    ("yes", "string", "boolean", False),
    (1.7, "double", "int", 1),
    (-(2**63), "long", "decimal", -(2**63)),
    (True, "boolean", "int", 1),
    (None, "string", "int", None),
    (None, "long", "int", None),
    (None, "decimal", "int", None),
    (None, "string", "double", None),
]:
    assert converted(value, kind, target) == wanted, (value, kind, target, converted(value, kind, target))

# JSON: what Alink's readers of fields and of JSON take.
def members(text, kind, invalid="ERROR"):
    read = JsonToColumnsBatchOp(MemSourceBatchOp([[text]], "j string")).setJsonCol("j").setReservedCols([])
    return read.setSchemaStr("a %s, b string" % kind).setHandleInvalid(invalid).collect()[0]


for text, kind in [
    ('{"a": 99999999999, "b": "x"}', "int"),
    ('{"a": "x"}', "double"),
    ('{"a": 1.5}', "long"),
    ('{"a": "yes"}', "boolean"),
    ('{"a": 2}', "boolean"),
    ('{"a": "x"}', "timestamp"),
    ('{"a": "1f"}', "decimal"),
]:
    fails(lambda: members(text, kind), "JsonToColumnsBatchOp: '{", "for column 'a', which is not a valid ", "setHandleInvalid('SKIP')")
    assert members(text, kind, "SKIP") == [None, None]
for text in ("no", "", "[1]", "null", None):
    fails(lambda: members(text, "int"), "is not a JSON object")
assert members('{"a": 1e400}', "double") == [math.inf, None]
assert members('{"a": 0, "b": "\\u8bcd"}', "boolean") == [False, "词"]
assert members('{"b": 1.0}', "int") == [None, "1.0"], members('{"b": 1.0}', "int")


def value_at(text, kind, lenient=False):
    read = JsonValueBatchOp(MemSourceBatchOp([[text]], "j string")).setSelectedCol("j").setReservedCols([])
    read.setJsonPath("$.a").setOutputCols("x").setOutputColTypes(kind).setSkipFailed(lenient)
    return read.collect()[0][0]


for text, kind in [
    ('{"a": "1.5"}', "int"),
    ('{"a": "2020-01-02"}', "long"),
    ('{"a": "2020-01-02"}', "double"),
    ('{"a": [1]}', "boolean"),
    ('{"a": 99999999999}', "int"),
]:
    fails(lambda: value_at(text, kind), "for column 'x', which is not a valid ", "setSkipFailed(True)")
    assert value_at(text, kind, True) is None
assert [value_at('{"a": %s}' % text, "int") for text in ("1.7", "1e2", '" 5"', '""', "null")] == [1, 100, 5, None, None]
assert [value_at('{"a": %s}' % text, "boolean") for text in ("0", "7", '"TRUE"', '""')] == [False, True, True, None]

# Texts without a value of the type are JSON as any other; the parameter's words are known all the same.
made = ColumnsToJsonBatchOp(MemSourceBatchOp([[math.nan, None]], "x double, n long")).setJsonCol("j")
assert made.setHandleInvalid("SKIP").setReservedCols([]).collect() == [['{"x":"NaN"}']]
fails(lambda: made.setHandleInvalid("KEEP"), "handleInvalid is ERROR or SKIP, not 'KEEP'")

# Vectors into columns, and columns into vectors.
def apart(vector, kind, invalid="ERROR"):
    read = VectorToColumnsBatchOp(MemSourceBatchOp([[vector]], "v string")).setVectorCol("v").setReservedCols([])
    return read.setSchemaStr("a %s, b double" % kind).setHandleInvalid(invalid).collect()[0]


for vector, kind in [("1.7 2", "int"), ("NaN 1", "long"), ("3e9 1", "int"), ("2 1", "boolean"), ("Infinity 1", "decimal")]:
    fails(lambda: apart(vector, kind), "VectorToColumnsBatchOp: '", "for column 'a', which is not a valid ")
    assert apart(vector, kind, "SKIP") == [None, None]
assert apart("3 2", "int") == [3, 2.0] and apart("1e39 2", "float") == [math.inf, 2.0] and apart("1:2", "long") == [0, 2.0]


def together(value, kind, invalid="ERROR"):
    rows = MemSourceBatchOp([[value, 1]], "a %s, b int" % kind)
    made = ColumnsToVectorBatchOp(rows).setVectorCol("v").setHandleInvalid(invalid).setReservedCols([])
    return made.collect()[0][0]


for value, kind in [("NaN", "string"), (math.nan, "double"), (math.inf, "float"), (" 1", "varchar(9)"), ("", "string")]:
    fails(lambda: together(value, kind), "are not all finite numbers")
    assert together(value, kind, "SKIP") is None
assert together("1e400", "string") == "Infinity 1.0" and together("2d", "char(2)") == "2.0 1.0"

# VARCHAR(n) and CHAR(n) are texts.
short = MemSourceBatchOp([["1 2", "ab"]], "v varchar(9), c char(2)")
long = MemSourceBatchOp([["3 4", "c"]], "v string, c string")
assert rows_of(short.unionAll(long)) == [["1 2", "ab"], ["3 4", "c"]] == rows_of(long.union(short))
assert VectorAssemblerBatchOp(short).setSelectedCols("v").setOutputCol("o").setReservedCols([]).collect() == [["1.0 2.0"]]
assert ToTensorBatchOp(short).setSelectedCol("v").setReservedCols([]).collect() == [["DOUBLE#2#1.0 2.0 "]]
assert VectorToColumnsBatchOp(short).setVectorCol("v").setSchemaStr("x long, y long").setReservedCols("c").collect() == [["ab", 1, 2]]

# Lookups: the last row of a key counts, NULL is a key, numbers meet by their values.
table = MemSourceBatchOp([["a", 1, "p"], ["a", 2, "q"], ["b", 3, "r"], [None, 9, "n"], ["b", None, None]], "key string, y int, e string")
rows = MemSourceBatchOp([[1, "a"], [2, "z"], [3, None], [4, "b"]], "id int, k string")
wanted = [[1, "a", 2, "q"], [2, "z", None, None], [3, None, 9, "n"], [4, "b", None, None]]
assert rows_of(LookupBatchOp().setSelectedCols("k").linkFrom(table, rows)) == wanted
# A part of another column's name does not count as that name: y of key, e of key.
named = LookupBatchOp().setSelectedCols("k").setMapKeyCols("KEY").linkFrom(table, rows)
assert rows_of(named) == wanted and named.getColNames() == ["id", "k", "y", "e"]
one = LookupBatchOp().setSelectedCols("k").setMapKeyCols("key").setMapValueCols("y").setOutputCols("found")
assert one.linkFrom(table, rows).getColNames() == ["id", "k", "found"]
numbers = MemSourceBatchOp([[1.0, "one"], [1.5, "more"]], "d double, t string")
found = LookupBatchOp().setSelectedCols("id").linkFrom(numbers, rows)
assert [row[2] for row in rows_of(found)] == ["one", None, None, None]
fails(LookupBatchOp().setSelectedCols("k").linkFrom(numbers, rows).collect, "column 'k' is STRING, and the key 'd' is DOUBLE")
many = MemSourceBatchOp([[number % 7, number] for number in range(5000)], "k int, n int")
last = LookupBatchOp().setSelectedCols("k").linkFrom(many, MemSourceBatchOp(list(range(8)), "k int"))
assert [row[1] for row in sorted(last.collect())] == [4998, 4999, 4993, 4994, 4995, 4996, 4997, None]

# One text is a list of one, wherever a list is wanted.
assert RandomTableSourceBatchOp().setNumRows(1).setOutputCols("abc").getColNames() == ["abc"]
assert StringIndexerTrainBatchOp(rows).setSelectedCol("id").setSelectedCols("ID").count() == 4

# The text of a whole FLOAT is Java's wherever a text is made of one, and so a model knows its own values.
floats = MemSourceBatchOp([[1.0], [2.5]], "f float")
tokens = StringIndexerTrainBatchOp(floats).setSelectedCol("f").setStringOrderType("ALPHABET_ASC")
assert sorted(tokens.collect()) == [["1.0", 0], ["2.5", 1]]
found = StringIndexerPredictBatchOp().setSelectedCol("f").setOutputCol("n").setHandleInvalid("ERROR")
assert sorted(found.linkFrom(tokens, floats).collect()) == [[1.0, 0], [2.5, 1]]
cast = TypeConvertBatchOp(floats).setSelectedCols("f").setTargetType("STRING")
assert sorted(cast.collect()) == [["1.0"], ["2.5"]]
strata = StratifiedSampleBatchOp(floats).setStrataCol("f").setStrataRatios("1.0:1.0,2.5:1.0")
assert sorted(strata.collect()) == [[1.0], [2.5]]


# JsonValue takes what Jayway's parser takes beyond JSON.
for text, expected in [
    ("{a:boy,b:{c:[1,2]}}", ["boy", "[1,2]"]),
    ("{'a': 'x y', b: {c: p q}}", ["x y", "p q"]),
    ('{"a": "x, y: z", b: {c: true}}', ["x, y: z", "true"]),
    ('{"a":"o\\"k, p","b":{"c":null}}', ['o"k, p', None]),
    ("{1: 2, a: -1.5, b: {}}", ["-1.5", None]),
]:
    values = JsonValueBatchOp(MemSourceBatchOp([[text]], "j string")).setSelectedCol("j").setReservedCols([])
    values.setJsonPath(["$.a", "$.b.c"]).setOutputCols(["a", "c"])
    assert values.collect() == [expected], (text, values.collect())
for text in ("{a: , b}", "a: b", "{a: b"):
    values = JsonValueBatchOp(MemSourceBatchOp([[text]], "j string")).setSelectedCol("j").setReservedCols([])
    fails(values.setJsonPath("$.a").setOutputCols("a").collect, "'%s' is not JSON" % text)

# A vector's size may be more or less than there are columns; rows stand for their table.
pair = MemSourceBatchOp([[1.0, 3.0]], "p double, q double")
for size, expected in ((5, "$5$1.0 3.0"), (2, "1.0 3.0"), (1, "1.0"), (-1, "1.0 3.0")):
    vector = ColumnsToVectorBatchOp(pair).setVectorCol("v").setVectorSize(size).setReservedCols([])
    assert vector.collect() == [[expected]]
split = SplitBatchOp(MemSourceBatchOp([[n] for n in range(10)], "n long")).setFraction(0.3)
tables = [TableSourceBatchOp(one.getOutputTable()) for one in (split, split.getSideOutput(0))]
assert [one.count() for one in tables] == [3, 7]

# Types of data frames are PyAlink's.
import pandas  # noqa: E402

frame = pandas.DataFrame({"s": ["x", None], "n": [1, None], "t": [True, None], "d": [1.5, None]})
shown = dataframeToOperator(frame, "s string, n long, t boolean, d double", opType="batch").collectToDataframe()
assert [str(kind) for kind in shown.dtypes] == ["string", "Int64", "boolean", "float64"]
assert shown.isna().iloc[1].all() and shown["t"][0] and shown["s"][0] == "x"

print("all")
