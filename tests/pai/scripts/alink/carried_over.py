"""What people carry over from Alink's notebooks and from Java. Ends with an error where it is not taken, or not told."""

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
fails(lambda: Pipeline().add(Select), "the class Select is none: write Select()")
fails(lambda: Pipeline(5), "Pipeline takes stages, and 5 is none")
assert rows.link(SelectBatchOp().setClause("x")).count() == 3

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
