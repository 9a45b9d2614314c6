"""The functions of PyODPS that read what a component writes get the right numbers out of our tables, as scikit-learn,
scipy and numpy compute them."""

import json
import os
import subprocess

import numpy
import pytest
from scipy import stats
from sklearn import metrics

from fake_job import ROOT

PYTHON = os.path.join(ROOT, ".deps", "clients", "bin", "python")
PARSERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "client_parsers.py")

if not os.path.exists(PYTHON):
    pytest.skip("scripts/setup has not made the clients' environment", allow_module_level=True)

RANDOM = numpy.random.default_rng(7)
ROWS = 200
LABEL = RANDOM.integers(0, 3, ROWS)
PREDICTED = numpy.where(RANDOM.random(ROWS) < 0.7, LABEL, RANDOM.integers(0, 3, ROWS))
POSITIVE = (LABEL == 1).astype(int)
SCORE = numpy.round(numpy.clip(0.3 * POSITIVE + 0.7 * RANDOM.random(ROWS), 0, 1), 2)
X = numpy.round(RANDOM.normal(5, 2, ROWS), 3)
Y = numpy.round(X + RANDOM.normal(0, 1, ROWS), 3)


@pytest.fixture
def rows(home):
    home.table(
        "rows",
        "label BIGINT, predicted BIGINT, good BIGINT, guess BIGINT, score DOUBLE, own DOUBLE, x DOUBLE, y DOUBLE",
        zip(
            LABEL,
            PREDICTED,
            POSITIVE,
            (SCORE > 0.5).astype(int),
            SCORE,
            numpy.where(SCORE > 0.5, SCORE, 1 - SCORE),
            X,
            Y,
        ),
    )
    return home


def parsed(home, name, module, function, tables, **parameters):
    """What the client's function gives of the tables {port: parameter} that a component writes."""
    given = dict({"inputTableName": "rows"}, **parameters, **{value: "out_" + port for port, value in tables.items()})
    given = {key: value for key, value in given.items() if value is not None}
    home.run("PAI -name %s %s;" % (name, " ".join("-D%s=%s" % pair for pair in given.items()))).ok()
    read = {}
    for port in tables:
        shown = subprocess.run(
            [*home.command("--format", "json"), "-e", "SELECT * FROM out_%s;" % port],
            capture_output=True,
            text=True,
            check=True,
            env=home.environment(),
        )
        found = json.loads(shown.stdout)
        read[port] = {"columns": list(found[0]), "rows": [list(row.values()) for row in found]}
    asked = {"module": "odps.ml.%s._customize" % module, "function": function, "tables": read}
    done = subprocess.run([PYTHON, PARSERS], input=json.dumps(asked), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_confusion_matrix(rows):
    matrix, classes = parsed(
        rows,
        "confusionmatrix",
        "metrics",
        "get_confusion_matrix_result",
        {"output": "outputTableName"},
        labelColName="label",
        predictionColName="predicted",
    )
    assert classes == ["0", "1", "2"]
    assert numpy.array_equal(matrix, metrics.confusion_matrix(LABEL, PREDICTED))


def test_multi_class_evaluation(rows):
    found = parsed(
        rows,
        "MultiClassEvaluation",
        "metrics",
        "get_multi_class_eval_result",
        {"output": "outputTableName"},
        labelColName="label",
        predictionColName="predicted",
    )
    assert found["labels"] == ["0", "1", "2"]
    assert numpy.array_equal(found["confusion_matrix"], metrics.confusion_matrix(LABEL, PREDICTED))
    assert [one["precision"] for one in found["label_measures"]] == pytest.approx(
        metrics.precision_score(LABEL, PREDICTED, average=None)
    )
    assert [one["f1"] for one in found["label_measures"]] == pytest.approx(
        metrics.f1_score(LABEL, PREDICTED, average=None)
    )


def test_evaluate(rows):
    found = parsed(
        rows,
        "evaluate",
        "metrics",
        "get_binary_class_eval_result",
        {"metric": "outputMetricTableName", "detail": "outputDetailTableName"},
        labelColName="good",
        scoreColName="score",
    )
    assert (found["size"], found["positive"]) == (ROWS, POSITIVE.sum())
    assert found["auc"] == pytest.approx(metrics.roc_auc_score(POSITIVE, SCORE))
    high, low = SCORE[POSITIVE == 1], SCORE[POSITIVE == 0]
    assert found["ks"] == pytest.approx(stats.ks_2samp(high, low).statistic)
    precision, recall, _ = metrics.precision_recall_curve(POSITIVE, SCORE)
    assert found["f1"] == pytest.approx(max(2 * precision * recall / (precision + recall)))
    fpr, tpr, _ = metrics.roc_curve(POSITIVE, SCORE, drop_intermediate=False)
    assert found["tp"] == pytest.approx(tpr[1:] * POSITIVE.sum())
    assert found["fp"] == pytest.approx(fpr[1:] * (ROWS - POSITIVE.sum()))


def test_roc(rows):
    found = parsed(
        rows,
        "roc",
        "metrics",
        "get_roc_result",
        {"output": "outputTableName"},
        labelColName="good",
        predictionColName="guess",
        predictionScoreName="own",
        goodValue="1",
    )
    fpr, tpr, thresholds = metrics.roc_curve(POSITIVE, SCORE, drop_intermediate=False)
    assert found["thresh"] == pytest.approx(thresholds[1:])
    assert found["tp"] == pytest.approx(tpr[1:] * POSITIVE.sum())
    assert found["fp"] == pytest.approx(fpr[1:] * (ROWS - POSITIVE.sum()))
    assert numpy.array_equal(numpy.add(found["tp"], found["fn"]), numpy.full(len(tpr) - 1, POSITIVE.sum()))


def test_regression_evaluation(rows):
    found = parsed(
        rows,
        "regression_evaluation",
        "metrics",
        "get_regression_eval_result",
        {"index": "indexOutputTableName", "residual": "residualOutputTableName"},
        yColName="x",
        predictionColName="y",
        intervalNum=10,
    )
    assert found["r2"] == pytest.approx(metrics.r2_score(X, Y))
    assert found["mape"] == pytest.approx(metrics.mean_absolute_percentage_error(X, Y))
    assert found["rmse"] == pytest.approx(metrics.mean_squared_error(X, Y, squared=False))
    counts, edges = numpy.histogram(X - Y, 10)
    bars, ends = found["hist"]
    assert numpy.array_equal(bars, counts)
    assert ends == pytest.approx(edges)


def test_histograms(rows):
    found = parsed(
        rows, "histogram", "statistics", "get_histograms", {"output": "outputTableName"}, selectedColNames="x,y"
    )
    assert numpy.array_equal(found["x"][0], numpy.histogram(X, 100)[0])


def test_pearson_and_matrices(rows):
    output = {"output": "outputTableName"}
    found = parsed(rows, "pearson", "statistics", "get_pearson_result", output, col1Name="x", col2Name="y")
    assert found == pytest.approx(stats.pearsonr(X, Y)[0])
    rows.run("DROP TABLE out_output;").ok()
    found = parsed(rows, "cov", "statistics", "get_mat_result", output, selectedColNames="x,y")
    assert found["cols"] == ["x", "y"]
    assert numpy.array(found["matrix"]) == pytest.approx(numpy.cov(X, Y))


@pytest.mark.parametrize("equal", [True, False])
def test_t_test(rows, equal):
    found = parsed(
        rows,
        "t_test",
        "statistics",
        "get_t_test_result",
        {"output": "outputTableName"},
        inputTableName=None,
        xTableName="rows",
        xColName="x",
        yColName="score",
        varEqual=str(equal).lower(),
    )
    tested = stats.ttest_ind(X, SCORE, equal_var=equal)
    assert (found["t"], found["p"], found["df"]) == pytest.approx((tested.statistic, tested.pvalue, tested.df))
    assert (found["x_mean"], found["y_dev"]) == pytest.approx((X.mean(), SCORE.std(ddof=1)))


def test_chisq_test(rows):
    found = parsed(
        rows,
        "chisq_test",
        "statistics",
        "get_chisq_test_result",
        {"summary": "outputTableName", "detail": "outputDetailTableName"},
        xColName="label",
        yColName="guess",
    )
    table = [[int(((LABEL == a) & ((SCORE > 0.5) == b)).sum()) for b in (False, True)] for a in range(3)]
    tested = stats.chi2_contingency(table, correction=False)
    named = found["result"]
    named = named if isinstance(named, dict) else dict(zip(["comment", "df", "p_value", "value"], named))
    assert (named["value"], named["p_value"]) == pytest.approx((tested.statistic, tested.pvalue))
    assert [one["expected"] for one in found["detail"]] == pytest.approx(tested.expected_freq.ravel())
