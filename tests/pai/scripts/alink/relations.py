"""Operators that are queries. Ends with an error when one of them does not give its rows."""

import decimal

from paisql.alink import *

rows = MemSourceBatchOp([[1, "a'b\\c\nd", None], [2, "中", 2.5], [2, "中", 1e300]], "id long, s string, d double")
assert rows.getSchemaStr() == "id BIGINT, s STRING, d DOUBLE"
assert rows.where("id = 1").collect() == [[1, "a'b\\c\nd", None]]
assert rows.orderBy("d", limit=1, order="desc").select("d, 1. as one, '2. ' as text").collect() == [[1e300, 1, "2. "]]
assert sorted(rows.groupBy("id", "id, count(*) as n").collect()) == [[1, 1], [2, 2]]
assert len(rows.select(["id", "s"]).distinct().collect()) == 2
assert len(rows.unionAll(rows).collect()) == 6 and len(rows.firstN(2).collect()) == 2
joined = JoinBatchOp(rows, rows).setJoinPredicate("a.id = b.id").setSelectClause("a.id, b.s")
assert len(joined.collect()) == 5

# Chance is the same for all who read it.
drawn = RandomTableSourceBatchOp().setNumRows(50).setNumCols(2).setOutputCols("x", "y").setIdCol("n")
assert drawn.collect() == drawn.collect() and drawn.getColNames() == ["n", "x", "y"]
split = SplitBatchOp(drawn).setFraction(0.5)
parts = split.collect() + split.getSideOutput(0).collect()
assert sorted(parts) == sorted(drawn.collect())

frame = rows.collectToDataframe()
assert list(frame["id"]) == [1, 2, 2]
assert len(BatchOperator.fromDataframe(frame, "id long, s string, d double").collect()) == 3

seen = []
rows.lazyPrint(1, "first").lazyCollectToDataframe(lambda given: seen.append(len(given)))
TableSinkBatchOp(rows).setTableName("kept")
assert seen == []
BatchOperator.execute()
assert seen == [3] and len(TableSourceBatchOp("kept").collect()) == 3

for wrong, text in [
    (lambda: rows.select("nix").collect(), "column nix cannot be resolved"),
    (lambda: rows.setFoo(1), "has no parameter foo"),
    (lambda: TensorFlowBatchOp().setNumWorker(1), "did you mean numWorkers?"),
    (lambda: rows.link(TensorFlowBatchOp()).collect(), "needs setOutputSchemaStr"),
    (lambda: MemSourceBatchOp([[1]], "a long, b long"), "row 0 has 1 values for 2 columns"),
    (lambda: MemSourceBatchOp([[decimal.Decimal("2.5")]], "a int").collect(), "Decimal('2.5') is not a valid INT"),
    (lambda: MemSourceBatchOp([["abc"]], "a decimal").collect(), "'abc' is not a valid DECIMAL"),
    (lambda: rows.orderBy("id", offset=1).collect(), "offset needs fetch"),
    (lambda: StreamOp, "name 'StreamOp' is not defined"),
]:
    try:
        wrong()
    except (AlinkError, AttributeError, NameError, ValueError) as error:
        assert text in str(error), error
    else:
        raise AssertionError(text)
rows.registerTableName("Seen")
rows.registerTableName("seen")
assert BatchOperator.sqlQuery("SELECT COUNT(*) FROM Seen").collect() == [[len(rows.collect())]]
assert NumSeqSourceBatchOp({"from": 1, "to": 3}).collect() == [[1], [2], [3]]
# The environment is four handles, as PyAlink's is.
environments = benv, btenv, senv, stenv = useLocalEnv(2)
assert environments == getMLEnv() and getMLEnv() is environments and getMLEnv().senv is senv
assert str(environments).startswith("MLEnv(benv=ExecutionEnvironment(parallelism=2), btenv=Batch"), environments
assert senv.set_parallelism(3) is senv and btenv.get_parallelism() == 3
MemSourceBatchOp([[8]], "id long").lazyCollect(seen.append)
btenv.execute("job")
assert seen[1:] == [[[8]]], seen
MemSourceStreamOp([[9]], "id long").print()
stenv.execute("job")
MemSourceStreamOp([[1]], "id long").select("1/0 AS x, nix").print()
resetEnv()
StreamOperator.execute()  # what waited is forgotten
assert getMLEnv() is not environments and getMLEnv().benv.get_parallelism() == 1
for wrong, text in [
    (lambda: benv.execute(), "this environment has ended"),
    (lambda: stenv.from_elements([]), "StreamTableEnvironment.from_elements is not offered here: TableSourceStreamOp"),
]:
    try:
        wrong()
    except (AttributeError, ValueError) as error:
        assert text in str(error), error
    else:
        raise AssertionError(text)

# What is not set is told as the default that the statement takes.
script, stream = TensorFlowBatchOp(), TensorFlow2StreamOp()
assert (script.getIntraOpParallelism(), script.getUserParams(), script.getEvenSplit()) == (4, "{}", True)
assert script.getNumWorkers() is None and script.setIntraOpParallelism(2).getIntraOpParallelism() == 2
assert (stream.getRecovery(), stream.getCommitIntervalMs()) == ("replay", 200)
keras = KerasSequentialClassifier()
assert (keras.getSaveCheckpointsEpochs(), keras.getSaveBestOnly(), keras.getNumIter()) == (1.0, False, 10)
assert TFTableModelPredictor().getSignatureDefKey() == "serving_default"
assert TF2TableModelTrainer().getIntraOpParallelism() == 4 and TF2TableModelTrainer().getInferSelectedCols() is None
assert rows.sample(0.5).getWithReplacement() is False
print("all")
