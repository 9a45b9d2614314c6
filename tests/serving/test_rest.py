"""TensorFlow Serving's REST, with the examples of its documents."""

import pytest
from conftest import ROOT


def test_instances_and_inputs(dense, answers):
    expected = answers["dense"]
    rows = dense.rest(":predict", {"instances": expected["x"]})
    assert rows.status == 200, rows.text
    for said, value in zip(rows.json["predictions"], expected["y"], strict=True):
        assert said == pytest.approx(value, rel=1e-5)
    named = dense.rest(
        "/versions/7:predict", {"instances": [{"x": row} for row in expected["x"]], "signature_name": "serving_default"}
    )
    assert named.json == rows.json
    columns = dense.rest(":predict", {"inputs": {"x": expected["x"]}})
    assert columns.json == {"outputs": rows.json["predictions"]}


def test_a_model_without_variables(serve):
    server = serve(ROOT / "tests" / "data" / "models" / "bare")
    assert server.rest(":predict", {"instances": [2, 0.5]}).json == {"predictions": [8, 2]}
    assert server.rest(":predict", {"instances": [-1]}).status == 400


def test_several_outputs_are_objects(texts):
    said = texts.rest(":predict", {"instances": [{"name": {"b64": "QW5u"}, "times": 2, "price": [0.5]}]})
    assert said.json == {
        "predictions": [{"greeting": "hello Ann", "many": True, "raw_bytes": {"b64": "QW5u"}, "total": 1.0}]
    }


def test_outputs_without_rows_want_columns(texts):
    body = {"signature_name": "half", "inputs": {"x": float("nan")}}
    assert texts.rest(":predict", body).text == '{"outputs":{"half":NaN,"nothing":NaN}}'
    body = {"signature_name": "half", "inputs": float("-inf")}
    assert texts.rest(":predict", body).text == ('{"outputs":{"half":-Infinity,"nothing":-Infinity}}')


def test_classify_and_regress(examples):
    body = {"context": {"c": 0.25}, "examples": [{"f": 0.5}, {"f": 0.5, "c": 0.0}]}
    assert examples.rest(":classify", body).json == {
        "result": [[["yes", 0.75], ["no", 0.25]], [["yes", 0.5], ["no", 0.5]]]
    }
    assert examples.rest(":regress", body | {"signature_name": "regression"}).json == {"result": [0.75, 0.5]}
    # A feature that the model wants is missing: the model itself says so.
    refused = examples.rest(":regress", {"signature_name": "regression", "examples": [{"g": 1}]})
    assert refused.status == 400 and "error" in refused.json


def test_status_and_metadata(dense):
    assert dense.get("/v1/models/dense").json == {
        "model_version_status": [
            {"version": "7", "state": "AVAILABLE", "status": {"error_code": "OK", "error_message": ""}}
        ]
    }
    assert dense.get("/v1/models/dense/versions/7").status == 200
    said = dense.get("/v1/models/dense/metadata").json
    assert said["model_spec"] == {"name": "dense", "signature_name": "", "version": "7"}
    signature = said["metadata"]["signature_def"]["signature_def"]["serving_default"]
    assert signature["inputs"]["x"]["dtype"] == "DT_FLOAT"
    assert signature["inputs"]["x"]["name"] == "serving_default_x:0"
    assert signature["method_name"] == "tensorflow/serving/predict"
    assert [dim["size"] for dim in signature["inputs"]["x"]["tensor_shape"]["dim"]] == ["-1", "32"]


@pytest.mark.parametrize(
    "body, words",
    [
        ("", "not JSON"),
        ('{"instances": [[1, 2]]}', "x is DT_FLOAT [?,32]"),
        ('{"instances": [["a"]]}', "is a text"),
        ('{"inputs": {"z": 1}}', "'z'"),
        ('{"instances": [], "inputs": []}', "either"),
    ],
)
def test_errors_are_objects(dense, body, words):
    said = dense.rest(":predict", body)
    assert said.status == 400
    assert words in said.json["error"]


def test_another_version_is_not_here(dense):
    said = dense.rest("/versions/8:predict", {"instances": []})
    assert said.status == 404 and "version 8" in said.json["error"]


def test_the_paths_behind_a_service_of_pai_eas(dense):
    said = dense.request("POST", dense.path + "/v1/models/dense:predict", {"instances": [[0] * 32]})
    assert said.json == {"predictions": [[0.5]]}
