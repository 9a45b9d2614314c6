"""Operators over tables in their form on streams. Ends with an error when one of them does not give its rows."""

import json
import os

import pandas
from pyalink.alink import *


def fails(function, *texts):
    try:
        function()
    except (AlinkError, AttributeError, ValueError, OSError) as error:
        for text in texts:
            assert text in str(error), error
        return
    raise AssertionError(texts)


def fails_to_run(kind, *texts):
    """What waits fails, and is forgotten."""
    fails(kind.execute, *texts)
    resetEnv()


counted = iter(range(1000))


def kept(stream):
    """The rows of a stream, by a table that it goes into. What fails is forgotten."""
    name = "p.kept_%d" % next(counted)
    stream.link(TableSinkStreamOp().setTableName(name))
    try:
        StreamOperator.execute()
    except (AlinkError, ValueError):
        resetEnv()
        raise
    return sorted(TableSourceBatchOp(name).collect(), key=repr)


# As Alink's own example of a stream begins: a column of numbers, which becomes DOUBLE.
source = RandomTableSourceStreamOp().setMaxRows(30).setNumCols(2)
assert source.getColNames() == ["num", "col0", "col1"]
typed = source.select("*, case when RAND() > 0.5 then 1. else 0. end as label").link(
    TypeConvertStreamOp().setSelectedCols("num").setTargetType("DOUBLE")
)
assert typed.getSchemaStr() == "num DOUBLE, col0 DOUBLE, col1 DOUBLE, label INT"
assert [row[0] for row in sorted(kept(typed))] == [float(number) for number in range(30)]

# Rows of the program.
frame = pandas.DataFrame({"id": [1, 2], "v": ["1 2", None]})
for rows in (
    StreamOperator.fromDataframe(frame, "id long, v string"),
    dataframeToOperator(frame, "id long, v string", op_type="stream"),
):
    assert isinstance(rows, StreamOperator) and kept(rows) == [[1, "1 2"], [2, None]]
fails(lambda: dataframeToOperator(frame, "id long, v string", op_type="flow"), "batch or stream")
assert kept(NumSeqSourceStreamOp(3, 5, "n")) == [[3], [4], [5]]
NumSeqSourceStreamOp(3, 5, "n").print(key="numbers", refreshInterval=20, maxLimit=2)
StreamOperator.execute()
assert kept(rows.alias("a, b").rebalance()) == [[1, "1 2"], [2, None]]

# Conversions.
texts = MemSourceStreamOp([["1 2", '{"a": 5}'], ["3 x", "no"]], "v string, j string")
good = texts.where("v = '1 2'")
tensor = VectorToTensorStreamOp().setSelectedCol("v").setTensorDataType("FLOAT")
assert kept(good.link(tensor).select("v")) == [["FLOAT#2#1.0 2.0 "]]
back = TensorToVectorStreamOp().setSelectedCol("t").setReservedCols([])
assert kept(MemSourceStreamOp(["DOUBLE#2#0.5 1.0 "], "t string").link(back)) == [["0.5 1.0"]]
value = JsonValueStreamOp().setSelectedCol("j").setJsonPath(["$.a"]).setOutputCols(["a"]).setOutputColTypes(["long"])
fails(lambda: kept(texts.link(value)), "setSkipFailed(True)")
assert kept(texts.link(value.setSkipFailed(True)).select("a")) == [[5], [None]]
columns = VectorToColumnsStreamOp().setVectorCol("v").setSchemaStr("x double, y double").setReservedCols([])
assert kept(good.link(columns)) == [[1.0, 2.0]]
vector = ColumnsToVectorStreamOp().setSelectedCols(["x", "y"]).setVectorCol("w").setReservedCols([])
assert kept(good.link(columns).link(vector)) == [["1.0 2.0"]]
assert [row[-1] for row in kept(good.link(AppendIdStreamOp()))] == [0]
dictionary = MemSourceBatchOp([["1 2", 7]], "k string, n long")
assert [r[-1] for r in kept(LookupStreamOp(dictionary).setSelectedCols(["v"]).linkFrom(texts))] == [7, None]

numbers, words = MemSourceStreamOp([1], "n long"), MemSourceStreamOp(["a"], "s string")
fails(lambda: kept(numbers.unionAll(words)), "column 'n' is BIGINT, and 's' in its place is STRING")
fails(lambda: kept(UnionAllStreamOp(numbers)), "two inputs or more, and 1 are linked")
assert kept(numbers.unionAll(numbers, numbers)) == [[1]] * 3

# Integers beside NULLs keep all of their digits.
wide = MemSourceBatchOp([[2**60 + 1, None, 1.5], [None, "a", None]], "n long, s string, x double").collectToDataframe()
assert [str(kind) for kind in wide.dtypes] == ["Int64", "string", "float64"] and wide["n"][0] == 2**60 + 1
assert wide["n"].isna().tolist() == [False, True] and list(wide.columns) == ["n", "s", "x"]
assert len(MemSourceBatchOp([], "n long").collectToDataframe()) == 0

# What a stream that has failed leaves for itself goes with the program.
holed = MemSourceStreamOp([[None]], "id long").link(TensorFlow2StreamOp().setMainScriptFile("pass_stream.py").setOutputSchemaStr("id long"))
fails(holed.collect, "column 'id' is NULL in row 1")

# Shares.
many = NumSeqSourceStreamOp(1, 1000, "n")
part = SplitStreamOp().setFraction(0.3).linkFrom(many)
both = [kept(part), kept(part.getSideOutput(0))]
assert len(both[0]) == 300 and sorted(both[0] + both[1]) == [[number] for number in range(1, 1001)]
assert 300 < len(kept(many.sample(0.5))) < 700

# Files.
rows = MemSourceStreamOp([[1, "a;b"], [2, None]], "id long, s string")
rows.link(CsvSinkStreamOp().setFilePath("o.csv").setFieldDelimiter(";"))
rows.link(CsvSinkStreamOp().setFilePath("o.csv").setFieldDelimiter(";").setOverwriteSink(True))
rows.link(TFRecordDatasetSinkStreamOp().setFilePath("o.tfrecord"))
rows.link(AkSinkStreamOp().setFilePath("o.ak"))
rows.select("s").where("s IS NOT NULL").link(TextSinkStreamOp().setFilePath("o.txt"))
assert not os.path.exists("o.ak")
StreamOperator.execute()
with open("o.csv") as stream:
    assert stream.read() == '1;"a;b"\n2;\n'
read = CsvSourceStreamOp().setFilePath("o.csv").setSchemaStr("id long, s string").setFieldDelimiter(";")
assert kept(read) == [[1, "a;b"], [2, None]]
assert kept(AkSourceStreamOp().setFilePath("o.ak")) == [[1, "a;b"], [2, None]]
assert kept(TextSourceStreamOp().setFilePath("o.txt")) == [["a;b"]]
records = TFRecordDatasetSourceStreamOp().setFilePath("o.tfrecord").setSchemaStr("id long")
assert kept(records) == [[1], [2]]
frame[["id"]].to_parquet("o.parquet")
assert kept(ParquetSourceStreamOp().setFilePath("o.parquet")) == [[1], [2]]
with open("h.csv", "w") as stream:
    stream.write("id,s\n1,a\nx,b\n")
headed = CsvSourceStreamOp().setFilePath("h.csv").setSchemaStr("id long, s string").setIgnoreFirstLine(True)
fails(lambda: kept(headed), "h.csv:3: column id: 'x' is not a valid BIGINT", "setLenient(True)")
plain = CsvSourceStreamOp().setFilePath("h.csv").setSchemaStr("id long, s string")
fails(lambda: kept(plain), "h.csv:1: column 'id': 'id' is not a valid int64 (-DbadRows=skip leaves such lines out)")
assert kept(plain.setLenient(True)) == [[1, "a"]]
assert kept(ParquetSourceStreamOp().setFilePath("o.parquet").setSchemaStr("id long")) == [[1], [2]]
assert kept(headed.setLenient(True)) == [[1, "a"]]

# Endless ones.
endless = JsonSourceStreamOp().setFilePath("in").setSchemaStr("id long, v string").setFollow(True)
assert endless.alias("a, b").getSchemaStr() == "a BIGINT, b STRING"
fails(lambda: headed.setFollow(True).flow(), "ignoreFirstLine is for files that do not grow")
fails(lambda: headed.groupBy("id", "id").collect(), "the source has no end")
following = TableSourceStreamOp().setTableName("p.t").setFollow(True)
fails(lambda: following.groupBy("id", "id").collect(), "the source has no end")
for sink, text in (
    (AkSinkStreamOp().setFilePath("x.ak"), "AkSinkStreamOp writes its file when the rows end, and these have no end"),
    (CsvSinkStreamOp().setFilePath("x.csv").setFieldDelimiter(";"), "CsvSinkStreamOp: fieldDelimiter is for rows that end"),
    (CsvSinkStreamOp().setFilePath("x.csv").setNumFiles(2), "CsvSinkStreamOp: numFiles is for rows that end"),
    (JsonSinkStreamOp().setFilePath("x.jsonl").setOverwriteSink(True), "JsonSinkStreamOp: overwriteSink is for rows that end"),
):
    endless.link(sink)
    fails_to_run(StreamOperator, text)
    assert not os.path.exists(sink.getFilePath())

endless = (
    JsonSourceStreamOp().setFilePath("in").setSchemaStr("id long, v string, j string").setFollow(True)
    .link(VectorToTensorStreamOp().setSelectedCol("v").setHandleInvalidMethod("SKIP"))
    .link(JsonValueStreamOp().setSelectedCol("j").setJsonPath("$.a").setOutputCols("a").setSkipFailed(True))
    .alias("id, tensor, json, a")
)
assert endless.getColNames() == ["id", "tensor", "json", "a"]
model = MemSourceBatchOp([[0, "m.zip"]], "model_id long, model_info string")
answers = TFTableModelPredictStreamOp(model, outputSchemaStr="a double, y float_tensor", reservedCols=["id", "a"])
assert answers.linkFrom(endless).alias("id, x, y").getSchemaStr() == "id BIGINT, x DOUBLE, y STRING"
split = SplitStreamOp(fraction=0.5).linkFrom(endless)
others = split.getSideOutput(0)
again = SplitStreamOp(fraction=0.5).linkFrom(others)
print(json.dumps([one.flow().values["inputQuery"] for one in (split, others, again)]))
