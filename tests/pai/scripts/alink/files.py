"""Files as sources and sinks. Ends with an error when one of them does not give its rows."""

import os
import zipfile

import pyarrow as pa
import pyarrow.parquet as pq

from paisql.alink import *


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


def write(name, text):
    with open(name, "w", encoding="utf-8", newline="") as stream:
        stream.write(text)
    return os.path.abspath(name)


useLocalEnv(1, config={"paisql.alink.url.https://host.cn/data": os.getcwd()})

# CSV in.
path = write("plain.csv", 'a,"x, y",1.5\nb,,\n"c ""q""","",2\n')
source = CsvSourceBatchOp().setFilePath(path).setSchemaStr("k string, s string, d double")
assert source.collect() == [["a", "x, y", 1.5], ["b", None, None], ['c "q"', "", 2.0]], source.collect()
write("web.csv", "d,s,k\n1\tx\t5\n")
source = CsvSourceBatchOp().setFilePath("https://host.cn/data/web.csv?md5=1").setFieldDelimiter("\t")
write("web.csv", "k\ts\td\n1\tx\t5\n")
assert source.setSchemaStr("d string, s string, k double").setIgnoreFirstLine(True).collect() == [["1", "x", 5.0]]
fails(CsvSourceBatchOp().setFilePath("http://other/x.csv").setSchemaStr("a int").collect, "is not fetched")
fails(CsvSourceBatchOp().setFilePath("hdfs://x/y").setSchemaStr("a int").collect, "are read from this machine")
fails(CsvSourceBatchOp().setFilePath("nix.csv").setSchemaStr("a int").collect, "nix.csv does not exist")
fails(lambda: CsvSourceBatchOp().setSchemaStr("a, b int"), "'a' is not a column")
fails(lambda: CsvSourceBatchOp().setSchemaStr("a int, A int"), "column 'a' appears twice")
wrong = write("wrong.csv", "1,a\nx,b\n2,c,d\n3,e\n")
source = CsvSourceBatchOp().setFilePath(wrong).setSchemaStr("n long, s string")
fails(source.collect, "wrong.csv:2: column n: 'x' is not a valid BIGINT", "setLenient(True)")
assert CsvSourceBatchOp().setFilePath(wrong).setSchemaStr("n long, s string").setLenient(True).collect() == [
    [1, "a"],
    [2, "c"],  # fields after the schema's are nobody's
    [3, "e"],
]
longer = CsvSourceBatchOp().setFilePath(write("longer.csv", "1,a,x\n2,b,y\n")).setSchemaStr("n long, s string")
assert longer.collect() == [[1, "a"], [2, "b"]]
path = write("blank.csv", "h1,h2\r\n\r\n1,'a,b'\r\n\r\n2,\r\n")
source = CsvSourceBatchOp().setFilePath("file://" + path).setSchemaStr("n long, s string").setQuoteChar("'")
assert source.setIgnoreFirstLine(True).collect() == [[1, "a,b"], [2, None]]
path = write("blank2.csv", 'n,s\n\n1,"a\n\nb"\n')
source = CsvSourceBatchOp().setFilePath(path).setSchemaStr("n long, s string").setIgnoreFirstLine(True)
assert source.collect() == [[1, "a\n\nb"]], source.collect()
path = write("bars.txt", "1||a;2||b;")
source = CsvSourceBatchOp().setFilePath(path).setSchemaStr("n long, s string").setFieldDelimiter("||")
assert source.setRowDelimiter(";").collect() == [[1, "a"], [2, "b"]]
os.mkdir("folder")
write("folder/1.csv", "h\n1\n")
write("folder/2.csv", "h\n2\n")
write("folder/_SUCCESS", "no")
source = CsvSourceBatchOp().setFilePath("folder").setSchemaStr("n long").setIgnoreFirstLine(True)
assert sorted(source.collect()) == [[1], [2]]
assert CsvSourceBatchOp().setFilePath(write("empty.csv", "")).setSchemaStr("n long").collect() == []

# CSV out.
rows = MemSourceBatchOp([[1, 'a,"b"\nc', 0.1], [2, None, None], [3, "", 1e300]], "n long, s string, d double")
CsvSinkBatchOp(rows).setFilePath("out/made.csv")
assert not os.path.exists("out/made.csv")
BatchOperator.execute()
with open("out/made.csv", encoding="utf-8", newline="") as stream:
    assert stream.read() == '1,"a,""b""\nc",0.1\n2,,\n3,"",1e300\n'
source = CsvSourceBatchOp().setFilePath("out/made.csv").setSchemaStr("n long, s string, d double")
assert source.collect() == rows.collect()
CsvSinkBatchOp(rows).setFilePath("out/made.csv")
fails_to_run(BatchOperator, "setOverwriteSink(True)")
CsvSinkBatchOp(rows.select("n, d")).setFilePath("out/made.csv").setOverwriteSink(True).setFieldDelimiter("\t")
BatchOperator.execute()
assert open("out/made.csv").read() == "1\t0.1\n2\t\n3\t1e300\n"
spoken = rows.where("n = 1").select("n, 'it\\'s, so' as s, '' as e, null as z")
CsvSinkBatchOp(spoken).setFilePath("out/quote.csv").setQuoteChar("'")
BatchOperator.execute()
assert open("out/quote.csv").read() == "1,'it''s, so','',\n"

# Lines.
source = TextSourceBatchOp().setFilePath(write("text.txt", 'one\n\n"two", three\r\nfour')).setTextCol("line")
assert source.collect() == [["one"], [""], ['"two", three'], ["four"]]
TextSinkBatchOp(source).setFilePath("out/text.txt")
BatchOperator.execute()
assert open("out/text.txt", newline="").read() == 'one\n\n"two", three\nfour\n'

# Parquet, and TFRecords.
table = pa.table(
    {
        "b": pa.array([True, None]),
        "i": pa.array([1, None], pa.int32()),
        "l": pa.array([2**62, None], pa.int64()),
        "f": pa.array([0.5, None], pa.float32()),
        "d": pa.array([1e-300, None]),
        "s": pa.array(['a,"\n', None]),
        "z": pa.array([b"\x00\xff", None], pa.binary()),
        "day": pa.array([0, None], pa.date32()),
        "t": pa.array([1_000_000_123_456, None], pa.timestamp("us", tz="UTC")),
        "m": pa.array(["1.50", None]).cast(pa.decimal128(10, 2)),
        "c": pa.array(["x", "x"]).dictionary_encode(),
        "list": pa.array([[1], None]),
    }
)
pq.write_table(table, "all.parquet")
source = ParquetSourceBatchOp().setFilePath("all.parquet")
fails(source.collect, "column 'list' is list<", "setSelectedCols")
source = ParquetSourceBatchOp().setFilePath("all.parquet").setSelectedCols(*"bilfdszctm", "day")
kinds = "BOOLEAN INT BIGINT FLOAT DOUBLE STRING BINARY STRING TIMESTAMP DECIMAL(10,2) DATE".split()
assert source.getColTypes() == kinds
read = source.select("b, i, l, f, d, s, hex(z) as z, c, cast(t as string) as t, cast(m as double) as m, day").collect()
assert read[0][:8] == [True, 1, 2**62, 0.5, 1e-300, 'a,"\n', "00FF", "x"], read
assert read[0][8].startswith("1970-01-12 21:46:40.123456") and read[0][9:] == [1.5, "1970-01-01"], read
assert read[1] == [None] * 7 + ["x"] + [None] * 3
fails(ParquetSourceBatchOp().setFilePath("all.parquet").setSelectedCols("nix", "b").collect, "no column 'nix'")

TFRecordDatasetSinkBatchOp(rows).setFilePath("out/rows.tfrecords")
BatchOperator.execute()
source = TFRecordDatasetSourceBatchOp().setFilePath("out/rows.tfrecords").setSchemaStr("s string, n int")
fails(source.collect, "rows.tfrecords: record 2: the Example has no feature 's'")
TFRecordDatasetSinkBatchOp(rows.where("n <> 2")).setFilePath("out/two.tfrecords")
BatchOperator.execute()
source = TFRecordDatasetSourceBatchOp().setFilePath("out/two.tfrecords").setSchemaStr("s string, n int, d float")
assert [row[:2] for row in source.collect()] == [['a,"b"\nc', 1], ["", 3]]
data = open("out/two.tfrecords", "rb").read()
for broken, text in ((data[:-1], "record 2: the file ends within it"), (data[:20] + b"?" + data[21:], "checksum")):
    with open("out/broken.tfrecords", "wb") as stream:
        stream.write(broken)
    fails(TFRecordDatasetSourceBatchOp().setFilePath("out/broken.tfrecords").setSchemaStr("n int").collect, text)
fails(TFRecordDatasetSourceBatchOp().setFilePath("x").setSchemaStr("n date").collect, "gives no DATE for column 'n'")

# Many rows of a program go by a file.
rows = MemSourceBatchOp([[i, None if i % 3 else 'w"%d,\n' % i, i / 7] for i in range(5000)], "i long, s string, d double")
assert sorted(rows.collect()) == [[i, None if i % 3 else 'w"%d,\n' % i, i / 7] for i in range(5000)]
fails(MemSourceBatchOp([["x"]] * 3000, "n long").collect, "row 0, column 'n': 'x' is not a valid BIGINT")

# Bytes are features, too; a file of Alink's TFRecordDatasetSinkBatchOp is read.
coded = MemSourceBatchOp([[1, b"\0\xff"], [2, None]], "i long, y binary")
TFRecordDatasetSinkBatchOp(coded).setFilePath("bytes.tfrecord")
BatchOperator.execute()
read = TFRecordDatasetSourceBatchOp().setFilePath("bytes.tfrecord").setSchemaStr("i long, y binary")
fails(read.collect, "record 2")
assert read.setSchemaStr("i long").collect() == [[1], [2]]

# Alink's own files.
kept = MemSourceBatchOp(
    [[i, None if i == 2 else "词 %d" % i, i / 3, i % 2 == 0] for i in range(4)], "i long, s string, d double, b boolean"
)
AkSinkBatchOp(kept).setFilePath("rows.ak")
AkSinkBatchOp(kept.select("ARRAY(i) AS list")).setFilePath("list.ak")
fails_to_run(BatchOperator, "column 'list' is ARRAY<BIGINT>, which is not written here")
assert AkSourceBatchOp().setFilePath("rows.ak").orderBy("i").collect() == kept.orderBy("i").collect()
assert AkSourceBatchOp().setFilePath("rows.ak").getColTypes() == ["BIGINT", "STRING", "DOUBLE", "BOOLEAN"]
os.mkdir("parts")
for name in ("1", "2"):
    os.link("rows.ak", "parts/" + name)
assert AkSourceBatchOp().setFilePath("parts").count() == 8
AkSinkBatchOp(kept).setFilePath("rows.ak")
fails_to_run(BatchOperator, "rows.ak is there")
AkSinkBatchOp(kept.select("i")).setFilePath("parts/2").setOverwriteSink(True)
BatchOperator.execute()
fails(AkSourceBatchOp().setFilePath("parts").collect, "parts/2 has other columns than")
fails(AkSourceBatchOp().setFilePath("plain.csv").collect, "plain.csv is not an .ak file of Alink")
fails(AkSourceBatchOp().setFilePath("nix.ak").collect, "nix.ak does not exist")
with zipfile.ZipFile("vector.ak", "w") as archive:
    archive.writestr("alink_meta.json", '{"schemaStr": "a MTABLE, v DENSE_VECTOR"}')
fails(AkSourceBatchOp().setFilePath("vector.ak").collect, "column 'a' is MTABLE, whose form")
print("all")
