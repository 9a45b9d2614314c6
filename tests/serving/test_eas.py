"""PAI-EAS' own forms of requests: tokens, JSON, compression, the pages of a service."""

import base64
import gzip
import hashlib
import hmac
import json
import struct
import zlib

import pytest

ROWS = [{"name": "Ann", "times": 2, "price": 0.5}, {"name": "Bob", "times": 0, "price": 3}]


def test_rows_and_columns(texts):
    rows = texts.predict(ROWS)
    assert rows.status == 200
    assert rows.headers["Content-Type"] == "application/json"
    assert [row["greeting"] for row in rows.json] == ["hello Ann", "hello Bob"]
    columns = texts.predict({key: [row[key] for row in ROWS] for key in ROWS[0]})
    assert columns.json == {
        "greeting": ["hello Ann", "hello Bob"],
        "many": [True, False],
        "raw_bytes": [{"b64": "QW5u"}, {"b64": "Qm9i"}],
        "total": [1.0, 0.0],
    }


def test_another_signature_by_the_query(texts):
    said = texts.request("POST", texts.path + "?signature_name=half", {"x": 3})
    assert said.text == '{"half":1.5,"nothing":Infinity}'
    said = texts.request("POST", texts.path + "?signature_name=none", {"x": 3})
    assert said.status == 400 and "there are: half, joined, serving_default" in said.text


def test_rows_of_different_lengths_are_padded(texts):
    path = texts.path + "?signature_name=joined"
    said = texts.request("POST", path, [{"words": ["a"]}, {"words": []}, {"words": ["b", "c", "d"]}])
    assert said.json == [{"line": "a--"}, {"line": "--"}, {"line": "b-c-d"}]
    said = texts.request("POST", path, {"words": [["a", "b"], ["c"]]})
    assert said.json == {"line": ["a-b", "c-"]}


def test_the_signature_page(dense):
    said = dense.get(dense.path)
    assert said.json == {
        "signature_name": "serving_default",
        "inputs": [{"name": "x", "shape": [-1, 32], "type": "DT_FLOAT"}],
        "outputs": [{"name": "y", "shape": [-1, 1], "type": "DT_FLOAT"}],
    }


def signed(server, body, path, **changes):
    """What the SDK for Java sends."""
    md5 = f"{int(hashlib.md5(body).hexdigest(), 16):x}"
    headers = {
        "Content_Type": "application/octet-stream",
        "Content_MD5": md5,
        "Date": "Mon, 05 Jan 2026 12:00:00 GMT",
    } | changes
    text = "\n".join(["POST", headers["Content_MD5"], headers["Content_Type"], headers["Date"], path])
    code = base64.b64encode(hmac.digest(server.token.encode(), text.encode(), "sha1")).decode()
    return headers | {"Authorization": f"EAS {code}"}


def body_with_leading_zero():
    for spaces in range(1000):
        body = (json.dumps(ROWS) + " " * spaces).encode()
        if hashlib.md5(body).hexdigest().startswith("0"):
            return body
    raise AssertionError("no MD5 begins with 0")


def test_signatures_as_java_makes_them(texts):
    body = body_with_leading_zero()
    path = texts.path + "?a=1"
    assert texts.request("POST", path, body, **signed(texts, body, path)).status == 200
    other = texts.request("POST", path, body + b" ", **signed(texts, body, path))
    assert other.status == 401 and "Content-MD5" in other.text
    assert "setIsCompressed" in other.text and "setCompressor" in other.text


def varint(number):
    out = b""
    while number >= 128:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def snappy(data):
    """A block with literals of each length and a copy of bytes that it makes itself."""
    out = varint(len(data) + 9) + bytes([59 << 2]) + data[:60]
    for begin in range(60, len(data), 200):
        part = data[begin : begin + 200]
        out += bytes([60 << 2, len(part) - 1]) + part
    return out + bytes([(9 - 4) << 2 | 1, 1])


def tensor_request(values):
    array = b"\x08\x01" + b"\x12" + varint(4) + b"\x0a\x02\x01\x20"
    packed = struct.pack(f"<{len(values)}f", *values)
    array += b"\x1a" + varint(len(packed)) + packed
    entry = b"\x0a\x01x" + b"\x12" + varint(len(array)) + array
    return b"\x12" + varint(len(entry)) + entry


def test_bodies_that_say_nowhere_how_they_are_compressed(dense):
    plain = tensor_request([0.5] * 32)
    said = dense.predict(plain)
    assert said.status == 200, said.text
    # Fields that nobody knows; the copy makes the last nine bytes of them.
    block = snappy(plain + b"\x20" * 41)
    for body, headers in [(block, {}), (block, {"Content_Encoding": "snappy"}), (zlib.compress(plain), {})]:
        packed = dense.predict(body, **headers)
        assert (packed.status, packed.body) == (200, said.body), packed.text
    assert "LZ4" in dense.predict(b"\x04\x22\x4d\x18" + b"x" * 20).text


def test_clients_of_other_processors_are_told_so(dense):
    torch = b"\x0a\x0a" + b"\x08\x01\x12\x02\x0a\x00" + b"\x1a\x02\x00\x00"
    answer = dense.predict(torch)
    assert answer.status == 400 and "a PyTorch request (TorchRequest)" in answer.text
    answer = dense.predict(b"\x08\x01\x1a\x01i")
    assert answer.status == 400 and "an EasyRec request" in answer.text
    for asked in (
        dense.get(dense.path + "?_attrs_=true"),
        dense.get(dense.path + "?_index_=0"),
        dense.predict(b"hello", X_EAS_QueueService_Redis_Uid="u"),
    ):
        assert asked.status == 400 and "QueueClient" in asked.text


@pytest.mark.parametrize(
    "authorization, status",
    [("", 401), ("wrong", 401), ("Bearer wrong", 401), ("EAS wrong", 401), ("Bearer {}", 200), ("{}", 200)],
)
def test_forms_of_the_token(texts, authorization, status):
    for ask in (
        lambda **h: texts.predict(ROWS, **h),
        lambda **h: texts.get(texts.path, **h),
        lambda **h: texts.get("/v1/models/texts", **h),
    ):
        assert ask(Authorization=authorization.format(texts.token)).status == status


def test_no_token_no_question(serve):
    server = serve("texts", token="")
    assert server.predict(ROWS).status == 200
    assert server.predict(ROWS, Authorization="EAS anything").status == 200


@pytest.mark.parametrize(
    "encoding, compress",
    [("gzip", gzip.compress), ("deflate", zlib.compress), ("", gzip.compress), ("", zlib.compress)],
)
def test_compressed_requests(texts, encoding, compress):
    headers = {"Content_Encoding": encoding} if encoding else {}
    said = texts.predict(compress(json.dumps(ROWS).encode()), **headers)
    assert said.status == 200, said.text
    if encoding:
        assert texts.predict(b"nonsense", **headers).status == 400


def test_compressed_answers(dense):
    rows = [{"x": [i / 7] * 32} for i in range(200)]
    plain = dense.predict(rows)
    assert "Content-Encoding" not in plain.headers
    packed = dense.predict(rows, Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body


def test_what_a_decompressed_body_may_have(serve):
    server = serve("dense", "--set", "http.max_body_bytes=100000")
    bomb = gzip.compress(b"[" + b" " * 10_000_000)
    assert len(bomb) < 100000
    said = server.predict(bomb, Content_Encoding="gzip")
    assert said.status == 413 and "100000 bytes" in said.text
    said = server.predict(b"x" * 100001)
    assert said.status == 413 and "100000 bytes" in said.text


def test_paths_of_nothing(texts):
    for method, path, status in [
        ("GET", "/", 404),
        ("POST", "/api/predict/other", 404),
        ("POST", "/api/predict/..%2ftexts", 404),
        ("GET", "/../../etc/passwd", 404),
        ("PUT", texts.path, 405),
        ("GET", "/v1/models/texts/versions/2", 404),
    ]:
        assert texts.request(method, path).status == status, path


def test_discovery_tells_the_address(texts):
    for path in (
        "/exported/apis/eas.alibaba-inc.k8s.io/v1/upstreams/texts?internal=false",
        "/api/v1/servicediscovery/upstreams/texts",
    ):
        said = texts.request("GET", path, Authorization="")
        assert said.json["endpoints"]["items"] == [{"ip": "127.0.0.1", "port": texts.port, "weight": 100}]


def test_health_and_metrics(dense):
    assert dense.request("GET", "/healthz", Authorization="").status == 200
    assert dense.request("GET", "/readyz", Authorization="").status == 200
    ones = [{"x": [1] * 32}]
    for _ in range(3):
        assert dense.predict(ones).status == 200
    labels = '{service="dense",version="7"'
    assert dense.metric(f'paisql_requests_total{labels},code="200"') >= 3
    assert dense.metric(f"paisql_batch_rows_count{labels}") >= 3
    assert dense.metric(f"paisql_connections{labels}") >= 1


def test_a_rate_limit_is_429(serve):
    server = serve("texts", "--set", "metadata.rpc.rate_limit=2")
    statuses = [server.predict(ROWS).status for _ in range(4)]
    assert statuses[:2] == [200, 200] and 429 in statuses
