"""The SDK of PAI-EAS for Python, unchanged, against a running server."""

import json

import conftest
import pytest
from fleet_home import FleetHome

# Prints the answers as one line of JSON. Arguments: host:port, service, token.
TENSORFLOW = """
import json, sys
from eas_prediction import PredictClient, TFRequest
client = PredictClient(sys.argv[1], sys.argv[2])
client.set_token(sys.argv[3])
client.init()
request = TFRequest("serving_default")
rows = json.loads(sys.argv[4])
request.add_feed("x", [len(rows), 32], TFRequest.DT_FLOAT, [x for row in rows for x in row])
request.add_fetch("y")
answers = []
for _ in range(3):
    response = client.predict(request)
    answers.append([response.get_tensor_shape("y"), list(response.get_values("y"))])
client.destroy()
print(json.dumps(answers))
"""

STRINGS = """
import json, sys
from eas_prediction import PredictClient, TFRequest
client = PredictClient("http://" + sys.argv[1] + "/", sys.argv[2])
client.set_token(sys.argv[3])
client.init()
request = TFRequest("serving_default")
request.add_feed("name", [2], TFRequest.DT_STRING, [b"Ann", "\\u674e".encode()])
request.add_feed("times", [2], TFRequest.DT_INT64, [3, -1])
request.add_feed("price", [2, 1], TFRequest.DT_FLOAT, [1.5, 2])
response = client.predict(request)
print(json.dumps({"greeting": [s.decode() for s in response.get_values("greeting")],
                  "total": list(response.get_values("total")),
                  "many": list(response.get_values("many"))}))
"""

JSON_TEXT = """
import json, sys
from eas_prediction import PredictClient, StringRequest
client = PredictClient(sys.argv[1], sys.argv[2])
client.set_token(sys.argv[3])
client.init()
print(client.predict(StringRequest(sys.argv[4])).response_data.decode())
"""

DIRECT = """
import json, sys
from eas_prediction import PredictClient, StringRequest, ENDPOINT_TYPE_DIRECT
client = PredictClient(sys.argv[1], sys.argv[2])
client.set_endpoint_type(ENDPOINT_TYPE_DIRECT)
client.set_token(sys.argv[3])
client.init()
print(client.predict(StringRequest(sys.argv[4])).response_data.decode())
"""

CUSTOM_URL = """
import json, sys
from eas_prediction import PredictClient, StringRequest
client = PredictClient(custom_url=sys.argv[1])
client.set_token(sys.argv[2])
client.init()
print(client.predict(StringRequest(sys.argv[3])).response_data.decode())
"""

REFUSED = """
import json, sys
from eas_prediction import PredictClient, StringRequest, TFRequest
from eas_prediction.exception import PredictException
client = PredictClient(sys.argv[1], sys.argv[2])
client.set_token(sys.argv[3])
client.init()
request = TFRequest("serving_default")
request.add_feed("x", [1, 2], TFRequest.DT_FLOAT, [1, 2])
said = []
for wish in (request, StringRequest("[{]]"), StringRequest()):
    try:
        client.predict(wish)
        said.append(None)
    except PredictException as error:
        said.append(str(error))
print(json.dumps(said))
"""

ROW = '[{"name": "Ann", "times": 2, "price": 0.5}]'


@pytest.fixture(scope="module")
def home(models, tmp_path_factory):
    """Two services of a home, each at the address of its front."""
    home = FleetHome(tmp_path_factory.mktemp("fleet") / "home")
    home.deploy("dense", (models / "dense" / "7",))
    home.deploy("texts", (models / "texts",))
    home.start()
    home.await_states((1, "ready"), (1, "ready"))
    yield home
    home.end()


def place(server):
    return f"{server.host}:{server.port}"


def test_tensors_signed_by_the_sdk(dense, answers, client):
    expected = answers["dense"]
    said = client(TENSORFLOW, place(dense), "dense", dense.token, json.dumps(expected["x"]))
    assert len(said) == 3
    for shape, values in said:
        assert shape == [5, 1]
        assert values == pytest.approx([row[0] for row in expected["y"]], rel=1e-5)


def test_strings_integers_and_booleans(texts, client):
    said = client(STRINGS, place(texts), "texts", texts.token)
    assert said == {"greeting": ["hello Ann", "hello \u674e"], "total": [4.5, -2.0], "many": [True, False]}


@pytest.mark.parametrize("script", [JSON_TEXT, DIRECT])
def test_rows_as_json_by_both_endpoint_types(texts, client, script):
    said = client(script, place(texts), "texts", texts.token, ROW)
    assert said == [{"greeting": "hello Ann", "many": True, "raw_bytes": {"b64": "QW5u"}, "total": 1.0}]


def test_a_custom_url_sends_the_token_itself(texts, client):
    said = client(CUSTOM_URL, texts.address, texts.token, ROW)
    assert said[0]["total"] == 1.0


def test_what_is_refused_is_told_once(dense, client):
    before = dense.metric("paisql_request_seconds_count")
    said = client(REFUSED, place(dense), "dense", dense.token)
    assert "400" in said[0] and "x is DT_FLOAT [?,32]" in said[0] and "[1,2]" in said[0]
    assert "400" in said[1] and "not JSON" in said[1]
    assert "400" in said[2] and "x DT_FLOAT [?,32] is missing" in said[2]
    # The SDK sends again what a server fails at, five times.
    assert dense.metric("paisql_request_seconds_count") == before + 3


def test_another_token_is_refused(dense, client):
    said = client(REFUSED, place(dense), "dense", "another")
    assert all("401" in text for text in said)


def test_a_deployed_service_answers_as_a_server_does(home, dense, answers, client):
    expected = answers["dense"]
    rows = json.dumps(expected["x"])
    said = client(TENSORFLOW, home.address, "dense", conftest.TOKEN, rows)
    assert said == client(TENSORFLOW, place(dense), "dense", dense.token, rows)
    strings = client(STRINGS, home.address, "texts", conftest.TOKEN)
    assert strings["greeting"] == ["hello Ann", "hello \u674e"]
    for script in JSON_TEXT, DIRECT:
        assert client(script, home.address, "texts", conftest.TOKEN, ROW)[0]["total"] == 1.0
    url = f"http://{home.address}/api/predict/texts"
    assert client(CUSTOM_URL, url, conftest.TOKEN, ROW)[0]["total"] == 1.0
    assert all("401" in text for text in client(REFUSED, home.address, "dense", "another"))
    assert all("400" in text for text in client(REFUSED, home.address, "dense", conftest.TOKEN))
    # TensorFlow Serving's paths, too.
    for verb, body in ((":predict", {"instances": expected["x"]}), ("/versions/1:predict", {"inputs": expected["x"]})):
        other = dense.rest(verb.replace("/1:", "/7:"), body)
        here = home.ask("POST", "/v1/models/dense" + verb, body)
        assert (here.status, here.json) == (200, other.json)
