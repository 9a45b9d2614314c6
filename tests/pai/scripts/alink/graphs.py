"""Graphs that are changed, run again, and given wrong values. Ends with an error when one of them gives other rows."""

from paisql.alink import *
from paisql.alink import environment


def fails(function, *texts):
    try:
        function()
    except (AlinkError, AttributeError, ValueError, TypeError, OSError) as error:
        for text in texts:
            assert text in str(error), error
        return
    raise AssertionError(texts)


useLocalEnv(1)
a, b = MemSourceBatchOp([[1], [2]], "id long"), MemSourceBatchOp([[7, "x"]], "n long, s string")

# An operator that is linked anew has the rows of its new input, and so has what stands after it.
op = SelectBatchOp().setClause("*")
kept = ShuffleBatchOp(op)
below = kept.select("*").distinct()
assert sorted(op.linkFrom(a).collect()) == sorted(kept.collect()) == sorted(below.collect()) == [[1], [2]]
assert op.getColNames() == below.getColNames() == ["id"]
op.linkFrom(b)
assert op.collect() == kept.collect() == below.collect() == [[7, "x"]] and below.getColNames() == ["n", "s"]
op.setClause("n + 1 AS n")
assert op.collect() == kept.collect() == below.collect() == [[8]]
# Rows of chance are another draw, of which both sides of a split know.
split = SplitBatchOp(NumSeqSourceBatchOp(1, 40)).setFraction(0.5)
rest = split.getSideOutput(0)
split.collect(), rest.collect()
split.linkFrom(NumSeqSourceBatchOp(101, 120))
assert sorted(split.collect() + rest.collect()) == [[n] for n in range(101, 121)]
split.setFraction(0.25)
assert (split.count(), rest.count()) == (5, 15)
# An input that has lost its second reader is computed within its reader's query again.
source = NumSeqSourceBatchOp(1, 3)
first, second = source.select("num AS x"), source.select("num AS y")
second.linkFrom(a.select("id AS num"))
assert first.source().startswith("(SELECT num AS x FROM (SELECT EXPLODE")
# What is asked by its name is the operator's of that time.
op.linkFrom(a).setClause("id").registerTableName("known")
asked = BatchOperator.sqlQuery("SELECT SUM(id) FROM known")
assert asked.collect() == [[3]] and op.setClause("id * 2 AS id").collect() and asked.collect() == [[6]]
# So is what a stream looks up.
names = SelectBatchOp(clause="id, id + 1 AS next").linkFrom(a)
looked = LookupStreamOp(names, selectedCols=["num"], mapKeyCols=["id"]).linkFrom(NumSeqSourceStreamOp(1, 2, "num"))
assert sorted(looked.collect()) == [[1, 2], [2, 3]]
names.setClause("id, id + 5 AS next")
assert sorted(looked.collect()) == [[1, 6], [2, 7]]
# Tables of an environment that has ended have gone with it.
resetEnv()
assert sorted(kept.collect()) == [[2], [4]] and below.getColNames() == ["id"]

# A clause is one: what a ; ends, or a quote opens, is told before anything runs, and no later answer is another's.
for clause, text in (
    ("id; DROP TABLE p.t", "a ; ends a statement"),
    ("'abc", "the quote ' is not closed"),
    ('id, "abc', 'the quote " is not closed'),
    ("`id", "the name after ` is not closed"),
    ("id /* all", "the comment /* is not closed"),
    ("", "there is nothing in it"),
    (["id"], "not ['id']"),
    (5, "not 5"),
):
    fails(lambda: SelectBatchOp(a).setClause(clause), "SelectBatchOp: clause is an expression of SQL", text)
fails(lambda: a.groupBy("id;", "id"), "GroupByBatchOp: groupByPredicate is an expression of SQL, not 'id;'")
fails(lambda: BatchOperator.sqlQuery("SELECT 1; SELECT 2"), "SqlQueryBatchOp: query is", "a ; ends a statement")
fails(TableSourceBatchOp("t; DROP TABLE t").collect, "a ; ends a statement", "in: SELECT * FROM t; DROP TABLE t")
fails(TableSourceBatchOp("t 'x").count, "ODPS-0130161: Parse exception - the quote ' is not closed, in: SELECT")
whole = a.select("id, ';' AS a, \"it's\" AS b, 'it\\'s;' AS `c;d` /* ; ' */, X'41' AS e -- ; and '\n, 1 AS f -- the end")
assert whole.where("id = 1 -- the first;\n # and '").select("a, b, `c;d`, f").collect() == [[";", "it's", "it's;", 1]]
assert a.count() == 2

# What a parameter takes is said where it is set.
for use, text in (
    (lambda: a.firstN("x"), "FirstNBatchOp: size is an integer from 0 on, not 'x'"),
    (lambda: a.firstN(-1), "FirstNBatchOp: size is an integer from 0 on, not -1"),
    (lambda: a.firstN(True), "FirstNBatchOp: size is an integer from 0 on, not True"),
    (lambda: a.sample("half"), "SampleBatchOp: ratio is a number, not 'half'"),
    (lambda: a.sample(0.5, "perhaps"), "SampleBatchOp: withReplacement is True or False, not 'perhaps'"),
    (lambda: StratifiedSampleBatchOp().setStrataRatios("a:x"), 'strataRatios is strata with their numbers, "a:1,b:2", not \'a:x\''),
    (lambda: StratifiedSampleBatchOp().setStrataRatios("a"), "strataRatios is strata with their numbers"),
    (lambda: JoinBatchOp().setJoinPredicate(True), "JoinBatchOp: joinPredicate is an expression of SQL, not True"),
    (lambda: TypeConvertBatchOp().setSelectedCols(["id", 5]), "selectedCols is a list of names of columns, not ['id', 5]"),
    (lambda: ToTensorBatchOp().setTensorShape(["a"]), "tensorShape is a list of integers from 0 on, not ['a']"),
    (lambda: CsvSourceBatchOp().setSchemaStr("a lnog"), "schemaStr is columns, \"name type, name type\", not 'a lnog'; 'lnog' is"),
    (lambda: CsvSourceBatchOp().setFilePath(5), "CsvSourceBatchOp: filePath is a path, a text, not 5"),
    (lambda: TensorFlowBatchOp().setNumWorkers("two"), "TensorFlowBatchOp: numWorkers is an integer from 0 on, not 'two'"),
    (lambda: TableSinkBatchOp(tableName="p.x").linkFrom(), "TableSinkBatchOp has one input, and 0 are linked"),
    (lambda: CsvSinkBatchOp().linkFrom(a, b), "CsvSinkBatchOp has one input, and 2 are linked"),
    (lambda: MinusBatchOp(a, b, a).collect(), "MinusBatchOp has two inputs, and 3 are linked"),
    (lambda: a.minus(b, a), "minus() too many positional arguments"),
):
    fails(use, text)
assert a.firstN("1").count() == 1 and a.firstN(1.0).getSize() == 1
assert SampleBatchOp().setWithReplacement("true").getWithReplacement() is True
assert FirstNBatchOp().setSize(None).getSize() is None
streams = [MemSourceStreamOp([[n]], "id long") for n in range(2)]
for made in (TensorFlow2StreamOp(mainScriptFile="x.py", outputSchemaStr="id long"), SelectStreamOp(clause="id")):
    sink = made.linkFrom(*streams).link(TableSinkStreamOp(tableName="never"))
    fails(StreamOperator.execute, type(made).__name__ + " has one input, and 2 are linked")
    fails(lambda: sink.linkFrom(*streams), "TableSinkStreamOp has one input, and 2 are linked")
    resetEnv()

# What fails waits, and is written when its cause has gone; what is written is not written again.
seen, bad = [], SelectBatchOp(clause="nix").linkFrom(a)
TableSinkBatchOp(a, tableName="p_first")
bad.lazyCollect(seen.extend)
TableSinkBatchOp(b, tableName="p_last")
fails(BatchOperator.execute, "column nix cannot be resolved")
fails(lambda: environment.current().run("SELECT * FROM p_last"), "cannot be resolved")
assert a.collect() == [[1], [2]]  # who looks for the cause is not kept from it, and what was not tried runs
assert TableSourceBatchOp("p_last").collect() == [[7, "x"]]
fails(BatchOperator.execute, "column nix cannot be resolved")
BatchOperator.sqlQuery("SELECT 5 AS n").link(TableSinkBatchOp(tableName="p_first"))
bad.setClause("id")
BatchOperator.execute()
assert sorted(seen) == [[1], [2]] and TableSourceBatchOp("p_last").collect() == [[7, "x"]]
assert TableSourceBatchOp("p_first").collect() == [[5]]
BatchOperator.execute()
assert len(seen) == 2
# What runs may make others wait, and run them.
told = []
a.lazyCollect(lambda rows: b.lazyCollect(told.extend).firstN(1).lazyCollect(told.extend).collect())
BatchOperator.execute()
assert told == [[7, "x"], [7, "x"]], told
# Of streams, too; resetEnv() forgets what nobody can mend.
streams[0].select("nix").print()
streams[1].link(TableSinkStreamOp(tableName="p_stream"))
fails(StreamOperator.execute, "column nix cannot be resolved")
resetEnv()
StreamOperator.execute()
fails(TableSourceBatchOp("p_stream").collect, "cannot be resolved")
wrong = streams[0].select("nix")
wrong.link(TableSinkStreamOp(tableName="p_wrong"))
streams[1].link(TableSinkStreamOp(tableName="p_stream"))
fails(StreamOperator.execute, "column nix cannot be resolved")
wrong.setClause("id")
StreamOperator.execute()
assert TableSourceBatchOp("p_wrong").collect() == [[0]] and TableSourceBatchOp("p_stream").collect() == [[1]]
# A sink that is linked anew writes once.
sink = CsvSinkBatchOp(filePath="anew.csv").linkFrom(a).linkFrom(b)
BatchOperator.execute()
assert open("anew.csv").read() == "7,x\n"

# The end of an environment drops all of its tables, whatever becomes of one of them, and waits for its process.
given = environment.current()
for one in (a, b):
    one.table()
given.owns("nix.nix.nix.nix")
names, process = [one.table() for one in (a, kept)], given._process
given._made.sort(key=lambda name: name != "nix.nix.nix.nix")
resetEnv()
assert process.returncode is not None
for name in names:
    fails(TableSourceBatchOp(name).collect, "cannot be resolved")

# Times are those of the zone of the home's settings.
times = MemSourceBatchOp([["1970-01-01 00:00:00"]], "t timestamp")
AkSinkBatchOp(times, filePath="t.ak")
BatchOperator.execute()
useLocalEnv(1, config={"odps.sql.timezone": "Asia/Shanghai"})
assert str(AkSourceBatchOp(filePath="t.ak").collect()[0][0])[:19] == "1970-01-01 08:00:00"
print("all")
