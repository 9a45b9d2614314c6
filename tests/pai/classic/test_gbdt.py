"""GBDT, gbdt_lr and gbdt_importance."""

import numpy as np
import pytest
from learner_rig import Rig, columns_of

from paisql.learners import training_rows

xgboost = pytest.importorskip("xgboost")

ONE_HOT = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 1, 0, 0]], float)


@pytest.fixture
def gbdt(tmp_path):
    return Rig(tmp_path / "m", "gbdt")


def points():
    matrix = np.random.default_rng(0).normal(size=(80, 4))
    labels = (matrix[:, 0] * 3 + matrix[:, 1] > 0).astype(int)
    groups = np.arange(80) % 8
    more = {"y BIGINT": labels.tolist(), "g BIGINT": groups.tolist()}
    return matrix, labels, groups, dict(columns_of(matrix), **more)


def test_least_squares_begin_at_zero(gbdt):
    rows = dict(columns_of(ONE_HOT), **{"label BIGINT": [0, 0, 1, 1, 0, 0]})
    gbdt.fit(rows, labelColName="label", lossType=3, treeCount=10, shrinkage=0.5, minLeafSampleCount=1, sampleRatio=1,
             featureRatio=1, newtonStep=1)  # fmt: skip
    result, score, detail = gbdt.predict(rows)
    assert score == [0.0, 0.0, 0.9990234375, 0.9990234375, 0.0, 0.0]
    assert result == [None] * 6 and detail[2] == '{"label": 0.9990234375}'


def leaves(folder):
    """How many rows each leaf of a model has, for a loss whose second derivative is 1."""
    booster = xgboost.Booster(model_file=folder + "/trees.ubj")
    dumped = "".join(booster.get_dump(with_stats=True))
    return [float(line.rsplit("cover=", 1)[1]) for line in dumped.split("\n") if "leaf=" in line]


def test_trees_are_limited(gbdt):
    _, _, _, rows = points()
    gbdt.fit(rows, labelColName="f0", featureColNames="f1..f3", treeCount=5, minLeafSampleCount=7, sampleRatio=1,
             maxLeafCount=4)  # fmt: skip
    sizes = leaves(gbdt.folder)
    assert min(sizes) >= 7 and len(sizes) <= 20 and sum(sizes) == 5 * 80
    gbdt.fit(rows, labelColName="f0", featureColNames="f1..f3", treeCount=5)  # 500 rows a leaf: there are no splits
    assert len(set(gbdt.predict(rows)[1])) == 1


@pytest.mark.parametrize("newton", [0, 1])
@pytest.mark.parametrize("loss", [0, 1, 2])
def test_rows_of_groups_are_ranked(gbdt, loss, newton, capfd):
    _, labels, groups, rows = points()
    gbdt.fit(rows, labelColName="y", featureColNames="f0..f3", groupIDColName="g", lossType=loss, treeCount=30,
             shrinkage=0.2, minLeafSampleCount=2, sampleRatio=1, featureRatio=1, tau=0.6, p=1,
             newtonStep=newton)  # fmt: skip
    scores = np.array(gbdt.predict(rows)[1])
    right = [
        scores[i] > scores[k] for i in range(80) for k in range(80) if groups[i] == groups[k] and labels[i] > labels[k]
    ]
    assert np.mean(right) > 0.95
    assert "[29]\ttrain-wrong_pairs:" in capfd.readouterr().out


def numeric_gradient(loss, scores, step=1e-6):
    made = []
    for index in range(len(scores)):
        moved = np.array(scores)
        moved[index] += step
        made.append((loss(moved) - loss(scores)) / step)
    return np.array(made)


def test_gbrank_is_the_gradient_of_its_loss():
    from paisql.learners import ranking_gradients

    rng = np.random.default_rng(1)
    scores, labels, groups = rng.normal(size=20), rng.integers(0, 3, 20).astype(float), np.arange(20) % 3
    pairs = ranking_gradients.Pairs(groups, labels, "g")

    def loss(at):
        missed = np.maximum(0.6 - (at[pairs.first] - at[pairs.second]), 0)
        return (missed**3 / 3).sum()

    first, second = ranking_gradients.gbrank(pairs, 0.6, 2)(scores)
    assert second.max() == 1.0
    wanted = numeric_gradient(loss, scores)
    assert np.allclose(first / first[0], wanted / wanted[0], atol=1e-3)


def test_bad_groups(gbdt):
    _, _, _, rows = points()
    gbdt.refuses(rows, "lossType=0 ranks the rows of groups", labelColName="y", lossType=0)
    alike = dict(rows, **{"y BIGINT": [1] * 80})
    gbdt.refuses(
        alike, "no group of g has rows with different labels", labelColName="y", lossType=1, groupIDColName="g"
    )


def test_two_classes_and_what_counts(tmp_path, capfd, monkeypatch):
    _, labels, _, rows = points()
    rig = Rig(tmp_path / "m", "gbdt_lr")
    given = dict(labelColName="y", featureColNames="f0..f3", treeCount=20, shrinkage=0.1, maxLeafCount=8, maxDepth=6,
                 minLeafSampleCount=5, sampleRatio=1, featureRatio=1, testRatio=0.2, randSeed=1)  # fmt: skip
    made = rig.fit(rows, {"outputImportanceTableName": ["col", "importance"]}, **given)["outputImportanceTableName"]
    assert "\ttest-logloss:" in capfd.readouterr().out
    result, _, _ = rig.predict(rows)
    assert np.mean(np.array(result) == labels) > 0.85
    assert made["col"] == ["f0", "f1", "f2", "f3"]
    assert made["importance"][0] > 0.5 and abs(sum(made["importance"]) - 1) < 1e-9
    again = rig.call("gbdt_importance", "predict", rows, {"outputTableName": ["col", "importance"]})
    assert again["outputTableName"] == made
    first = rig.predict(rows)
    rig.fit(rows, **given)
    assert rig.predict(rows) == first
    monkeypatch.setattr(training_rows, "_IN_MEMORY", 1000)
    rig.fit(rows, **given)
    assert rig.predict(rows) == first
    rig.refuses(dict(rows, **{"y BIGINT": [0] * 80}), "column y has one class only, 0", labelColName="y")


def test_a_linear_model_has_no_importance(tmp_path):
    _, _, _, rows = points()
    rig = Rig(tmp_path / "m", "xgboost_component")
    rig.fit(rows, labelColName="y", booster="gblinear")
    with pytest.raises(Exception, match="booster=gblinear has no trees"):
        rig.call("gbdt_importance", "predict", rows, {"outputTableName": ["col", "importance"]})
