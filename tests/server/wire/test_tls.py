"""TLS: what clients see of it, and what is refused at the start."""

import os
import re
import signal
import socket
import ssl
import subprocess

import pytest
from conftest import BINARY, Server

FOR_ALL = ["-days", "30", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]


def make_pair(folder, name, *more):
    """A certificate for 127.0.0.1 that vouches for itself, and its key."""
    cert, key = str(folder / f"{name}.pem"), str(folder / f"{name}.key")
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    command += ["-keyout", key, "-out", cert, *FOR_ALL, *(more or ["-nodes"])]
    subprocess.run(command, check=True, capture_output=True)
    os.chmod(key, 0o600)
    return cert, key


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    return make_pair(tmp_path_factory.mktemp("tls"), "server")


@pytest.fixture(scope="module")
def served(tmp_path_factory, pair):
    made = Server(tmp_path_factory.mktemp("home"))
    made.start("--tls-cert", pair[0], "--tls-key", pair[1])
    yield made
    made.stop()


@pytest.fixture(scope="module", autouse=True)
def hanging(served):
    """Clients that say nothing, since the first test."""
    made = [connected(served) for _ in range(50)]
    yield made
    for one in made:
        one.close()


def port_of(server):
    return int(re.search(r":(\d+)/", server.endpoint).group(1))


def connected(server):
    return socket.create_connection(("127.0.0.1", port_of(server)), 30)


def encrypted(server, cert, **versions):
    context = ssl.create_default_context(cafile=cert)
    for name, value in versions.items():
        setattr(context, name, value)
    return context.wrap_socket(connected(server), server_hostname="127.0.0.1")


def read_all(stream):
    pieces = []
    while piece := stream.recv(65536):
        pieces.append(piece)
    return b"".join(pieces)


def test_pyodps(served, pair, monkeypatch):
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", pair[0])
    assert served.endpoint.startswith("https://127.0.0.1:")
    code = """
        o.execute_sql("CREATE TABLE t AS SELECT * FROM VALUES (1L, 'a'), (2L, 'b') v (id, name);")
        with o.execute_sql("SELECT id, name FROM t ORDER BY id LIMIT 9;").open_reader(tunnel=True) as rows:
            print([tuple(row.values) for row in rows])
        o.write_table("t", [[3, "c"]])
        big = "x" * 3000000
        o.create_resource("big.txt", "file", fileobj=big)
        with o.open_resource("big.txt", mode="r") as resource:
            print(resource.read() == big)
    """
    assert served.pyodps(code) == "[(1, 'a'), (2, 'b')]\nTrue\n"


def test_clients_without_the_certificate_refuse(served):
    with pytest.raises(ssl.SSLCertVerificationError):
        encrypted(served, None)


def test_curl(served, pair):
    url = f"https://127.0.0.1:{port_of(served)}/healthz"
    done = subprocess.run(["curl", "-sS", "--cacert", pair[0], url, url], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "ok\nok\n"), done.stderr


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_versions(served, pair, version):
    with encrypted(served, pair[0], minimum_version=version, maximum_version=version) as stream:
        stream.sendall(b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n")
        assert read_all(stream).endswith(b"ok\n")
        # The server has said that nothing is missing.
        assert stream.version() == {"TLSv1_2": "TLSv1.2", "TLSv1_3": "TLSv1.3"}[version.name]


def test_old_versions_are_refused(served):
    """As OpenSSL's own client offers them, with the rules for ciphers that old versions need."""
    address = f"127.0.0.1:{port_of(served)}"
    for version in ["-tls1", "-tls1_1"]:
        command = ["openssl", "s_client", "-connect", address, version, "-cipher", "ALL:@SECLEVEL=0"]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        assert done.returncode != 0
        assert "alert protocol version" in done.stdout + done.stderr


def test_plain_http_is_told_so(served):
    with connected(served) as plain:
        plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
        answer = read_all(plain)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"https://" in answer


@pytest.mark.parametrize("noise", [b"\x00" * 100, b"\x16\x03\x01\xff\xff" + b"x" * 300, b"SSH-2.0-x\r\n"])
def test_noise_is_closed(served, noise):
    with connected(served) as plain:
        plain.sendall(noise)
        try:
            answer = read_all(plain)
        except ConnectionResetError:
            answer = b""
    assert b"HTTP" not in answer


def test_a_probe_finds_it_ready(served):
    done = subprocess.run([BINARY, "server", "--probe", "--port", str(port_of(served))], check=False)
    assert done.returncode == 0


def test_a_new_certificate_is_read(tmp_path):
    cert, key = make_pair(tmp_path, "server")
    server = Server(tmp_path)
    server.start("--tls-cert", cert, "--tls-key", key)
    with encrypted(server, cert):
        pass
    make_pair(tmp_path, "server")
    server.process.send_signal(signal.SIGHUP)
    while True:
        try:
            encrypted(server, cert).close()
            break
        except ssl.SSLCertVerificationError:
            continue
    # Half a certificate changes nothing.
    (tmp_path / "server.key").write_text("nothing")
    server.process.send_signal(signal.SIGHUP)
    encrypted(server, cert).close()
    server.stop()


def refusal(tmp_path, cert, key):
    command = [BINARY, "server", "--home", str(tmp_path / "never"), "--tls-cert", str(cert), "--tls-key", str(key)]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert not (tmp_path / "never").exists()
    return done.stderr


def test_wrong_files_are_named(tmp_path):
    cert, key = make_pair(tmp_path, "server")
    _, other_key = make_pair(tmp_path, "other")
    _, secret_key = make_pair(tmp_path, "secret", "-passout", "pass:1234")
    text = tmp_path / "text"
    text.write_text("no certificate")
    text.chmod(0o600)
    assert "No such file" in refusal(tmp_path, tmp_path / "nothing", key)
    assert "No such file" in refusal(tmp_path, cert, tmp_path / "nothing")
    assert f"{text} has no certificate" in refusal(tmp_path, text, key)
    assert f"{text} has no key" in refusal(tmp_path, cert, text)
    assert "is not that of the certificate" in refusal(tmp_path, cert, other_key)
    assert "needs a password" in refusal(tmp_path, cert, secret_key)
    os.chmod(key, 0o644)
    assert "chmod 600" in refusal(tmp_path, cert, key)


def test_one_needs_the_other():
    done = subprocess.run([BINARY, "server", "--tls-cert", "x"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--tls-key" in done.stderr


def test_a_handshake_that_hangs_is_ended(hanging):
    """It has ten seconds, which the tests above have taken for the most part."""
    assert [one.recv(1) for one in hanging] == [b""] * len(hanging)
