"""`paisql eas`: the verbs of PAI-EAS' own client, with services that have no instances yet."""

import json
import os
import select
import subprocess

import pytest

from conftest import BINARY, ROOT, TIMEOUT
from fleet_home import FleetHome
from statements import Session

MODELS = ROOT / "tests" / "data" / "models"


@pytest.fixture
def eas(tmp_path):
    """Runs a verb in a home of its own; gives the finished process."""

    def run(*words, status=0):
        done = subprocess.run(
            [BINARY, "--home", str(tmp_path / "home"), "eas", *words],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            cwd=tmp_path,
            check=False,
        )
        assert done.returncode == status, done.stderr
        return done

    def write(name, service):
        text = service if isinstance(service, str) else json.dumps(service, indent=2)
        (tmp_path / name).write_text(text)
        return name

    run.write = write
    return run


def service_json(model="dense", **more):
    return {
        "name": "churn",
        "token": "secret",
        "model_path": str(MODELS / model),
        "processor": "tensorflow_cpu_1.15",
        "metadata": {"instance": 0, "gpu": 1},
        **more,
    }


def rows(text):
    """The cells of a table's lines."""
    return [
        [cell.strip() for cell in line.strip()[1:-1].split("|")] for line in text.splitlines() if line.startswith("|")
    ]


def test_a_service_from_create_to_delete(eas):
    eas.write("service.json", service_json(foo={"bar": [1, 2]}, labels={"team": "a"}))
    made = eas("create", "service.json")
    assert rows(made.stdout) == [["Intranet Endpoint", ""], ["Token", "secret"]]
    assert "without effect here: metadata.gpu, labels.team" in made.stderr
    assert made.stderr.count("foo.bar") == 1 and "without a meaning here" in made.stderr
    assert "secret" not in made.stderr

    head, service = rows(eas("ls").stdout)
    assert head == ["SERVICENAME", "REGION", "INSTANCE", "CREATETIME", "UPDATETIME", "STATUS", "WEIGHT", "SERVICEPATH"]
    assert [service[i] for i in (0, 1, 2, 5, 6, 7)] == ["churn", "local", "0", "Stopped", "100", "/api/predict/churn"]

    eas.write("second.json", service_json("linear", release=True))
    eas("create", "second.json")
    eas("release", "churn", "-w", "20")
    assert [row[6] for row in rows(eas("ls").stdout)[1:]] == ["80", "20"]
    eas("switch", "churn")
    facts = rows(eas("desc", "churn").stdout)
    assert ["AccessToken", "secret"] in facts and ["Version", "2 (main)"] in facts
    eas("version", "churn", "1")
    assert ["Version", "1 (main)"] in rows(eas("desc", "churn").stdout)
    eas("modify", "churn", "-Dmetadata.rpc.batching=false")
    assert ["Version", "3 (main)"] in rows(eas("desc", "churn").stdout)
    eas.write("changed.json", {"metadata": {"rpc": {"max_batch_size": 4}}})
    eas("modify", "churn", "-s", "changed.json")
    assert ["Version", "4 (main)"] in rows(eas("desc", "churn").stdout)
    eas("stop", "churn")
    assert ["Status", "Stopped"] in rows(eas("desc", "churn").stdout)
    assert len(rows(eas("w", "churn").stdout)) == 1
    eas("delete", "churn")
    assert len(rows(eas("ls").stdout)) == 1
    assert "does not exist" in eas("desc", "churn", status=1).stderr


BAD_FILES = [
    ('{"name": "s",\n "processor" "pmml"}', "bad.json:2:14: "),
    ("[1, 2]", "bad.json:1:1: "),
    ('{"name": "s", "name": "t"}', "bad.json:1:15: "),
    ('{"name": "s"}', 'has no "model_path"'),
    ('{"model_path": "/nowhere"}', 'has no "name"'),
    ('{"name": "s", "model_path": "/nowhere"}', "bad.json:1:29: "),
    ('{"name": "s", "model_path": "https://example.com/m.tar.gz"}', "not fetched from the network"),
    ('{\n  "name": "s",\n  "processor": "caffe"\n}', "bad.json:3:16: "),
    ('{"name": "s", "processor": "tensorflo"}', "there is no processor 'tensorflo'"),
    ('{"name": "s", "containers": [{"image": "a"}]}', "'containers' is not offered"),
    ('{"name": "s", "model_path": "MODEL",\n "metadata": {"instance": "x"}}', "bad.json:2:27: "),
    ('{"name": "s", "model_path": "MODEL",\n "metadata": {"instance": 65}}', "from 0 to 64"),
    ('{"name": "s", "model_path": "MODEL",\n "metadata": {"rpc": {"batching": 2}}}', "bad.json:2:35: "),
    ('{"name": "s/t", "model_path": "MODEL"}', "bad.json:1:10: "),
]


@pytest.mark.parametrize("text, message", BAD_FILES)
def test_a_file_that_cannot_be(eas, text, message):
    eas.write("bad.json", text.replace("MODEL", str(MODELS / "dense")))
    assert message in eas("create", "bad.json", status=1).stderr


BAD_WORDS = [
    ([], "eas needs one of create, modify"),
    (["crate", "x"], "did you mean 'create'"),
    (["stop"], "write eas stop SERVICE"),
    (["release", "churn", "-w"], "write eas release SERVICE -w WEIGHT"),
]


@pytest.mark.parametrize("words, message", BAD_WORDS)
def test_words_that_cannot_be(eas, words, message):
    assert message in eas(*words, status=2).stderr


def test_verbs_of_this_machine(eas, tmp_path):
    eas.write("service.json", service_json())
    assert "0/0 of its processes" in eas("test", "service.json").stdout
    assert eas("ls").stdout == eas("list").stdout and "test_" not in eas("ls").stdout
    (tmp_path / "it's a model.tar.gz").write_text("x")
    assert eas("upload", "it's a model.tar.gz").stdout == "[OK] oss target path: oss://eas-models/it's a model.tar.gz\n"
    kept = tmp_path / "home" / "oss" / "eas-models" / "it's a model.tar.gz"
    assert kept.read_text() == "x"
    assert "cannot read none" in eas("upload", "none", status=1).stderr
    eas("create", "service.json")
    assert eas("up").stdout.startswith("[OK] ")
    unit = eas("unit").stdout
    assert f'--home "{tmp_path / "home"}" eas up\n' in unit and "WantedBy=default.target" in unit
    eas("delete", "none", status=1)
    assert "write delete SERVICE [-f]" in eas("delete", "churn", "-x", status=1).stderr
    assert "is deleted" in eas("delete", "churn").stdout  # nobody is at a terminal to be asked


def test_bench_asks_a_service_many_times(tmp_path, models):
    session = Session(tmp_path / "home")
    home = FleetHome(session.folder)
    (tmp_path / "good.json").write_text('[{"x": 1}]')
    (tmp_path / "bad.json").write_text('[{"z": 1}]')
    session.run(f"DEPLOY SERVICE s USING '{models / 'numbered' / '1'}';")

    def bench(*words, status=0):
        done = subprocess.run(
            [BINARY, "--home", str(home.folder), "eas", "bench", "s", *words],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            cwd=tmp_path,
            check=False,
        )
        assert done.returncode == status, done.stderr
        return dict(rows(done.stdout)) if status == 0 else done.stderr

    try:
        told = bench("--data", "good.json", "-c", "4", "-n", "200")
        assert [told[name] for name in ("Requests", "Connections", "Statuses", "Errors")] == [
            "200",
            "4",
            "200: 200",
            "0",
        ]
        assert float(told["Requests/s"]) > 0 and told["Latency p99.9"].endswith(" ms")
        latencies = [float(told[f"Latency {name}"].split()[0]) for name in ("p50", "p90", "p99", "p99.9", "max")]
        assert latencies == sorted(latencies) and latencies[0] > 0
        told = bench("--data", "bad.json", "-d", "1")
        assert told["Errors"] == told["Requests"] and told["Statuses"].startswith("400: ")
        assert "there is no input 'z'" in told["First error"]
        for words, message in (
            (("--data", "none", "-n", "5"), "none"),
            (("-n", "5"), "bench has no --data FILE"),
            (("--data", "good.json", "-c", "0"), "from 1 to 256"),
            (("--data", "good.json", "-n", "1", "-d", "1"), "-n or -d, not both"),
            (("--data", "good.json", "-x", "1"), "does not know '-x'"),
        ):
            assert message in bench(*words, status=1)
        session.run("STOP SERVICE s;")
        assert "service s does not run" in bench("--data", "good.json", status=1)
    finally:
        home.end()


def shown(terminal, text):
    """What the terminal shows up to a text, which may come in pieces."""
    seen = b""
    while text not in seen.decode(errors="replace"):
        if not select.select([terminal], [], [], TIMEOUT)[0]:
            raise TimeoutError(f"{text!r} does not come, but {seen!r}")
        seen += os.read(terminal, 4096)
    return seen.decode(errors="replace")


def test_delete_asks_at_a_terminal(eas, tmp_path):
    eas.write("service.json", service_json())
    eas("create", "service.json")
    for answer, left in ((b"n\n", True), (b"\n", True), (b"yes\n", False)):
        here, there = os.openpty()
        os.write(here, answer)
        subprocess.run(
            [BINARY, "--home", str(tmp_path / "home"), "eas", "delete", "churn"],
            stdin=there,
            stderr=there,
            stdout=subprocess.DEVNULL,
            timeout=TIMEOUT,
            check=True,
        )
        shown(here, "Delete service churn with all its versions? [y/N]")
        chinese = dict(os.environ, LC_ALL="zh_CN.UTF-8")
        os.write(here, b"n\n")
        subprocess.run(
            [BINARY, "--home", str(tmp_path / "home"), "eas", "delete", "churn"],
            stdin=there,
            stderr=there,
            stdout=subprocess.DEVNULL,
            timeout=TIMEOUT,
            check=False,
            env=chinese,
        )
        question = "删除服务 churn 及其所有版本? [y/N]"
        asked = shown(here, question if left else "FAILED")
        assert (question in asked) == left
        os.close(there)
        os.close(here)
        assert ("churn" in eas("ls").stdout) == left
