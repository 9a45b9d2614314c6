"""Random forests: the platform's example, scikit-learn's trees, discrete columns, importances."""

import numpy as np
import pytest
from learner_rig import Rig, columns_of
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

EXAMPLE = {
    "f0 BIGINT": [1, 1, 1, 0, 0],
    "f1 BIGINT": [2, 3, 4, 3, 4],
    "class STRING": ["good", "good", "bad", "good", "bad"],
}


@pytest.fixture
def forest(tmp_path):
    return Rig(tmp_path / "m", "forest")


def test_the_example_of_prediction(forest):
    forest.fit(
        EXAMPLE,
        labelColName="class",
        featureColNames="f0,f1",
        forceCategorical="f1",
        treeNum=3,
        minNumObj=2,
        minNumPer=0,
    )
    result, score, detail = forest.predict(EXAMPLE, featureColNames="f0,f1")
    assert result == EXAMPLE["class STRING"]
    assert all(0.5 < value <= 1 for value in score)
    assert detail[0].startswith('{"bad": ')


def test_numbers_are_learned_as_scikit_learn_does(forest):
    data = load_iris()
    rows = dict(columns_of(data.data), **{"y BIGINT": data.target.tolist()})
    forest.fit(rows, labelColName="y", treeNum=9, algorithmTypes="2,6", randomColNum=3, maxTreeDeep=4, minNumObj=3)
    trees = []
    for kind, (count, criterion) in enumerate([(2, "entropy"), (4, "gini"), (3, "entropy")]):
        library = RandomForestClassifier(
            count,
            criterion=criterion,
            max_features=3,
            min_samples_leaf=3,
            max_depth=4,
            bootstrap=False,
            random_state=kind,
        )
        trees += library.fit(data.data, data.target).estimators_
    chances = np.mean([tree.predict_proba(data.data.astype(np.float32)) for tree in trees], axis=0)
    result, score, _ = forest.predict(rows)
    assert result == chances.argmax(axis=1).tolist()
    assert score == pytest.approx(chances.max(axis=1), abs=1e-12)


def test_the_same_rows_make_the_same_forest(forest, tmp_path):
    other = Rig(tmp_path / "other", "forest")
    for one in (forest, other):
        one.fit(EXAMPLE, labelColName="class", treeNum=7)
    assert forest.predict(EXAMPLE) == other.predict(EXAMPLE)


def test_discrete_columns(forest):
    rows = {
        "town STRING": ["甲", "乙", "丙", None] * 5,
        "day DATE": [None] * 20,
        "old BOOLEAN": [True, False] * 10,
        "y STRING": ["yes", "no", "yes", "no"] * 5,
    }
    forest.fit(rows, labelColName="y", treeNum=20, randomColNum=3)
    assert forest.predict(rows)[0] == rows["y STRING"]
    # A category that was not seen is answered all the same.
    assert forest.predict(dict(rows, **{"town STRING": ["丁"] * 20}))[0][0] in ("yes", "no")


def test_weights_count(forest):
    rows = {"x DOUBLE": [1.0] * 6, "w DOUBLE": [1.0, 1, 1, 1, 5, 5], "y BIGINT": [0, 0, 0, 0, 1, 1]}
    forest.fit(rows, labelColName="y", weightColName="w", treeNum=200)
    assert forest.predict(rows)[0] == [1] * 6
    forest.refuses(dict(rows, **{"w DOUBLE": [-1.0] * 6}), "weight column w", labelColName="y", weightColName="w")


def test_a_split_with_a_small_side_is_undone(forest):
    rows = {"x DOUBLE": [float(i) for i in range(20)], "y BIGINT": [0] * 18 + [1] * 2}
    settings = {"labelColName": "y", "treeNum": 5, "minNumObj": 2}
    forest.fit(rows, **settings)
    assert max(forest.predict(rows)[1]) == 1.0
    forest.fit(rows, minNumPer=0.5, **settings)
    assert max(forest.predict(rows)[1]) < 1.0


def test_importances_are_those_of_a_tree(tmp_path):
    from paisql.learners.forest_trees import Trees

    data = load_iris()
    for criterion in ("gini", "entropy"):
        library = DecisionTreeClassifier(criterion=criterion, random_state=0).fit(data.data, data.target)
        found = Trees.of([library], 0).importances(data.data, data.target)
        assert found[criterion] == pytest.approx(library.feature_importances_, abs=1e-9)


def test_importances_of_a_model(forest):
    rows = {"x DOUBLE": [float(i) for i in range(40)], "noise DOUBLE": [1.0] * 40, "y BIGINT": [0] * 20 + [1] * 20}
    forest.fit(rows, labelColName="y", treeNum=4)
    told = forest.call(
        "forest_importance", "predict", rows, {"outputTableName": ["col", "gini", "entropy"]}, labelColName="y"
    )
    told = told["outputTableName"]
    assert told["col"] == ["x", "noise"]
    assert told["gini"] == pytest.approx([1, 0])
    assert told["entropy"] == pytest.approx([1, 0])


def test_rows_that_cannot_be_learned(forest):
    rows = {"x DOUBLE": [1.0, 2.0], "y BIGINT": [0, 1]}
    forest.refuses({"x DOUBLE": [1.0, 2], "y BIGINT": [0, 0]}, "label column y has the value 0 alone", labelColName="y")
    forest.refuses({"x DOUBLE": [None, 2.0], "y BIGINT": [0, 1]}, "column x has NULL", labelColName="y")
    forest.refuses({"x DOUBLE": [], "y BIGINT": []}, "the input has no rows", labelColName="y")
    forest.refuses(rows, "algorithmTypes=5,2", labelColName="y", algorithmTypes="5,2")
    forest.refuses(rows, "randomColNum=3 is more than the 1 features", labelColName="y", randomColNum=3)
    forest.refuses(
        rows, "forceCategorical names the column y, which is not a feature", labelColName="y", forceCategorical="y"
    )
    forest.refuses(rows, "isFeatureContinuous", labelColName="y", isFeatureContinuous="1,0")
    forest.refuses(rows, "cannot both be given", labelColName="y", featureColNames="x", excludedColNames="y")
