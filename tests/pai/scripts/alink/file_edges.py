"""Edges of sources and sinks of files. Ends with an error when one of them gives other rows or another file."""

import contextlib
import gzip
import hashlib
import io
import os
import resource

from paisql.alink import *
from paisql.job import csv_records
from paisql.alink_stream import row_lines


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
    useLocalEnv(1, config=CONFIG)


def write(name, data):
    os.makedirs(os.path.dirname(os.path.abspath(name)), exist_ok=True)
    with open(name, "wb") as stream:
        stream.write(data if isinstance(data, bytes) else data.encode())
    return name


def told(name):
    with open(name, encoding="utf-8", newline="") as stream:
        return stream.read()


def same(got, wanted):
    assert got == wanted, got


CONFIG = {"paisql.alink.url.https://host.cn/data": os.getcwd()}
useLocalEnv(1, config=CONFIG)

# Records of any form, whatever the blocks are that they are read in. Quoted ones are as those of TUNNEL.
def records(text, fields=",", rows="\n", quote='"'):
    found = csv_records.records(io.BytesIO(text.encode()), fields, rows, quote)
    return [(number, str(one) if isinstance(one, csv_records.BadRecord) else one) for number, one in found]


text = "1||'a||b'<>2||<>''||x'y<>3||'it''s<>'''<><>'a'b||c<>d"
wanted = [
    (1, ["1", "a||b"]),
    (2, ["2", None]),
    (3, ["", "x'y"]),
    (4, ["3", "it's<>'"]),
    (6, []),
    (7, "text follows a closing quote"),
    (8, ["d"]),
]
for size in (1, 3, 1 << 20):
    csv_records._BLOCK_BYTES = size
    same(records(text, "||", "<>", "'"), wanted)
    same(records('a,b\r\n"x\r\ny","z"\r\n\r\n,\r\n'), [(1, ["a", "b"]), (2, ["x\r\ny", "z"]), (4, []), (5, [None, None])])
    same(records('1,"a\n2,b\n'), [(1, "a quote is not closed")])
    same(records('a,"b"\n', quote=None), [(1, ["a", '"b"'])])
same(row_lines.CsvForm("||", "<>", "'").line([1, True, None, "", "a||b", "it's", 0.5]), "1||true||||''||'a||b'||'it''s'||0.5")
same(row_lines.json_line({"x": float("nan"), "y": [float("-inf"), 1.5]}), '{"x": "NaN", "y": ["-Infinity", 1.5]}')

rows = MemSourceBatchOp([[1, "a;b"], [2, 'q"x'], [3, None], [4, ""], [5, "l\nm"], [6, "tab\tz"], [7, "it's"], [8, "a||b"]], "id long, s string")
CSV = dict(schemaStr="id long, s string")

# What Alink 1.6.2 writes for these rows.
AS_ALINK = [
    ({}, '1,a;b\n2,"q""x"\n3,\n4,""\n5,"l\nm"\n6,tab\tz\n7,it\'s\n8,a||b\n'),
    ({"fieldDelimiter": "||"}, '1||a;b\n2||"q""x"\n3||\n4||""\n5||"l\nm"\n6||tab\tz\n7||it\'s\n8||"a||b"\n'),
    ({"fieldDelimiter": "\\t"}, '1\\ta;b\n2\\t"q""x"\n3\\t\n4\\t""\n5\\t"l\nm"\n6\\ttab\tz\n7\\tit\'s\n8\\ta||b\n'),
    ({"quoteChar": "'"}, "1,a;b\n2,q\"x\n3,\n4,''\n5,'l\nm'\n6,tab\tz\n7,'it''s'\n8,a||b\n"),
]
for number, (given, text) in enumerate(AS_ALINK):
    for batch in (True, False):
        name = "as/%d-%s" % (number, batch)
        if batch:
            CsvSinkBatchOp(rows, filePath=name, **given)
            BatchOperator.execute()
        else:
            stream = MemSourceStreamOp(rows._rows, "id long, s string")
            stream.link(CsvSinkStreamOp(filePath=name, **given))
            StreamOperator.execute()
        same(told(name), text)
        same(sorted(CsvSourceBatchOp(filePath=name, **CSV, **given).collect()), sorted(rows.collect()))
other = dict(fieldDelimiter="||", rowDelimiter="<>", quoteChar="'")
CsvSinkBatchOp(rows, filePath="as/other", **other)
BatchOperator.execute()
same(told("as/other"), "1||a;b<>2||q\"x<>3||<>4||''<>5||'l\nm'<>6||tab\tz<>7||'it''s'<>8||'a||b'<>")
same(sorted(CsvSourceBatchOp(filePath="as/other", **CSV, **other).collect()), sorted(rows.collect()))

for given, text in (
    ({"quoteChar": "''"}, "quoteChar is one letter, or None for files in which quotes mean nothing, not \"''\""),
    ({"fieldDelimiter": ""}, "fieldDelimiter is a text of one letter or more, not ''"),
    ({"rowDelimiter": None}, "rowDelimiter is a text of one letter or more, not None"),
    ({"fieldDelimiter": "|", "rowDelimiter": "|"}, "fieldDelimiter and rowDelimiter are the same"),
    ({"fieldDelimiter": '";"'}, 'the quoteChar " occurs in fieldDelimiter'),
):
    write("as/wrong.csv", "1,a\n")
    fails(CsvSourceBatchOp(filePath="as/wrong.csv", **CSV, **given).collect, "CsvSourceBatchOp: " + text)
    CsvSinkBatchOp(rows, filePath="as/wrong2.csv", **given)
    fails_to_run(BatchOperator, "CsvSinkBatchOp: " + text)
CsvSinkBatchOp(rows, filePath="as/none.csv", fieldDelimiter=";", quoteChar=None)
fails_to_run(BatchOperator, "the text 'a;b' holds a delimiter or a line end", "setQuoteChar")
same([name for name in os.listdir("as") if name[0] == "." or "none" in name or "wrong2" in name], [])

# Several files, as Alink deals them.
for make in (
    lambda **given: CsvSinkBatchOp(rows, **given),
    lambda **given: MemSourceStreamOp(rows._rows, "id long, s string").link(CsvSinkStreamOp(**given)),
):
    make(filePath="many", numFiles=2, overwriteSink=True)
    StreamOperator.execute()
    BatchOperator.execute()
    same(sorted(os.listdir("many")), ["1", "2"])
    same(told("many/1"), '1,a;b\n3,\n5,"l\nm"\n7,it\'s\n')
    same(told("many/2"), '2,"q""x"\n4,""\n6,tab\tz\n8,a||b\n')
    same(sorted(CsvSourceBatchOp(filePath="many", **CSV).collect()), sorted(rows.collect()))
CsvSinkBatchOp(rows, filePath="many", numFiles=2)
fails_to_run(BatchOperator, "/many is there; setOverwriteSink(True) replaces it")
CsvSinkBatchOp(rows.where("id < 3"), filePath="many", numFiles=3, overwriteSink=True)
BatchOperator.execute()
same([told("many/%d" % number) for number in (1, 2, 3)], ["1,a;b\n", '2,"q""x"\n', ""])
write("many/mine.txt", "mine")
CsvSinkBatchOp(rows, filePath="many", overwriteSink=True)
fails_to_run(BatchOperator, "/many is a folder with other files than those of a sink")
os.remove("many/mine.txt")
CsvSinkBatchOp(rows.where("id = 1"), filePath="many", overwriteSink=True)
BatchOperator.execute()
same(told("many"), "1,a;b\n")
for count in (0, -1, 1.5, "x", True):
    fails(lambda: CsvSinkBatchOp(rows, filePath="none", numFiles=count), "CsvSinkBatchOp: numFiles is an integer from 1 on, not %r" % count)
few = rows.where("id in (1, 2, 4)")
TextSinkBatchOp(few.select("s"), filePath="texts", numFiles=2)
AkSinkBatchOp(few, filePath="aks", numFiles=2)
TFRecordDatasetSinkBatchOp(few, filePath="records", numFiles=2)
BatchOperator.execute()
same([told("texts/1"), told("texts/2")], ["a;b\n\n", 'q"x\n'])
same(AkSourceBatchOp(filePath="aks/2").collect(), [[2, 'q"x']])
same(sorted(AkSourceBatchOp(filePath="aks").collect()), few.collect())
same(TFRecordDatasetSourceBatchOp(filePath="records/2", **CSV).collect(), [[2, 'q"x']])
same(sorted(TFRecordDatasetSourceBatchOp(filePath="records", **CSV).collect()), few.collect())

# Sinks of streams write by their class, whatever the file is called, and add to none.
stream = MemSourceStreamOp([[1, "a", True], [2, "", None]], "id long, s string, b boolean")
stream.link(JsonSinkStreamOp(filePath="class/j.csv"))
stream.link(CsvSinkStreamOp(filePath="class/c.jsonl"))
passed = JsonSourceStreamOp(filePath="class/j.csv", schemaStr="id long, s string")
StreamOperator.execute()
same(told("class/j.csv"), '{"id": 1, "s": "a", "b": true}\n{"id": 2, "s": "", "b": null}\n')
same(told("class/c.jsonl"), '1,a,true\n2,"",\n')
passed.link(JsonSinkStreamOp(filePath="class/line.csv"))
passed.link(CsvSinkStreamOp(filePath="class/print"))
StreamOperator.execute()
same(told("class/line.csv"), '{"id": 1, "s": "a"}\n{"id": 2, "s": ""}\n')
same(told("class/print"), '1,a\n2,""\n')
same(sorted(os.listdir("class")), ["c.jsonl", "j.csv", "line.csv", "print"])
for sink in (JsonSinkStreamOp(filePath="class/j.csv"), CsvSinkStreamOp(filePath="class/c.jsonl")):
    passed.link(sink)
    fails_to_run(StreamOperator, "is there; setOverwriteSink(True) replaces it")
passed.where("id = 1").link(JsonSinkStreamOp(filePath="class/j.csv", overwriteSink=True))
StreamOperator.execute()
same(told("class/j.csv"), '{"id": 1, "s": "a"}\n')

# Files of other systems.
for data, wanted in (
    (b"\xef\xbb\xbf1,a\n2,b\n", [[1, "a"], [2, "b"]]),
    (b'1,a\r\n2,"b\r\nc"\r\n\r\n3,\r\n', [[1, "a"], [2, "b\r\nc"], [3, None]]),
    (b"\n\n1,a\n\n2,b", [[1, "a"], [2, "b"]]),
    (gzip.compress(b"1,a\n2,b\n"), [[1, "a"], [2, "b"]]),
    (gzip.compress(b""), []),
):
    for given in ({}, {"lenient": True}, {"quoteChar": "'"} if b'"' not in data else {}):
        same(sorted(CsvSourceBatchOp(filePath=write("other.csv", data), **CSV, **given).collect()), wanted)
write("other.csv", gzip.compress(b"1,a\n" * 1000)[:-12])
fails(CsvSourceBatchOp(filePath="other.csv", **CSV).collect, "other.csv is a damaged file of gzip")
same(TextSourceBatchOp(filePath=write("t.gz", gzip.compress("词\nb".encode()))).collect(), [["词"], ["b"]])
fails(TextSourceBatchOp(filePath=write("t.txt", b"a\n\xff\n")).collect, "t.txt: the text is not UTF-8")
write("other.csv", b"1,\xff\n")
for given in ({}, {"quoteChar": "'"}):
    fails(CsvSourceBatchOp(filePath="other.csv", **CSV, **given).collect, "other.csv", "the text is not UTF-8")

# A stream's file is looked for where that of an operator over tables is.
write("web.csv", "1,a\n")
for stream in (CsvSourceStreamOp, JsonSourceStreamOp):
    fails(stream(filePath="http://other/web.csv", **CSV).collect, "'http://other/web.csv' is not fetched")
    fails(stream(filePath="hdfs://x/web.csv", **CSV).collect, "hdfs:// are not offered")
    fails(stream(filePath="nix.csv", **CSV).collect, "nix.csv does not exist")
same(CsvSourceStreamOp(filePath="https://host.cn/data/web.csv?md5=1", **CSV).collect(), [[1, "a"]])

# An error names the line of the file that was given.
write("lines.csv", "id;s\n\n1;'a\nb'\n\n2\n3;c\n")
headed = dict(CSV, filePath="lines.csv", fieldDelimiter=";", quoteChar="'", ignoreFirstLine=True)
fails(CsvSourceBatchOp(**headed).collect, "lines.csv:6: ", "1 columns found", "setLenient(True)")
same(sorted(CsvSourceBatchOp(**headed, lenient=True).collect()), [[1, "a\nb"], [3, "c"]])
write("lines.csv", "1;'a'b\n2;c\n")
fails(CsvSourceBatchOp(**headed, skipBlankLine=True).setIgnoreFirstLine(False).collect, "lines.csv:1: text follows")
fails(CsvSourceBatchOp(filePath=write("open.csv", '1,a\n2,"b\n'), **CSV).collect, "open.csv:2")

# What cannot be written leaves nothing; a folder, a device and a link are what they were.
os.mkdir("held")
write("held/old.csv", "old\n")
os.symlink("old.csv", "held/link.csv")
write("held/f", "")


@contextlib.contextmanager
def files_of_at_most(size):
    """What is longer does not go into a file, as where the disk is full. Of this process alone."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


long = MemSourceBatchOp([[hashlib.sha256(b"%d" % i).hexdigest()] for i in range(1000)], "s string")
for sink in (TextSinkBatchOp, AkSinkBatchOp, TFRecordDatasetSinkBatchOp, CsvSinkBatchOp):
    long.table()
    given = {"quoteChar": "'"} if sink is CsvSinkBatchOp else {}
    sink(long, filePath="held/old.csv", overwriteSink=True, **given)
    with files_of_at_most(1000):
        fails(BatchOperator.execute, "File too large", "held/old.csv")
    useLocalEnv(1, config=CONFIG)
    same(told("held/old.csv"), "old\n")
for path, text in (("/dev/full", "is a device or a pipe"), ("held", "is a folder with other files"), ("held/f/x.csv", "held/f")):
    for sink in (CsvSinkBatchOp, TextSinkBatchOp, AkSinkBatchOp, TFRecordDatasetSinkBatchOp):
        sink(long, filePath=path, overwriteSink=True)
        fails_to_run(BatchOperator, text)
assert not os.path.isfile("/dev/full")
TextSinkBatchOp(rows.where("id = 4 or id = 7").select("s"), filePath="held/link.csv", overwriteSink=True)
BatchOperator.execute()
same([told("held/old.csv"), os.path.islink("held/link.csv")], ["\nit's\n", True])
same(sorted(os.listdir("held")), ["f", "link.csv", "old.csv"])

# Nor does a table that is not there come of rows that fail; one that is there keeps its own.
bad = "ASSERT_TRUE(id = 1) AS x, id"
for name in ("p.fresh", "p.kept"):
    for _ in range(2):
        rows.select(bad).link(TableSinkBatchOp(tableName=name))
        fails_to_run(BatchOperator, "the condition is not true")
        MemSourceStreamOp([[1], [0]], "id long").link(SelectStreamOp(clause=bad)).link(TableSinkStreamOp(tableName=name))
        fails_to_run(StreamOperator, "the condition is not true")
    if name == "p.fresh":
        fails(TableSourceBatchOp(name).collect, "p.fresh cannot be resolved")
        rows.where("id = 1").select(bad).link(TableSinkBatchOp(tableName="p.kept"))
        BatchOperator.execute()
same(TableSourceBatchOp("p.kept").collect(), [[None, 1]])
print("all")
