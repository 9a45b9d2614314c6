"""What people carry over from Alink's notebooks and from Java. Ends with an error where it is not taken, or not told."""

import datetime
import decimal

import numpy

from pyalink.alink import *


def fails(function, *texts):
    try:
        function()
    except (AlinkError, AttributeError, TypeError, ValueError, OSError) as error:
        for text in texts:
            assert text in str(error), error
        return
    raise AssertionError(texts)


rows = MemSourceBatchOp([[2, "b"], [1, "a"], [3, "c"]], "x long, s string")
stream = MemSourceStreamOp([[1, "a"]], "x long, s string")

# Parentheses that are forgotten.
for link in (
    lambda: rows.link(SelectBatchOp),
    lambda: rows.linkTo(SelectBatchOp),
    lambda: rows.select("x").linkFrom(SelectBatchOp),
    lambda: FirstNBatchOp(SelectBatchOp),
    lambda: rows.union(SelectBatchOp),
    lambda: TFTableModelPredictStreamOp(SelectBatchOp),
):
    fails(link, "SelectBatchOp is a class; SelectBatchOp() makes an operator")
fails(lambda: stream.link(SelectStreamOp), "SelectStreamOp is a class; SelectStreamOp() makes")
fails(lambda: Pipeline().add(Select), "the class Select is not a stage: write Select()")
fails(lambda: Pipeline(5), "Pipeline takes stages, and 5 is not a stage")
assert rows.link(SelectBatchOp().setClause("x")).count() == 3

# Java's names without types, which the values have.
day, time = datetime.date(2026, 1, 2), datetime.datetime(2026, 1, 2, 3, 4, 5)
values = [1, 2, "a", True, b"z", day, time, decimal.Decimal("1.5"), numpy.float32(0.5)], [2, 0.5, None, None, None, None, None, None, 1]
named = MemSourceBatchOp(values, ["n", "d", "s", "b", "y", "day", "at", "p", "f"])
kinds = "BIGINT DOUBLE STRING BOOLEAN BINARY DATE TIMESTAMP DECIMAL DOUBLE".split()
assert [kind.split("(")[0] for kind in named.getColTypes()] == kinds, named.getColTypes()
assert [row[:4] for row in sorted(named.collect())] == [[1, 2.0, "a", True], [2, 0.5, None, None]]
assert MemSourceStreamOp([1, 2], ["x"]).getSchemaStr() == "x BIGINT"
form = 'give "name type, name type", as in "x long, y double, s string"'
for given in ([[1, None]], [[1, "a"], [2, 1]], [[1, [2]]], []):
    fails(lambda: MemSourceBatchOp(given, ["n", "y"]), " do not say its type: ", form)
fails(lambda: MemSourceBatchOp([[1, 2]], 5), "5 is not a schema: ", form)
fails(lambda: MemSourceBatchOp([[1, 2], [3]], ["x", "y"]), "row 1 has 1 values for 2 columns")

# Java's isAscending.
for order in (
    lambda: rows.orderBy("x", 2, False),
    lambda: rows.orderBy("x", True),
    lambda: rows.orderBy("x", offset=False),
):
    fails(order, "orderBy: ", " is a number of rows, not ", 'order="desc"')
assert rows.orderBy("x", 2, order="desc").collect() == [[3, "c"], [2, "b"]]


# What is not offered says so where it is used, and what is.
def derived():
    class Plus(ScalarFunction):
        pass


def decorated():
    @udf(input_types=[DataTypes.DOUBLE()], result_type=DataTypes.DOUBLE())
    def plus(x):
        return x


for use in (
    derived,
    decorated,
    lambda: BatchOperator.registerFunction("f", len),
    lambda: StreamOperator.registerFunction("f", len),
    lambda: rows.udf(len, ["x"], "y"),
    lambda: stream.udtf(len, ["x"], ["y"]),
    lambda: rows.lazyPrintStatistics(),
    lambda: rows.lazyVizStatistics(),
    lambda: rows.lazyVizDive(),
    lambda: rows.collectStatistics(),
    lambda: KerasSequentialClassifierTrainBatchOp().lazyPrintModelInfo(),
    lambda: KerasSequentialClassifierTrainBatchOp().lazyPrintTrainInfo("told"),
    lambda: KerasSequentialClassifier().enableLazyPrintModelInfo(),
    lambda: Pipeline().enableLazyPrintTransformStat(),
    lambda: isinstance(1, DenseVector),
):
    fails(use, "is not offered here: ")
names = """OneHotEncoder RandomForestClassifier GbdtClassifier DecisionTreeClassifier LinearRegression RidgeRegression
    LassoRegression NaiveBayesTextClassifier MultilayerPerceptronClassifier GaussianMixture PCA AlsRateRecommBatchOp
    GridSearchCV ParamGrid FtrlTrainStreamOp SqlCmdBatchOp HadoopFileSystem OssFileSystem JdbcCatalog
    JdbcSourceBatchOp EvalBinaryClassBatchOp PrintBatchOp""".split()
for name in names:
    fails(globals()[name], name + " is not offered here: ")
fails(VectorAssembler, "ColumnsToVector is the stage")
# A name of no list, imported by itself.
from pyalink.alink import SomethingNewBatchOp  # noqa: E402

fails(SomethingNewBatchOp, "SomethingNewBatchOp is not offered here: ")
try:
    from paisql.alink import SelectBathOp  # noqa: F401
except ImportError:
    pass
else:
    raise AssertionError
fails(lambda: rows.lazyPint(), "MemSourceBatchOp has no lazyPint")
fails(lambda: Pipeline().nix, "Pipeline has no nix")
print("all")
