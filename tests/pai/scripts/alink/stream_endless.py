"""Programs on streams that have no end: the first argument says which one, others are its own."""

import sys

from pyalink.alink import *

useLocalEnv(1)
which, arguments = sys.argv[1], sys.argv[2:]


def folder(name, schema="id long, v string"):
    return JsonSourceStreamOp().setFilePath(name).setSchemaStr(schema).setFollow(True)


def into(stream, table):
    stream.link(TableSinkStreamOp().setTableName("p." + table))


def refused():
    """A conversion after a where, with ERROR or SKIP, of which the last select needs no column."""
    vector = ToVectorStreamOp().setSelectedCol("v").setOutputCol("w").setHandleInvalidMethod(arguments[0])
    converted = folder("refused").where("v <> 'other'").link(vector)
    chosen = converted.select("id") if arguments[1] == "narrow" else converted.select("id, w")
    into(chosen, arguments[1])


def split():
    """Both sides of a split, a share of one of them, and what comes on the screen."""
    rows = folder("split")
    part = SplitStreamOp(fraction=0.5).linkFrom(rows)
    into(part, "part")
    into(part.getSideOutput(0).select("id, v"), "others")
    rows.select("id, UPPER(v) AS big, id / 2 AS half").print("first", maxLimit=3)


def killed():
    """A stream that only its program's end ends."""
    into(folder("killed"), "kept")


def folders():
    """Rows through a folder into a table, beside rows into a folder of CSV that is made."""
    rows = folder("chain_in")
    rows.link(JsonSinkStreamOp().setFilePath("chained"))
    rows.select("v, id").link(CsvSinkStreamOp().setFilePath("chain_made/csv/"))
    into(folder("chained"), "chain_end")


def broken():
    """Of two streams one ends with an error, which ends the other."""
    into(folder("split"), "stays")
    into(folder("broken").link(ToVectorStreamOp().setSelectedCol("v")), "breaks")


def refused_at_once():
    """What two sinks of one program cannot have."""
    rows = folder("split")
    script = TensorFlow2StreamOp().setMainScriptFile("pass_stream.py").setOutputSchemaStr("id long, v string")
    written = rows.link(script)
    pipe = JsonSourceStreamOp().setFilePath("pipe").setSchemaStr("id long").setFollow(True)
    for first, second, said in (
        (rows, rows, "two endless streams go into p.same"),
        (written, written.select("id"), "since its script would run for each"),
        (pipe, pipe.where("id > 3"), "come once"),
    ):
        into(first, "same")
        into(second, "same" if first is rows else "other")
        try:
            StreamOperator.execute()
            raise SystemExit("not refused")
        except ValueError as error:
            assert said in str(error), error
        resetEnv()


def union():
    """Two folders whose columns differ, a table that is followed, and rows of the program, before a script and without."""
    renamed = folder("union_b", "num int, text string").where("num >= 0").select("num, CONCAT(text, '!') AS text")
    followed = TableSourceStreamOp().setTableName("p.t").setFollow(True)
    ending = MemSourceStreamOp([[1000, "m"], [1001, "n"]], "id long, v string")
    rows = UnionAllStreamOp().linkFrom(ending, folder("union_a"), renamed, followed)
    assert rows.getSchemaStr() == "id BIGINT, v STRING"
    rows = rows.where("id <> 3").select("id, UPPER(v) AS v")
    if arguments[0] == "script":
        passed = TensorFlow2StreamOp().setMainScriptFile("pass_stream.py").setNumWorkers(2).setNumPSs(0)
        rows = rows.link(passed.setOutputSchemaStr("id long, v string").setRecovery("resume"))
    into(rows.select("id, v"), arguments[1])


def union_of_ending():
    """An endless stream, and rows that end and have to be computed first: a share, what two read, and a script's."""
    ending = CsvSourceStreamOp().setFilePath("ending.csv").setSchemaStr("id long, v string")
    script = TensorFlow2StreamOp().setMainScriptFile("pass_stream.py").setNumWorkers(1).setNumPSs(0)
    passed = ending.where("id < 2").link(script.setOutputSchemaStr("id long, v string"))
    shares = ending.sample(1.0).select("id + 10 AS id, v")
    into(shares.unionAll(ending, passed.select("id + 20 AS id, v"), folder("ending")), "ended")


def refused_unions():
    rows, pipe = folder("split"), JsonSourceStreamOp().setFilePath("pipe").setSchemaStr("id long, v string").setFollow(True)
    script = TensorFlow2StreamOp().setMainScriptFile("pass_stream.py").setOutputSchemaStr("id long, v string")
    for one, said in (
        (rows.link(script), "rows of a script or a predictor"),
        (pipe, "a pipe, a socket or Kafka"),
        (rows.select("v, id"), "column 'id' is BIGINT, and 'v' in its place is STRING"),
        (rows.select("id"), "the inputs have 2 and 1 columns"),
    ):
        into(rows.unionAll(one), "never")
        try:
            StreamOperator.execute()
            raise SystemExit("not refused")
        except ValueError as error:
            assert said in str(error), error
        resetEnv()


def lookup():
    """Rows with values of a table of the home, the numbers of texts, and the texts of numbers; `chosen` has a where after it."""
    values = TableSourceBatchOp().setTableName("p.dictionary")
    found = LookupStreamOp(values).setSelectedCols(["id"]).setMapKeyCols(["key"]).setMapValueCols(["name", "at", "share"])
    tokens = StringIndexerTrainBatchOp().setSelectedCol("v").setStringOrderType("ALPHABET_ASC")
    tokens.linkFrom(MemSourceBatchOp([["a"], ["b'\\"], ["ü"]], "v string"))
    numbers = StringIndexerPredictStreamOp(tokens).setSelectedCol("v").setOutputCol("number")
    texts = IndexToStringPredictStreamOp(tokens).setSelectedCol("number").setOutputCol("v2")
    rows = folder("lookup").link(found).link(numbers).link(texts)
    assert rows.getSchemaStr() == "id BIGINT, v STRING, name STRING, at DATETIME, share DOUBLE, number BIGINT, v2 STRING"
    if arguments[0] == "chosen":
        rows = rows.where("name IS NOT NULL")
    if arguments[0] == "script":
        passed = TensorFlow2StreamOp().setMainScriptFile("pass_stream.py").setNumWorkers(1).setNumPSs(0)
        rows = rows.where("name IS NOT NULL").select("id, name AS v").link(passed.setOutputSchemaStr("id long, v string"))
        rows = rows.link(LookupStreamOp(values).setSelectedCols(["v"]).setMapKeyCols(["name"]).setMapValueCols(["share"]))
    into(rows, arguments[0])


def lookup_pairs():
    """Keys of several columns, NULL among them, of which the last row counts, and of other types of numbers; and many."""
    table = MemSourceBatchOp(
        [["1", 2.0, "x"], ["1", 2.0, "last"], [None, 0.0, "zero"], ["", None, "none"], ["1=", 2.5, "half"]], "k string, n double, w string"
    )
    found = LookupStreamOp(table).setSelectedCols(["v", "id"]).setMapKeyCols(["k", "n"]).setMapValueCols(["w"])
    rows = folder("pairs").link(found.setOutputCols(["v"]).setReservedCols(["id", "v"])).select("id, v")
    many = NumSeqSourceBatchOp().setFrom(0).setTo(9999).setOutputCol("key").select("key, CONCAT('the number ', key) AS many")
    into(rows.link(LookupStreamOp(many).setSelectedCols(["id"])), "pairs")


def unknown():
    tokens = StringIndexerTrainBatchOp().setSelectedCol("v").linkFrom(MemSourceBatchOp([["a"]], "v string"))
    one = StringIndexerPredictStreamOp(tokens).setSelectedCol("v").setHandleInvalid("ERROR")
    into(folder("unknown").link(one), "unknown")


def strata():
    """Shares of strata, one of which has nothing."""
    rows = folder("strata")
    into(rows.link(StratifiedSampleStreamOp().setStrataCol("v").setStrataRatio(0.5).setStrataRatios("a:1,b:0")), "drawn")
    into(rows.link(StratifiedSampleStreamOp().setStrataCol("v").setStrataRatios("a:1,b:0.5,c:0.5")), "told")


def refused_tables():
    """What no table of an endless stream is."""
    wide = MemSourceBatchOp([1, 2], "id long").select("id, ARRAY(0.5D) AS w")
    many = NumSeqSourceBatchOp().setFrom(1).setTo(20_001).setOutputCol("id").select("id, id AS w")
    zero = MemSourceBatchOp([1], "id long").select("id, CONCAT('a', CHR(0)) AS w")
    for table, said in ((wide, "column 'w' is ARRAY<DOUBLE>"), (many, "up to 20000 rows"), (zero, "zero byte")):
        into(folder("split").link(LookupStreamOp(table).setSelectedCols(["id"]).setMapKeyCols(["id"])), "never")
        try:
            StreamOperator.execute()
            raise SystemExit("not refused")
        except ValueError as error:
            assert said in str(error), error
        resetEnv()


_PROGRAMS = (
    refused, split, killed, folders, broken, refused_at_once, union, union_of_ending, refused_unions, lookup, lookup_pairs, unknown,
    strata, refused_tables,
)
{one.__name__: one for one in _PROGRAMS}[which]()
try:
    StreamOperator.execute()
except KeyboardInterrupt:
    StreamOperator.execute()  # streams that were stopped are done
    raise
print("done")
