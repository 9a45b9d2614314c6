"""Naive Bayes, linear support vector machines and nearest neighbours against scikit-learn."""

import numpy as np
import pytest
from learner_rig import FakeTask, Rig, columns_of
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC

IRIS = load_iris()


@pytest.fixture
def bayes(tmp_path):
    return Rig(tmp_path / "m", "bayes")


@pytest.fixture
def svm(tmp_path):
    return Rig(tmp_path / "m", "svm")


def test_numbers_are_those_of_gaussian_naive_bayes(bayes):
    rows = dict(columns_of(IRIS.data), **{"y BIGINT": IRIS.target.tolist()})
    bayes.fit(rows, labelColName="y")
    library = GaussianNB().fit(IRIS.data, IRIS.target)
    result, score, _ = bayes.predict(rows)
    assert result == library.predict(IRIS.data).tolist()
    assert score == pytest.approx(library.predict_proba(IRIS.data).max(axis=1), abs=1e-9)


def test_categories_are_those_of_categorical_naive_bayes(bayes):
    chance = np.random.RandomState(3)
    codes, labels = chance.randint(0, 4, (60, 2)), chance.randint(0, 3, 60)
    rows = {
        "a STRING": ["v%d" % code for code in codes[:, 0]],
        "b BIGINT": codes[:, 1].tolist(),
        "y STRING": ["c%d" % label for label in labels],
    }
    library = CategoricalNB().fit(codes, labels)
    for settings in ({"forceCategorical": "b"}, {"isFeatureContinuous": "0,0", "featureColNames": "a,b"}):
        bayes.fit(rows, labelColName="y", **settings)
        assert bayes.predict(rows)[1] == pytest.approx(library.predict_proba(codes).max(axis=1), abs=1e-9)


def test_numbers_and_categories_together(bayes):
    """What each kind of column says is multiplied, and the classes' shares count once."""
    rows = {"n DOUBLE": [1.0, 2, 8, 9], "c STRING": ["a", None, "b", "b"], "y STRING": ["p", "p", "q", "q"]}
    bayes.fit(rows, labelColName="y")
    # For p: N(1.5, 0.25) and 1 + 1 of 2 + 3; for q: N(8.5, 0.25) and 0 + 1 of 2 + 3.
    p, q = np.exp(-2 * 3.5**2) * 2 / 5, np.exp(-2 * 3.5**2) * 1 / 5
    told = bayes.predict({"n DOUBLE": [5.0], "c STRING": ["a"]})
    assert told[0] == ["p"]
    assert told[1] == pytest.approx([p / (p + q)], abs=1e-6)
    # A category that was not seen says nothing.
    assert bayes.predict({"n DOUBLE": [5.0], "c STRING": ["new"]})[1] == pytest.approx([0.5], abs=1e-6)


def test_a_constant_column_says_nothing(bayes):
    rows = {"x DOUBLE": [5.0, 5.0, 5.0], "y BIGINT": [0, 0, 1]}
    bayes.fit(rows, labelColName="y")
    assert bayes.predict(rows)[0] == [0, 0, 0]


def test_linear_svm_is_liblinear(svm):
    data = load_breast_cancer()
    features = (data.data - data.data.mean(axis=0)) / data.data.std(axis=0)
    rows = dict(columns_of(features), **{"y STRING": ["no" if y else "yes" for y in data.target]})
    svm.fit(rows, labelColName="y", positiveLabel="yes", positiveCost=3.0, negativeCost=0.5, epsilon=0.001)
    library = LinearSVC(loss="squared_hinge", dual=False, tol=0.001, class_weight={1: 3.0, 0: 0.5}, random_state=0)
    library.fit(features, 1 - data.target)
    result, score, detail = svm.predict(rows)
    assert result == ["yes" if y else "no" for y in library.predict(features)]
    sides = 1 / (1 + np.exp(-np.abs(library.decision_function(features))))
    assert score == pytest.approx(sides, abs=1e-6)
    assert detail[0].startswith('{"no": ')
    svm.refuses(rows, "positiveLabel=maybe", "no and yes", labelColName="y", positiveLabel="maybe")
    svm.refuses({"x DOUBLE": [1.0, 2, 3], "y BIGINT": [1, 2, 3]}, "y has 3 values", labelColName="y")


@pytest.mark.parametrize("repeats", [1, 5])
def test_nearest_neighbours_are_those_of_scikit_learn(tmp_path, repeats):
    """With 4 columns a tree finds them, with 20 their distances do."""
    from paisql.learners import knn

    features = np.tile(IRIS.data, repeats)
    train = dict(columns_of(features[::2]), **{"y BIGINT": IRIS.target[::2].tolist()})
    asked = columns_of(features[1::2])
    parameters = {
        "trainFeatureColNames": "f0..f%d" % (features.shape[1] - 1), "trainLabelColName": "y", "k": 1, "appendColNames": "f0"
    }  # fmt: skip
    inputs = {"trainTableName": train, "predictTableName": asked}
    for count in (1, 5, 75):
        task = FakeTask(tmp_path, dict(parameters, k=count), inputs, {"outputTableName": ["f0", "predict_label"]})
        knn.predict(task)
        library = KNeighborsClassifier(count).fit(features[::2], IRIS.target[::2])
        told = task.outputs["outputTableName"].rows
        agreed = np.mean(np.array(told["predict_label"]) == library.predict(features[1::2]))
        assert agreed == 1 if count != 75 else agreed >= 1 / 3
        assert told["f0"] == asked["f0 DOUBLE"]


def test_nearest_neighbours_of_sparse_rows(tmp_path):
    from paisql.learners import knn
    from paisql.learners.learner_task import LearnerError

    inputs = {
        "trainTableName": {"kv STRING": ["0:1", "0:2", "5:9", "5:8"], "y STRING": ["a", "a", "b", "b"]},
        "predictTableName": {"kv STRING": ["0:1.5", "5:8.5", "5:8.6,0:0.1"]},
    }
    parameters = {"trainFeatureColNames": "kv", "trainLabelColName": "y", "k": 2, "enableSparse": True}
    task = FakeTask(tmp_path, parameters, inputs, {"outputTableName": ["kv", "predict_label"]})
    knn.predict(task)
    assert task.outputs["outputTableName"].rows["predict_label"] == ["a", "b", "b"]
    with pytest.raises(LearnerError, match="k=9 is more than the 4 rows"):
        knn.predict(FakeTask(tmp_path, dict(parameters, k=9), inputs, {"outputTableName": ["kv", "predict_label"]}))


def test_rows_that_cannot_be_learned(bayes, svm):
    for learner in (bayes, svm):
        learner.refuses({"x DOUBLE": [1.0, 2], "y BIGINT": [3, 3]}, "label column y has the value 3", labelColName="y")
        learner.refuses({"x DOUBLE": [1.0, None], "y BIGINT": [3, 4]}, "column x has NULL", labelColName="y")
        learner.refuses({"x DOUBLE": [], "y BIGINT": []}, "the input has no rows", labelColName="y")
