"""Boosted trees of xgboost and ps_smart: what they train is what the library trains when it is called by hand."""

import numpy as np
import pytest
from learner_rig import FakeInput, Rig, columns_of

from paisql.learners import boosted_trees, training_rows

xgboost = pytest.importorskip("xgboost")


def numbers(rows=80, features=4):
    """A matrix, and labels of two classes."""
    matrix = np.random.default_rng(0).normal(size=(rows, features))
    return matrix, (matrix[:, 0] * 3 + matrix[:, 1] > 0).astype(int)


def table(matrix, **more):
    return dict(columns_of(matrix), **{name.replace("__", " "): list(values) for name, values in more.items()})


def by_hand(matrix, labels, rounds, bins=256, weights=None, **parameters):
    """What the library tells of its own training rows."""
    matrix = matrix.astype(np.float32)
    rows = xgboost.QuantileDMatrix(matrix, labels, weight=weights, max_bin=bins)
    given = dict(parameters, tree_method="hist", max_bin=bins, verbosity=0)
    return xgboost.train(given, rows, rounds).inplace_predict(matrix).astype(float).tolist()


@pytest.fixture
def rig(tmp_path):
    return Rig(tmp_path / "m", "xgboost_component")


@pytest.fixture
def smart(tmp_path):
    return Rig(tmp_path / "m", "ps_smart")


def test_xgboost_is_the_library(rig, capfd):
    matrix, labels = numbers()
    given = dict(eta=0.1, gamma=0.1, max_depth=3, min_child_weight=1.1, subsample=0.8, colsample_bytree=0.75)
    given.update({"lambda": 10}, alpha=0.1, base_score=0.2, seed=9)
    rows = table(matrix, y__BIGINT=labels.tolist())
    rig.fit(
        rows, labelColName="y", featureColNames="f0..f3", objective="binary:logistic", num_round=30, eval_metric="auc",
        **given,
    )  # fmt: skip
    assert "[29]\ttrain-auc:" in capfd.readouterr().out
    result, score, detail = rig.predict(rows)
    wanted = by_hand(matrix, labels, 30, objective="binary:logistic", **given)
    assert result == [int(p > 0.5) for p in wanted]
    assert score == [max(p, 1 - p) for p in wanted]
    assert detail == ['{"0": %s, "1": %s}' % (json_number(1 - p), json_number(p)) for p in wanted]


def json_number(number):
    return repr(number).replace("e-0", "e-")


def test_xgboost_tells_texts_apart(rig):
    matrix, _ = numbers()
    labels = ["高" if x > 0.3 else "低" if x < -0.3 else "中" for x in matrix[:, 0]]
    rows = table(matrix, **{"class STRING": labels})
    rig.fit(rows, labelColName="class", featureColNames="f0,f1", objective="multi:softmax", num_round=5)
    result, _, detail = rig.predict(rows)
    assert np.mean(np.array(result) == np.array(labels)) > 0.9
    assert detail[0].startswith('{"中": ') and '"低": ' in detail[0] and '"高": ' in detail[0]


@pytest.mark.parametrize("booster", ["gblinear", "dart"])
def test_other_boosters(rig, booster):
    matrix, labels = numbers()
    rows = table(matrix, y__BIGINT=labels.tolist())
    rig.fit(rows, labelColName="y", booster=booster, num_round=20)
    result, _, _ = rig.predict(rows)
    assert np.mean(np.array(result) == labels) > 0.9
    assert rig.predict(rows) == rig.predict(rows)


def test_numbers_are_learned(rig):
    matrix, _ = numbers()
    wanted = by_hand(matrix[:, :2], matrix[:, 2], 5, objective="reg:squarederror", base_score=0.5)
    rows = table(matrix)
    rig.fit(rows, labelColName="f2", featureColNames="f0,f1", objective="reg:linear", num_round=5, base_score=0.5)
    result, score, detail = rig.predict(rows)
    assert (result[0], score) == (None, wanted) and detail[0].startswith('{"f2": ')


def test_ps_smart_tells_several_classes_apart_and_what_counts(smart):
    matrix, labels = numbers()
    labels = labels + (matrix[:, 2] > 0.5)
    rows = table(matrix, y__BIGINT=labels.tolist())
    made = smart.fit(
        rows, {"outputImportanceTableName": ["id", "value"], "outputTableName": ["id", "value"]}, labelColName="y",
        featureColNames="f0..f3", objective="multi:softprob", classNum=4, treeCount=12, maxDepth=4, shrinkage=0.2,
        metric="error", baseScore=0.5,
    )  # fmt: skip
    wanted = by_hand(
        matrix, labels, 12, 33, objective="multi:softprob", num_class=4, eta=0.2, max_depth=4, base_score=0.5
    )
    result, score, detail = smart.predict(rows)
    assert score == [max(chances) for chances in wanted]
    assert result == [int(np.argmax(chances)) for chances in wanted]
    assert [part.split(":")[0] for part in detail[0][1:-1].split(", ")] == ['"0"', '"1"', '"2"', '"3"']
    weights = made["outputImportanceTableName"]
    assert set(weights["id"]) <= {0, 1, 2, 3} and min(weights["value"]) > 0
    packed = made["outputTableName"]
    data = np.array(packed["value"][1:], "<i8").tobytes()[: packed["value"][0]]
    with open(smart.folder + "/" + boosted_trees.FILE, "rb") as stream:
        assert data == stream.read()


@pytest.mark.parametrize("objective", ["reg:linear", "count:poisson", "reg:gamma", "reg:tweedie", "reg:logistic"])
def test_ps_smart_learns_numbers(smart, objective):
    matrix, labels = numbers()
    wanted = (labels + 0.5) / 2
    rows = table(matrix, v__DOUBLE=wanted.tolist())
    smart.fit(
        rows, labelColName="v", objective=objective, treeCount=12, maxDepth=4, shrinkage=0.2, l1=0.1, l2=2,
        minSplitLoss=0.01, baseScore=0.5,
    )  # fmt: skip
    own = {"reg:linear": "reg:squarederror"}.get(objective, objective)
    given = {"lambda": 2, "alpha": 0.1, "gamma": 0.01, "eta": 0.2, "max_depth": 4, "base_score": 0.5}
    assert smart.predict(rows)[1] == by_hand(matrix, wanted, 12, 33, objective=own, **given)


def test_ps_smart_weighs_rows_and_takes_zero_for_nothing(smart):
    matrix, labels = numbers()
    matrix[matrix < 0] = 0
    weights = np.where(matrix[:, 1] > 0, 3.0, 1.0)
    rows = table(matrix, y__BIGINT=labels.tolist(), w__DOUBLE=weights.tolist())
    smart.fit(
        rows, labelColName="y", featureColNames="f0..f3", weightCol="w", objective="binary:logistic", treeCount=5,
        maxDepth=5, shrinkage=0.3, baseScore=0.5, regardZeroAsMissing=True,
    )  # fmt: skip
    absent = np.where(matrix == 0, np.nan, matrix)
    wanted = by_hand(absent, labels, 5, 33, weights, objective="binary:logistic", eta=0.3, max_depth=5, base_score=0.5)
    assert smart.predict(rows)[1] == [max(p, 1 - p) for p in wanted]
    smart.refuses(dict(rows, **{"w DOUBLE": [-1.0] * 80}), "column w has a negative weight", labelColName="y",
                  weightCol="w", objective="binary:logistic")  # fmt: skip
    smart.refuses(dict(rows, **{"t STRING": ["a"] * 80}), "column t is STRING", labelColName="y",
                  weightCol="t", objective="binary:logistic")  # fmt: skip


def test_sparse_texts_are_the_same_numbers(smart, tmp_path):
    matrix, labels = numbers()
    texts = [" ".join("%d:%r" % pair for pair in reversed(list(enumerate(row.tolist())))) for row in matrix]
    sparse = {"kv STRING": texts, "y BIGINT": labels.tolist()}
    given = dict(labelColName="y", objective="binary:logistic", treeCount=5)
    made = smart.fit(sparse, {"outputImportanceTableName": ["id", "value"]}, enableSparse=True, **given)
    dense = Rig(tmp_path / "dense", "ps_smart")
    rows = table(matrix, y__BIGINT=labels.tolist())
    assert dense.fit(rows, {"outputImportanceTableName": ["id", "value"]}, featureColNames="f0..f3", **given) == made
    assert smart.predict(sparse, enableSparse=True) == dense.predict(rows)
    # A key of the training that a row lacks is absent; a key that the training lacks says nothing.
    unknown = {"other STRING": [text + ",77:3" for text in texts]}
    assert smart.predict(unknown, featureColNames="other") == dense.predict(rows)


def test_keys_may_be_texts_or_large_numbers(smart):
    _, labels = numbers()
    for first, second in (("蓝牙", "wifi-7"), ("123456789012", "-5")):
        rows = {"kv STRING": ["%s=1;%s=%d" % (first, second, y) for y in labels], "y BIGINT": labels.tolist()}
        smart.fit(
            rows, labelColName="y", enableSparse=True, itemDelimiter=";", kvDelimiter="=",
            objective="binary:logistic", treeCount=3,
        )  # fmt: skip
        result, _, _ = smart.predict(rows, itemDelimiter=";", kvDelimiter="=")
        assert result == labels.tolist()
        # Without delimiters, the training's are taken.
        assert smart.predict(rows, kvDelimiter=":")[0] == result


def test_rows_that_do_not_fit_into_memory_are_read_again(rig, monkeypatch):
    matrix, labels = numbers(400)
    rows = table(matrix, y__BIGINT=labels.tolist())
    rig.fit(rows, labelColName="y")
    kept = rig.predict(rows)
    monkeypatch.setattr(training_rows, "_IN_MEMORY", 1000)
    monkeypatch.setattr(training_rows, "_PART_ROWS", 100)
    monkeypatch.setattr(FakeInput, "chunks", lambda self, names=None: in_hundreds(self.read(names)))
    rig.fit(rows, labelColName="y")
    assert rig.predict(rows) == kept
    rig.fit(rows, labelColName="y", booster="gblinear")
    assert np.mean(np.array(rig.predict(rows)[0]) == labels) > 0.9


def in_hundreds(rows):
    return [rows.slice(first, 100) for first in range(0, rows.num_rows, 100)]


def test_rows_without_values_are_trained_on(rig):
    matrix, labels = numbers()
    matrix[::3, 0] = np.nan
    matrix[:, 1] = np.nan
    matrix[:, 2] = 1
    rows = table(matrix, y__BIGINT=labels.tolist())
    rows["f0 DOUBLE"][1] = None
    rig.fit(rows, labelColName="y", num_round=5)
    matrix[1, 0] = np.nan
    wanted = by_hand(matrix, labels, 5, objective="binary:logistic")
    assert rig.predict(rows)[1] == [max(p, 1 - p) for p in wanted]


BAD = [
    ({"x DOUBLE": [], "y BIGINT": []}, "the input has no rows"),
    ({"x DOUBLE": [1.0, 2.0], "y BIGINT": [1, 1]}, "column y has one class only, 1"),
    ({"x DOUBLE": [1.0], "y BIGINT": [1]}, "column y has one class only, 1"),
    (
        {"x DOUBLE": [1.0, 2.0, 3.0], "y BIGINT": [1, 2, 3]},
        "binary:logistic tells two classes apart, and column y has 3",
    ),
    ({"x DOUBLE": [1.0, 2.0], "y BIGINT": [1, None]}, "the label column y has NULL or NaN; leave such rows out"),
    ({"x DOUBLE": [1.0, 2.0], "y DOUBLE": [1.0, float("nan")]}, "the label column y has NULL or NaN"),
    ({"x DOUBLE": [1.0, float("inf")], "y BIGINT": [0, 1]}, "column x has infinity"),
    ({"x DOUBLE": [1.0, 1e300], "y BIGINT": [0, 1]}, "column x has infinity, or a number too large"),
    ({"x STRING": ["a", "b"], "y BIGINT": [0, 1]}, "the input has no columns of numbers"),
]


@pytest.mark.parametrize("rows, told", BAD)
def test_bad_rows_are_told_in_a_sentence(rig, rows, told):
    rig.refuses(rows, told, labelColName="y")


def test_what_the_library_refuses_is_a_sentence(rig, smart):
    rows = {"x DOUBLE": [1.0, 2.0], "y BIGINT": [0, 1]}
    rig.refuses(rows, "xgboost refuses this: Unknown metric function nix", labelColName="y", eval_metric="nix")
    rig.refuses(rows, "base_score must be in (0,1)", labelColName="y", base_score=2)
    smart.refuses(rows, "label must be positive for gamma regression", labelColName="y", objective="reg:gamma")
    smart.refuses(rows, "classNum=2 allows the labels 0 to 1", labelColName="x", featureColNames="y",
                  objective="multi:softprob", classNum=2)  # fmt: skip
    texts = {"kv STRING": ["1:2", "1:x"], "y BIGINT": [0, 1]}
    smart.refuses(texts, 'column kv has the item "1:x"', labelColName="y", objective="reg:linear", enableSparse=True)
    nothing = {"kv STRING": [None, " "], "y BIGINT": [0, 1]}
    smart.refuses(nothing, "column kv has no items", labelColName="y", objective="reg:linear", enableSparse=True)
