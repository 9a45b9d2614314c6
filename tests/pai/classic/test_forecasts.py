"""x13_arima and x13_auto_arima: the models of statsmodels, dates, groups, and series that have no model."""

import json
import warnings

import numpy as np
import pytest
from learner_rig import FakeTask, LearnerError
from statsmodels.tsa.statespace.sarimax import SARIMAX

from paisql.learners import arima, arima_orders
from paisql.learners.settings import Settings

# Passengers of airlines in thousands, from January 1949: the example of the platform's page.
AIR = [
    112, 118, 132, 129, 121, 135, 148, 148, 136, 119, 104, 118, 115, 126, 141, 135, 125, 149, 170, 170, 158, 133, 114, 140,
    145, 150, 178, 163, 172, 178, 199, 199, 184, 162, 146, 166, 171, 180, 193, 181, 183, 218, 230, 242, 209, 191, 172, 194,
    196, 196, 236, 235, 229, 243, 264, 272, 237, 211, 180, 201, 204, 188, 235, 227, 234, 264, 302, 293, 259, 229, 203, 229,
    242, 233, 267, 269, 270, 315, 364, 347, 312, 274, 237, 278, 284, 277, 317, 313, 318, 374, 413, 405, 355, 306, 271, 306,
    315, 301, 356, 348, 355, 422, 465, 467, 404, 347, 305, 336, 340, 318, 362, 348, 363, 435, 491, 505, 404, 359, 310, 337,
    360, 342, 406, 396, 420, 472, 548, 559, 463, 407, 362, 405, 417, 391, 419, 461, 472, 535, 622, 606, 508, 461, 390, 432,
]  # fmt: skip
ROWS = {"id BIGINT": list(range(len(AIR)))[::-1], "number BIGINT": AIR[::-1]}
COLUMNS = {
    "outputPredictTableName": ["pdate", "forecast", "lower", "upper"],
    "outputDetailTableName": ["key", "summary"],
}


def forecast(tmp_path, rows=ROWS, columns=COLUMNS, **parameters):
    parameters = dict({"seqColName": "id", "valueColName": "number"}, **parameters)
    task = FakeTask(tmp_path, parameters, {"inputTableName": rows}, columns)
    arima.fit(task)
    return {port: output.rows for port, output in task.outputs.items()}


def test_the_example_of_x13_arima(tmp_path):
    told = forecast(tmp_path, order="3,1,1", start="1949.1", frequency=12, seasonal="0,1,1", period=12, predictStep=12)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        library = SARIMAX(AIR, order=(3, 1, 1), seasonal_order=(0, 1, 1, 12)).fit(disp=False, maxiter=1500, pgtol=1e-5)
    expected = library.get_forecast(12)
    rows = told["outputPredictTableName"]
    assert rows["pdate"] == ["1961.%d" % month for month in range(1, 13)]
    assert rows["forecast"] == pytest.approx(expected.predicted_mean, rel=1e-9)
    assert rows["lower"] == pytest.approx(expected.conf_int(alpha=0.05)[:, 0], rel=1e-6)
    assert rows["upper"] == pytest.approx(expected.conf_int(alpha=0.05)[:, 1], rel=1e-6)
    details = told["outputDetailTableName"]
    assert details["key"] == ["model", "evaluation", "parameters", "series"]
    model, evaluation = (json.loads(text) for text in details["summary"][:2])
    assert model["order"] == [3, 1, 1]
    assert model["coefficients"]["ma.S.L12"]["value"] == pytest.approx(library.params[4])
    assert evaluation["bic"] == pytest.approx(library.bic)


def test_orders_are_found(tmp_path):
    told = forecast(tmp_path, frequency=12, start="1949.1", predictStep=3)
    model = json.loads(told["outputDetailTableName"]["summary"][0])
    # The series grows, and so do its seasons: it has both kinds of differences.
    assert (model["order"][1], model["seasonal"][1], model["period"]) == (1, 1, 12)
    assert told["outputPredictTableName"]["pdate"] == ["1961.1", "1961.2", "1961.3"]
    assert told["outputPredictTableName"]["forecast"] == pytest.approx([445, 420, 453], abs=12)
    given = forecast(tmp_path, frequency=12, diff=0, seasonalDiff=1, maxOrder=1)
    model = json.loads(given["outputDetailTableName"]["summary"][0])
    assert (model["order"][1], model["seasonal"][1]) == (0, 1)


def test_a_random_walk_has_one_difference():
    walk = np.cumsum(np.random.RandomState(1).normal(size=200))
    orders = arima_orders.of(Settings({"frequency": 1}), walk)
    assert orders.order == (0, 1, 0)
    assert orders.seasonal == (0, 0, 0)


def test_a_series_for_each_group(tmp_path):
    rows = {
        "town STRING": ["b", "a"] * 20,
        "id BIGINT": list(range(40)),
        "number DOUBLE": [float(i if i % 2 else 100 - i) for i in range(40)],
    }
    columns = {"outputPredictTableName": ["town", "pdate", "forecast", "lower", "upper"]}
    told = forecast(
        tmp_path, rows, columns, groupColNames="town", order="0,1,0", frequency=4, start="2000.3", predictStep=2
    )
    told = told["outputPredictTableName"]
    assert told["town"] == ["a", "a", "b", "b"]
    assert told["pdate"] == ["2005.3", "2005.4"] * 2
    assert told["forecast"] == pytest.approx([39, 39, 62, 62])


def test_series_that_have_no_model(tmp_path):
    def refuses(text, rows=ROWS, **parameters):
        with pytest.raises(LearnerError, match=text):
            forecast(tmp_path, rows, **parameters)

    refuses("order=1,1 is not three whole numbers", order="1,1")
    refuses("start=1949.13 is not <year>.<season>", order="1,1,0", start="1949.13")
    refuses("needs 32 rows, and the series has 3", {"id BIGINT": [1, 2, 3], "number BIGINT": [1, 2, 3]}, order="1,1,1",
            seasonal="1,1,1")  # fmt: skip
    refuses("column number has NULL", {"id BIGINT": [1, 2], "number DOUBLE": [1.0, None]}, order="1,0,0")
    refuses("the input has no rows", {"id BIGINT": [], "number DOUBLE": []}, order="1,0,0")
    refuses("at most 1200 rows, and the input has 1201", {"id BIGINT": [*range(1201)], "number BIGINT": [*range(1201)]},
            order="1,0,0")  # fmt: skip
    refuses("the series is constant", {"id BIGINT": [1, 2, 3, 4], "number BIGINT": [5] * 4})


def test_statements(home):
    home.table("t", "id BIGINT, number BIGINT", list(zip(range(144), AIR)))
    told = home.run(
        "PAI -name x13_arima -project algo_public -DinputTableName=t -DseqColName=id -DvalueColName=number -Dorder=3,1,1"
        " -Dstart=1949.1 -Dfrequency=12 -Dseasonal=0,1,1 -Dperiod=12 -DpredictStep=12 -DoutputPredictTableName=p"
        " -DoutputDetailTableName=d; SELECT COUNT(*), MIN(pdate) FROM p; SELECT key FROM d ORDER BY key LIMIT 9;"
    ).ok()
    assert told.rows == [("12", "1961.1"), ("evaluation",), ("model",), ("parameters",), ("series",)]
    start = "PAI -name x13_auto_arima -DinputTableName=t -DseqColName=id -DoutputPredictTableName=p "
    home.run(start + "-DvalueColName=nix;").fails("nix")
    home.run(start + "-DvalueColName=number -Ddiff=1;").fails("diff and seasonalDiff have to be given together")
    home.run(start + "-DvalueColName=number -DmaxOrder=5;").fails("maxOrder")
