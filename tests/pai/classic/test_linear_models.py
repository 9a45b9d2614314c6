"""Logistic and linear regression: the platform's examples, scikit-learn's answers, and rows that cannot be learned."""

import json

import numpy as np
import pytest
from learner_rig import LearnerError, Rig, columns_of
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.linear_model import Lasso, LogisticRegression, Ridge

ONE_HOT = {
    "f0 DOUBLE": [1.0, 0.0, 0.0, 0.0],
    "f1 DOUBLE": [0.0, 1.0, 0.0, 0.0],
    "f2 DOUBLE": [0.0, 0.0, 1.0, 0.0],
    "f3 DOUBLE": [0.0, 0.0, 0.0, 1.0],
    "label BIGINT": [0, 0, 2, 1],
}


@pytest.fixture
def multi(tmp_path):
    return Rig(tmp_path / "m", "logistic")


@pytest.fixture
def binary(tmp_path):
    return Rig(tmp_path / "m", "logistic_binary")


@pytest.fixture
def linear(tmp_path):
    return Rig(tmp_path / "m", "linear")


def test_the_example_of_logisticregression_multi(multi):
    multi.fit(ONE_HOT, labelColName="label", regularizedType="None", maxIter=100, epsilon=1e-6)
    result, score, detail = multi.predict(ONE_HOT)
    assert result == [0, 0, 2, 1]
    # The data are separable, so the numbers say where the search ended: epsilon decides, and ours ends near PAI's.
    assert score == pytest.approx([0.9999997274902165] * 2 + [0.9999999155958832] * 2, abs=2e-7)
    assert json.loads(detail[0]) == pytest.approx(
        {"0": 0.9999997274902165, "1": 2.324679066261573e-07, "2": 2.324679066261569e-07}, abs=2e-7
    )
    # Classes are asked for one by one, as the platform does it: the numbers do not add up to 1.
    assert sum(json.loads(detail[0]).values()) != pytest.approx(1, abs=1e-8)


@pytest.mark.parametrize("penalty, solver", [("l2", "newton-cholesky"), ("l1", "saga")])
def test_logistic_regression_is_that_of_scikit_learn(binary, penalty, solver):
    data = load_breast_cancer()
    features = data.data[:, :8]
    features = (features - features.mean(axis=0)) / features.std(axis=0)
    rows = dict(columns_of(features), **{"y STRING": ["no" if y else "yes" for y in data.target]})
    binary.fit(
        rows,
        labelColName="y",
        goodValue="yes",
        regularizedType=penalty,
        regularizedLevel=2.0,
        maxIter=3000,
        epsilon=1e-12,
    )
    result, score, detail = binary.predict(rows)
    library = LogisticRegression(penalty=penalty, C=0.5, solver=solver, tol=1e-10, max_iter=100000)
    chances = library.fit(features, rows["y STRING"]).predict_proba(features)
    assert result == library.predict(features).tolist()
    assert score == pytest.approx(chances.max(axis=1), abs=1e-5)
    assert list(json.loads(detail[0])) == ["no", "yes"]


def test_each_of_many_classes_is_told_from_the_rest(multi):
    rows = dict(
        columns_of(np.array([[0.0], [0.2], [1.0], [1.2], [2.0], [2.3]])), **{"y STRING": ["a", "a", "b", "c", "c", "c"]}
    )
    multi.fit(rows, labelColName="y", regularizedType="l2", maxIter=1000, epsilon=1e-13)
    _, _, detail = multi.predict(rows)
    features = np.array(rows["f0 DOUBLE"]).reshape(-1, 1)
    for label in "abc":
        own = np.array(rows["y STRING"]) == label
        library = LogisticRegression(C=1.0, solver="newton-cholesky", tol=1e-10).fit(features, own)
        assert [json.loads(text)[label] for text in detail] == pytest.approx(
            library.predict_proba(features)[:, 1], abs=1e-6
        )


def test_sparse_columns_give_the_same_as_dense_ones(binary, tmp_path):
    dense = {"f0 DOUBLE": [1.0, 0, 2, 0, 1, 3], "f1 DOUBLE": [0.0, 1, 0, 2, 1, 0], "y BIGINT": [0, 1, 0, 1, 1, 0]}
    kv = {"kv STRING": ["0:1", "1:1", "0:2", "1:2", "0:1,1:1", "0:3"], "y BIGINT": dense["y BIGINT"]}
    settings = {"labelColName": "y", "regularizedType": "l2", "maxIter": 1000, "epsilon": 1e-13}
    binary.fit(kv, featureColNames="kv", enableSparse=True, **settings)
    other = Rig(tmp_path / "dense", "logistic_binary")
    other.fit(dense, **settings)
    assert binary.predict(kv)[1] == pytest.approx(other.predict(dense)[1], abs=1e-6)


def test_the_example_of_linearregression(linear):
    rows = {
        "y BIGINT": list(range(10, 101, 10)),
        "x1 DOUBLE": [1.84, 2.13, 3.89, 4.19, 5.76, 6.68, 7.58, 8.01, 9.02, 10.56],
        "x2 BIGINT": [1, 0, 0, 0, 0, 2, 0, 0, 3, 0],
    }
    columns = ["colname", "value", "tscore", "pvalue", "confidenceinterval", "p"]
    settings = {"labelColName": "y", "featureColNames": "x1,x2", "enableFitGoodness": True}
    told = linear.fit(rows, {"outputTableName": columns}, enableCoefficientEstimate=True, **settings)["outputTableName"]
    assert told["colname"] == [
        "Intercept", "x1", "x2",
        "rsquared", "adjusted_rsquared", "aic", "degree_of_freedom", "standardErr_residual", "deviance",
    ]  # fmt: skip
    assert told["value"] == pytest.approx(
        [
            -6.42378496687763, 10.260063429838898, 0.35374498323846265,
            0.9879675667384592, 0.9845297286637332, 59.331109494251805, 7.0, 3.765777749448906, 99.26757440771128,
        ],
        rel=1e-6,
    )  # fmt: skip
    assert told["tscore"][:3] == pytest.approx([-2.2725755951390028, 23.270944360826963, 0.2949247320997519], rel=1e-6)
    # The platform prints 0.81 for x2, which no t distribution has for 0.295: with 7 degrees it is 0.7766.
    assert told["pvalue"][:3] == [0.06, 0.0, 0.78]
    assert told["confidenceinterval"][:3] == [
        '{"2.5%": -11.964028, "97.5%": -0.883544}',
        '{"2.5%": 9.395908, "97.5%": 11.124219}',
        '{"2.5%": -1.997160, "97.5%": 2.704651}',
    ]
    assert told["p"] == ["coefficient"] * 3 + ["goodness"] * 6
    result, score, detail = linear.predict(rows)
    assert result == [None] * 10
    assert score[:3] == pytest.approx([12.808476727264404, 15.43015013867922, 33.48786177519568], rel=1e-6)
    assert json.loads(detail[0])["y"] == pytest.approx(score[0])


def test_sparse_columns_have_the_same_table_about_the_fit(linear, tmp_path):
    """The platform's example has the same rows as sparse texts."""
    x1 = [1.84, 2.13, 3.89, 4.19, 5.76, 6.68, 7.58, 8.01, 9.02, 10.56]
    x2 = [1, 0, 0, 0, 0, 2, 0, 0, 3, 0]
    label = {"y BIGINT": list(range(10, 101, 10))}
    texts = ["0:%s 1:%s" % pair if pair[1] else "0:%s" % pair[0] for pair in zip(x1, x2)]
    settings = {"labelColName": "y", "enableFitGoodness": True, "enableCoefficientEstimate": True}
    columns = {"outputTableName": ["colname", "value", "tscore", "pvalue", "confidenceinterval", "p"]}
    sparse = linear.fit(
        dict(label, **{"kv STRING": texts}), columns, featureColNames="kv", enableSparse=True, epsilon=1e-14,
        itemDelimiter=" ", **settings,
    )["outputTableName"]  # fmt: skip
    dense = Rig(tmp_path / "dense", "linear").fit(
        dict(label, **{"x1 DOUBLE": x1, "x2 DOUBLE": x2}), columns, featureColNames="x1,x2", **settings
    )["outputTableName"]
    assert sparse["colname"][:3] == ["Intercept", "0", "1"]
    for name in ("value", "tscore", "pvalue"):
        assert sparse[name][:3] == pytest.approx(dense[name][:3], rel=1e-5)
    assert sparse["value"][3:] == pytest.approx(dense["value"][3:], rel=1e-6)


def test_linear_regression_is_that_of_scikit_learn(linear):
    data = load_diabetes()
    rows = dict(columns_of(data.data * 10), **{"y DOUBLE": data.target.tolist()})
    count = len(data.target)
    settings = {"labelColName": "y", "regularizedLevel": 30.0, "maxIter": 3000, "epsilon": 1e-10}
    for penalty, library in [("l2", Ridge(30.0)), ("l1", Lasso(30.0 / count, tol=1e-12, max_iter=100000))]:
        linear.fit(rows, regularizedType=penalty, **settings)
        expected = library.fit(data.data * 10, data.target).predict(data.data * 10)
        assert linear.predict(rows)[1] == pytest.approx(expected, rel=1e-5)


def test_columns_that_depend_on_each_other_have_no_estimates(linear):
    rows = {"a DOUBLE": [1.0, 2, 3, 4], "b DOUBLE": [2.0, 4, 6, 8], "c DOUBLE": [5.0] * 4, "y DOUBLE": [1.0, 3, 2, 5]}
    columns = ["colname", "value", "tscore", "pvalue", "confidenceinterval", "p"]
    told = linear.fit(
        rows, {"outputTableName": columns}, labelColName="y", enableFitGoodness=True, enableCoefficientEstimate=True
    )["outputTableName"]
    assert told["tscore"][:4] == [None] * 4
    assert told["value"][told["colname"].index("deviance")] == pytest.approx(2.7)


def test_importances_of_columns(linear, binary, multi):
    rows = {
        "a DOUBLE": [1.0, 2, 3, 4],
        "b DOUBLE": [0.0, 10, 0, 10],
        "y DOUBLE": [2.0, 14, 6, 18],
        "z BIGINT": [0, 1, 0, 1],
    }
    columns = {"outputTableName": ["col", "weight", "importance"]}
    linear.fit(rows, labelColName="y", featureColNames="a,b")
    told = linear.call("linear_importance", "predict", rows, columns)["outputTableName"]
    assert told["col"] == ["a", "b"]
    assert told["weight"] == pytest.approx([2, 1])
    assert told["importance"] == pytest.approx([2 * np.std([1, 2, 3, 4], ddof=1), np.std([0, 10, 0, 10], ddof=1)])
    # The weights are those for goodValue.
    signs = []
    for good in (0, 1):
        binary.fit(rows, labelColName="z", featureColNames="b", goodValue=good, regularizedType="l2")
        signs.append(binary.call("linear_importance", "predict", rows, columns)["outputTableName"]["weight"][0])
    assert signs[0] == pytest.approx(-signs[1])
    assert signs[1] > 0
    multi.fit(dict(rows, **{"z BIGINT": [0, 1, 2, 2]}), labelColName="z", featureColNames="a,b")
    with pytest.raises(LearnerError, match="tells 3 classes apart"):
        multi.call("linear_importance", "predict", rows, columns)


def test_rows_that_cannot_be_learned(binary, multi, linear):
    two = {"x DOUBLE": [1.0, 2.0], "y BIGINT": [0, 1]}
    binary.refuses(
        {"x DOUBLE": [1.0, 2.0], "y BIGINT": [1, 1]}, "label column y has the value 1 alone", labelColName="y"
    )
    binary.refuses({"x DOUBLE": [1.0], "y BIGINT": [1]}, "y has the value 1 alone", labelColName="y")
    binary.refuses({"x DOUBLE": [], "y BIGINT": []}, "the input has no rows", labelColName="y")
    binary.refuses({"x DOUBLE": [1.0, None], "y BIGINT": [0, 1]}, "column x has NULL or NaN", labelColName="y")
    binary.refuses({"x DOUBLE": [1.0, float("nan")], "y BIGINT": [0, 1]}, "column x has NULL or NaN", labelColName="y")
    binary.refuses({"x DOUBLE": [1.0, 2.0], "y BIGINT": [0, None]}, "label column y has NULL", labelColName="y")
    binary.refuses(
        {"x DOUBLE": [1.0, 2, 3], "y BIGINT": [0, 1, 2]}, "y has 3 values", "logisticregression_multi", labelColName="y"
    )
    binary.refuses(
        two, "goodValue=7 is not a value of the label column y, which has 0 and 1", labelColName="y", goodValue=7
    )
    binary.refuses(two, "names the column z", labelColName="z")
    linear.refuses({"x DOUBLE": [1.0], "y STRING": ["a"]}, "label column y is STRING", labelColName="y")
    linear.refuses({"x DOUBLE": [], "y DOUBLE": []}, "the input has no rows", labelColName="y")


def test_columns_with_chinese_names_and_words_of_sql(multi):
    rows = {"宽 DOUBLE": [0.0, 0.1, 1.0, 1.1], "select DOUBLE": [3.0] * 4, "类别 STRING": ["甲", "甲", "乙", "乙"]}
    multi.fit(rows, labelColName="类别", regularizedType="l2")
    assert multi.predict(rows)[0] == ["甲", "甲", "乙", "乙"]


def test_a_training_and_a_prediction_as_statements(home):
    told = home.run(
        "CREATE TABLE t (f0 DOUBLE, f1 DOUBLE, y BIGINT);"
        "INSERT INTO t VALUES (0, 1, 0), (0.1, 2, 0), (1, 1, 1), (1.2, 2, 1), (0.9, 1, 1);",
        "PAI -name logisticregression_binary -project algo_public -DmodelName=m -DInputTableName=t -DfeatureColNames=f0,f1"
        " -DlabelColName=y -DgoodValue=1 -DmaxIter=100 -Depsilon=0.000001 -DregularizedType=l2;",
        "PAI -name prediction -DmodelName=m -DinputTableName=t -DoutputTableName=o -DappendColNames=f0;",
        "PAI -name linearregression -DinputTableName=t -DfeatureColNames=f0 -DlabelColName=f1 -DmodelName=l"
        " -DenableFitGoodness=true -DoutputTableName=fit;"
        "SELECT f0, prediction_result FROM o WHERE prediction_result = 1 ORDER BY f0 LIMIT 9; DESC fit;"
        "SELECT colname, value FROM fit WHERE colname = 'degree_of_freedom';",
    ).ok()
    assert ("0.9", "1") in told.rows and ("1.2", "1") in told.rows and ("0.1", "0") not in told.rows
    assert ("degree_of_freedom", "3.0") in told.rows
    home.run(
        "PAI -name linearregression -DinputTableName=t -DlabelColName=y -DmodelName=l -DenableFitGoodness=true;"
    ).fails("outputTableName")
