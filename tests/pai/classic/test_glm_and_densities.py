"""glm against statsmodels; gmm and ps_dbscan against scikit-learn."""

import json

import numpy as np
import pytest
from learner_rig import FakeTask, LearnerError, Rig, columns_of
from sklearn.cluster import DBSCAN
from sklearn.datasets import load_iris
from sklearn.mixture import GaussianMixture
from statsmodels.genmod import families
from statsmodels.genmod.families import links
from statsmodels.genmod.generalized_linear_model import GLM

from paisql.learners import density, glm

IRIS = load_iris().data
X = np.array([[0.1], [0.5], [1.0], [1.7], [2.2], [3.1]])
Y = np.array([1.2, 1.9, 2.5, 5.2, 8.0, 22.0])
ROWS = {"x DOUBLE": X[:, 0].tolist(), "y DOUBLE": Y.tolist()}
MODEL = {"outputModelTableName": ["kind", "name", "value"]}


def fit_glm(tmp_path, rows, **parameters):
    """The rows of the model's table."""
    task = FakeTask(tmp_path / "m", dict({"labelColName": "y"}, **parameters), {"inputTableName": rows}, MODEL)
    glm.fit(task)
    return task.outputs["outputModelTableName"].rows


def predict_glm(tmp_path, rows, model, columns=("x", "y", "conclusion"), **parameters):
    spelled = {"kind STRING": model["kind"], "name STRING": model["name"], "value DOUBLE": model["value"]}
    task = FakeTask(
        tmp_path / "p",
        parameters,
        {"inputTableName": rows, "inputModelTableName": spelled},
        {"outputTableName": columns},
    )
    glm.predict(task)
    return task.outputs["outputTableName"].rows


@pytest.mark.parametrize(
    "distribution, link, family",
    [
        ("gamma", "log", families.Gamma(links.Log())),
        ("gaussian", "identity", families.Gaussian()),
        ("gaussian", "power", families.Gaussian(links.Power(0.5), check_link=False)),
        ("poisson", "log", families.Poisson()),
        ("inverse_gaussian", "log", families.InverseGaussian(links.Log())),
        ("tweedie", "log", families.Tweedie(links.Log(), var_power=1.5)),
    ],
)
def test_models_are_those_of_statsmodels(tmp_path, distribution, link, family):
    model = fit_glm(tmp_path, ROWS, distribute=distribution, link=link, linkPower=0.5, varPower=1.5)
    design = np.column_stack([np.ones(len(Y)), X])
    library = GLM(Y, design, family).fit(maxiter=100, tol=1e-6)
    assert model["kind"] == ["link", "coefficient", "coefficient"]
    assert model["name"] == [link, "Intercept", "x"]
    assert model["value"][1:] == pytest.approx(library.params, rel=1e-9)
    told = predict_glm(tmp_path, ROWS, model)
    assert told["x"] == ROWS["x DOUBLE"]
    assert told["conclusion"] == pytest.approx(library.predict(design), rel=1e-9)


def test_a_binomial_model(tmp_path):
    rows = {"x DOUBLE": X[:, 0].tolist(), "y BIGINT": [0, 1, 0, 1, 0, 1]}
    for link, made in (("logit", links.Logit()), ("probit", links.Probit()), ("cloglog", links.CLogLog())):
        model = fit_glm(tmp_path, rows, distribute="binomial", link=link)
        design = np.column_stack([np.ones(6), X])
        library = GLM(rows["y BIGINT"], design, families.Binomial(made)).fit(maxiter=100, tol=1e-6)
        told = predict_glm(tmp_path, rows, model, columns=["conclusion"])
        assert told["conclusion"] == pytest.approx(library.predict(design), rel=1e-6)


def test_labels_that_a_distribution_cannot_have(tmp_path):
    wrong = dict(ROWS, **{"y DOUBLE": [0.0, 1, 2, 3, 4, 5]})
    with pytest.raises(LearnerError, match="label column y has the value 0.0, which distribute=gamma cannot have"):
        fit_glm(tmp_path, wrong)
    with pytest.raises(LearnerError, match="not a model that glm has made"):
        predict_glm(tmp_path, ROWS, {"kind": [], "name": [], "value": []})
    with pytest.raises(LearnerError, match="column x has NULL"):
        fit_glm(tmp_path, dict(ROWS, **{"x DOUBLE": [None] * 6}))


def test_mixtures_are_those_of_scikit_learn(tmp_path):
    rig = Rig(tmp_path / "m", "mixture")
    rig.fit(columns_of(IRIS), k=3, randomSeed=4)
    library = GaussianMixture(3, tol=1e-4, random_state=4).fit(IRIS)
    result, score, detail = rig.predict(columns_of(IRIS))
    assert result == library.predict(IRIS).tolist()
    assert score == pytest.approx(library.predict_proba(IRIS).max(axis=1), abs=1e-9)
    assert list(json.loads(detail[0])) == ["0", "1", "2"]
    told = rig.call("cluster_evaluation", "predict", columns_of(IRIS), {"outputTableName": ["summary"]})
    assert json.loads(told["outputTableName"]["summary"][0])["centerCount"] == 3
    rig.refuses({"x DOUBLE": [1.0]}, "k=2 is more than the 1 rows")
    rig.refuses({"x DOUBLE": [1.0, None]}, "column x has NULL")


def test_dense_places_are_those_of_scikit_learn(tmp_path):
    rows = dict({"mid BIGINT": list(range(len(IRIS)))}, **columns_of(IRIS))
    parameters = {"eps": 0.6, "minPoints": 5, "pointDim": 4}
    outputs = {"outputTableName": ["mid", "cluster_id"]}
    task = FakeTask(tmp_path, parameters, {"inputTableName": rows}, outputs)
    density.predict(task)
    told = task.outputs["outputTableName"].rows
    assert told["mid"] == rows["mid BIGINT"]
    assert told["cluster_id"] == DBSCAN(eps=0.6, min_samples=5).fit(IRIS).labels_.tolist()
    for wrong, text in ({"pointDim": 3}, "pointDim=3"), ({"selectedColIds": "1,9"}, "selectedColIds=1,9: 9"):
        with pytest.raises(LearnerError, match=text):
            density.predict(FakeTask(tmp_path, dict(parameters, **wrong), {"inputTableName": rows}, outputs))
