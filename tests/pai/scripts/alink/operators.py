"""Sets, joins, samples and conversions. Ends with an error when one of them does not give its rows."""

from paisql.alink import *


def fails(function, *texts):
    try:
        function()
    except (AlinkError, AttributeError, ValueError, OSError) as error:
        for text in texts:
            assert text in str(error), error
        return
    raise AssertionError(texts)


def rows_of(operator):
    return sorted(operator.collect(), key=repr)


left = MemSourceBatchOp([[1, "a"], [1, "a"], [2, "b"], [3, None]], "id long, s string")
right = MemSourceBatchOp([[1, "a"], [2, "b"], [2, "b"], [4, "d"]], "number long, word string")

# Sets: columns meet by their places, NULLs are the same.
assert rows_of(left.unionAll(right, left)) == sorted(left.collect() * 2 + right.collect(), key=repr)
assert rows_of(left.union(right)) == [[1, "a"], [2, "b"], [3, None], [4, "d"]]
assert rows_of(left.intersect(right)) == [[1, "a"], [2, "b"]]
assert rows_of(left.intersectAll(right)) == [[1, "a"], [2, "b"]]
assert rows_of(left.minus(right)) == [[3, None]]
assert rows_of(left.minusAll(right)) == [[1, "a"], [3, None]]
assert left.minus(right).getColNames() == ["id", "s"]
fails(lambda: left.union(right.select("word")).collect(), "the inputs have 2 and 1 columns")
fails(lambda: MinusBatchOp(left).collect(), "MinusBatchOp has two inputs, and 1 are linked")

# Joins.
on = "a.id = b.number"
joined = [
    (JoinBatchOp, [[1, "a"], [1, "a"], [2, "b"], [2, "b"]]),
    (LeftOuterJoinBatchOp, [[1, "a"], [1, "a"], [2, "b"], [2, "b"], [3, None]]),
    (RightOuterJoinBatchOp, [[1, "a"], [1, "a"], [2, "b"], [2, "b"], [None, "d"]]),
    (FullOuterJoinBatchOp, [[1, "a"], [1, "a"], [2, "b"], [2, "b"], [3, None], [None, "d"]]),
]
for kind, wanted in joined:
    made = kind(left, right).setJoinPredicate(on).setSelectClause("a.id, b.word")
    assert rows_of(made) == wanted, (kind, rows_of(made))
wide = JoinBatchOp(left, right).setJoinPredicate("a.id < b.number").setSelectClause("a.id, b.number")
assert len(wide.collect()) == 2 * 3 + 1 + 1, wide.collect()
fails(lambda: JoinBatchOp(left).setJoinPredicate(on).collect(), "joins two inputs, and 1 are linked")

# Names, numbers, types.
assert left.alias("x, y").getSchemaStr() == "x BIGINT, y STRING"
fails(lambda: left.alias("x").collect(), "1 names for 2 columns")
numbered = AppendIdBatchOp(left).setIdCol("n")
assert sorted(row[2] for row in numbered.collect()) == [0, 1, 2, 3]
ordered = OrderByBatchOp(right).setClause("number").setOffset(1).setFetch(2)
assert [row[0] for row in ordered.collect()] == [2, 2]
typed = TypeConvertBatchOp(left).setSelectedCols(["id"]).setTargetType("double")
assert typed.getColTypes() == ["DOUBLE", "STRING"]
fails(lambda: typed.setTargetType("duble").collect(), "did you mean DOUBLE?")
named = MemSourceBatchOp([[1, 2]], "select long, order long")
assert named.orderBy("`select`", 1).collect() == [[1, 2]]
assert UnionAllBatchOp(named, named).getColNames() == ["select", "order"]

# Chance.
many = MemSourceBatchOp([[i, "x" if i % 4 else "y", float(i % 4)] for i in range(2000)], "id long, s string, w double")
assert len(rows_of(many.sample(0.5))) not in (0, 2000) and many.sample(1.0).count() == 2000
assert many.sampleWithSize(10).count() == 10 and left.sampleWithSize(10).count() == 4
again = many.sampleWithSize(3000, True)
assert again.count() == 3000 and again.collect() == again.collect()
assert many.sample(0.01, True).count() == 20
fails(WeightSampleBatchOp(many).setWeightCol("w").setRatio(0.1).collect, "a weight is 0.0, and has to be more than 0")
heavy = many.where("w > 0")
weighed = WeightSampleBatchOp(heavy).setWeightCol("w").setRatio(0.1)
assert weighed.count() == 150 and min(row[2] for row in weighed.collect()) > 0
weighed = WeightSampleBatchOp(heavy).setWeightCol("w").setRatio(2).setWithReplacement(True)
fails(weighed.collect, "a ratio is between 0 and 1")
weighed = WeightSampleBatchOp(heavy).setWeightCol("w").setRatio(0.5).setWithReplacement(True)
assert weighed.count() == 750 and min(row[2] for row in weighed.collect()) > 0
shares = StratifiedSampleBatchOp(many).setStrataCol("s").setStrataRatio(0.0).setStrataRatios("y:1.0")
assert {row[1] for row in shares.collect()} == {"y"} and shares.count() == 500
sized = StratifiedSampleWithSizeBatchOp(many).setStrataCol("s").setStrataSizes("x:3,y:5")
assert sorted(row[1] for row in sized.collect()) == ["x"] * 3 + ["y"] * 5
again = StratifiedSampleWithSizeBatchOp(many).setStrataCol("s").setStrataSizes("x:2000,y:5").setWithReplacement(True)
drawn = again.collect()
assert sorted(row[1] for row in drawn) == ["x"] * 2000 + ["y"] * 5 and len({row[0] for row in drawn}) < 1500
shares = StratifiedSampleBatchOp(many).setStrataCol("s").setStrataRatio(0.0).setStrataRatios("y:0.5").setWithReplacement(True)
assert [row[1] for row in shares.collect()] == ["y"] * 250
holes = MemSourceBatchOp([[1, None], [2, None], [3, "z"]], "id long, s string")
shares = StratifiedSampleBatchOp(holes).setStrataCol("s").setStrataRatio(1.0).setWithReplacement(True)
assert sorted(map(str, (row[1] for row in shares.collect()))) == ["None", "None", "z"]
fails(StratifiedSampleBatchOp(many).setStrataCol("s").collect, "setStrataRatio")
fails(many.sample(1.5).collect, "a ratio is between 0 and 1")
split = SplitBatchOp(many).setFraction(0.3).setRandomSeed(7)
part, rest = rows_of(split), rows_of(split.getSideOutput(0))
assert sorted(part + rest, key=repr) == rows_of(many) and len(part) == 600
assert rows_of(SplitBatchOp(many).setFraction(0.3).setRandomSeed(7)) == part
assert sorted(ShuffleBatchOp(many).collect()) == sorted(many.collect())

# JSON.
texts = MemSourceBatchOp([['{"a": {"b": 5}, "c": "x"}'], ["no"]], "j string")
values = JsonValueBatchOp(texts).setSelectedCol("j").setJsonPath(["$.a.b", "$.c"]).setOutputCols(["b", "c"])
values.setOutputColTypes(["long", "string"]).setReservedCols([])
fails(values.collect, "'no' is not JSON;", "setSkipFailed(True)")
values.setSkipFailed(True)
assert rows_of(values) == [[5, "x"], [None, None]] and values.getColTypes() == ["BIGINT", "STRING"]
made = ColumnsToJsonBatchOp(left).setSelectedCols(["id", "s"]).setJsonCol("j").setReservedCols([])
back = JsonToColumnsBatchOp(made).setJsonCol("j").setSchemaStr("id long, s string").setReservedCols([])
assert rows_of(back) == rows_of(left), made.collect()

# Vectors and tensors are texts.
numbers = MemSourceBatchOp([[1, 0.5], [2, -1.0], [3, None]], "id long, x double")
vectors = ColumnsToVectorBatchOp(numbers).setSelectedCols(["id", "x"]).setVectorCol("v")
fails(vectors.collect, "'3', NULL are not all finite numbers", "setHandleInvalid('SKIP')")
vectors.setHandleInvalid("SKIP")
assert [row[2] for row in vectors.orderBy("id", 9).collect()] == ["1.0 0.5", "2.0 -1.0", None]
apart = VectorToColumnsBatchOp(vectors).setVectorCol("v").setSchemaStr("a double, b double").setReservedCols(["id"])
assert rows_of(apart) == [[1, 1.0, 0.5], [2, 2.0, -1.0], [3, None, None]]
sparse = MemSourceBatchOp([["$4$1:2.5 3:1"], ["0:7"], [" 1.0,2.0 3.0 4.0"], ["$4$"]], "v vector")
apart = VectorToColumnsBatchOp(sparse).setVectorCol("v").setSchemaStr("a double, b double, c long, d double")
apart.setReservedCols([])
assert rows_of(apart) == [[0.0, 0.0, 0, 0.0], [0.0, 2.5, 0, 1.0], [1.0, 2.0, 3, 4.0], [7.0, 0.0, 0, 0.0]]
tensors = ToTensorBatchOp(MemSourceBatchOp([["1 2 3 4"]], "v string")).setSelectedCol("v").setOutputCol("t")
assert tensors.collect() == [["1 2 3 4", "DOUBLE#4#1.0 2.0 3.0 4.0 "]]
tensors = tensors.setTensorShape([2, 2]).setReservedCols([])
vector = TensorToVectorBatchOp(MemSourceBatchOp([["DOUBLE#2,2#1.0 2.0 3.0 4.0 "]], "t double_tensor"))
assert vector.setSelectedCol("t").collect() == [["1.0 2.0 3.0 4.0"]]
fails(ToTensorBatchOp(sparse).setSelectedCol("w").collect, "the input has no column 'w'; it has v")
dense = ToVectorBatchOp(sparse).setSelectedCol("v").setVectorType("DENSE").setReservedCols([])
assert rows_of(dense) == [["0.0 0.0 0.0 0.0"], ["0.0 2.5 0.0 1.0"], ["1.0 2.0 3.0 4.0"], ["7.0"]], rows_of(dense)
short = ToVectorBatchOp(MemSourceBatchOp([["1.5, 0 2"], ["FLOAT#2#0.0 -1.0 "], ["$3$1:1"], ["0"], [None]], "v string"))
short = short.setSelectedCol("v").setVectorType("SPARSE").setReservedCols([])
assert {row[0] for row in short.collect()} == {
    "$3$0:1.5 1:0.0 2:2.0",
    "$2$0:0.0 1:-1.0",
    "$3$1:1.0",
    "$1$0:0.0",
    None,
}, short.collect()
fails(lambda: ToVectorBatchOp().setVectorType("LONG"), "vectorType is DENSE or SPARSE, not 'LONG'")

fails(lambda: ToVectorBatchOp().setHandleInvalidMethod("LEAVE"), "handleInvalidMethod is ERROR or SKIP, not 'LEAVE'")

# SQL over named rows.
numbers.registerTableName("figures")
asked = BatchOperator.sqlQuery("SELECT COUNT(*) AS n, CAST(MAX(id) AS VARCHAR) AS m FROM Figures;")
assert asked.collect() == [[3, "3"]]
assert rows_of(numbers.rebalance()) == rows_of(numbers.shuffle()) == rows_of(numbers)
assert numbers.orderBy("id", fetch=1, offset=1).collect() == [[2, -1.0]]

# Values of the program are those of their column's type, however many rows there are.
for many in (1, 3000):
    kinds = MemSourceBatchOp([[2.0, 3, 1, True, None]] * many, "n long, d double, b boolean, i int, s string")
    assert kinds.collect() == [[2, 3.0, True, 1, None]] * many
    for value, kind in ((1.5, "long"), ("abc", "int"), (300, "tinyint"), ("abc", "double"), ("yes", "boolean")):
        wrong = MemSourceBatchOp([[7, value]] * many, "a long, c %s" % kind)
        fails(wrong.collect, "row 0, column 'c': %r is not a valid " % value)
    fails(MemSourceBatchOp([["2020-13-01"]] * many, "day date").collect, "'2020-13-01' is not a valid DATE")
edges = MemSourceBatchOp([[-(2**63), -128], [2**63 - 1, 127]], "n long, t tinyint")
assert rows_of(edges) == [[-(2**63), -128], [2**63 - 1, 127]]
assert {"setNumWorkers", "getUserParams", "linkFrom"} <= set(dir(TensorFlowBatchOp()))

# What is not offered says what is.
for use in (
    lambda: KMeansTrainBatchOp(),
    lambda: UDFBatchOp().setFunc("f"),
    lambda: useRemoteEnv("h", 1, 2),
    lambda: udf(input_types=[AlinkDataTypes.BIGINT()]),
    lambda: DenseVector([1.0]),
):
    fails(use, "is not offered here")
fails(lambda: CsvSourceBatchOp().setFilePaths("a"), "did you mean filePath?")

got = []
left.lazyCollect(got.extend).lazyPrint(1)
BatchOperator.execute()
assert [len(frame) for frame in collectToDataframes(left, left.firstN(1))] == [4, 1]
assert len(got) == 4 and BatchOperator.fromDataframe(left.collectToDataframe(), "id long, s string").count() == 4
print("all")
