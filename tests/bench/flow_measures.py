"""Workflows of many nodes: what beginning, checking and resuming them costs."""

import json
import os
import shutil
import subprocess
import tempfile
import time


def measure(paisql, repeats=3):
    """Seconds of each thing: virtual nodes, resuming them, turns of a loop, a merge, branches, instances of a
    node that is due each minute, small SQL nodes and the same statements in one session, checking large SQL
    nodes."""
    folder = tempfile.mkdtemp(prefix="paisql-bench-flows-")
    try:
        return _measure(paisql, folder, repeats)
    finally:
        shutil.rmtree(folder)


def write_spec(path, count):
    """A FlowSpec 1.1 of so many nodes of SQL, each of which waits for one and takes a value of another."""
    nodes, flows = [], []
    for i in range(count):
        nodes.append(
            {
                "id": f"id{i}",
                "name": f"node_{i}",
                "recurrence": "Normal",
                "script": {
                    "path": f"w/node_{i}",
                    "language": "odps-sql",
                    "runtime": {"command": "ODPS_SQL"},
                    "content": f"CREATE TABLE IF NOT EXISTS t{i} (x BIGINT);",
                    "parameters": [
                        {"name": "bizdate", "type": "System", "scope": "NodeParameter", "value": "$bizdate"}
                    ],
                },
                "inputs": {
                    "variables": [{"name": "day", "inputName": "given", "node": {"nodeId": f"id{(i - 1) // 2}"}}]
                    if i
                    else []
                },
                "outputs": {
                    "nodeOutputs": [{"data": f"p.node_{i}"}],
                    "variables": [{"name": "day", "type": "Constant", "value": str(i)}],
                },
            }
        )
        if i:
            flows.append({"nodeId": f"id{i}", "depends": [{"type": "Normal", "output": f"p.node_{(i - 1) // 2}"}]})
    with open(path, "w") as file:
        json.dump({"version": "1.1.0", "kind": "CycleWorkflow", "spec": {"nodes": nodes, "flow": flows}}, file)


def _measure(paisql, folder, repeats):
    home = os.path.join(folder, "home")

    def best(*arguments):
        times = []
        for _ in range(repeats):
            start = time.perf_counter()
            done = subprocess.run([paisql, "--home", home, *arguments], capture_output=True, text=True)
            times.append(time.perf_counter() - start)
            assert done.returncode == 0, done.stderr[-2000:]
        return min(times)

    def flow(name, nodes):
        path = os.path.join(folder, name)
        os.mkdir(path)
        lines = ["nodes:"]
        for node, (text, entry) in nodes.items():
            lines.append(f"  {node}: {entry}")
            if text:
                with open(os.path.join(path, node + ".sql"), "w") as file:
                    file.write(text)
        with open(os.path.join(path, "flow.yaml"), "w") as file:
            file.write("\n".join(lines) + "\n")
        return path

    virtual = flow(
        "virtual",
        {f"n{i}": ("", "{kind: VIRTUAL" + (f", depends: [n{(i - 1) // 2}]" if i else "") + "}") for i in range(1000)},
    )
    data = ",".join(str(i) for i in range(1000))
    loop = flow(
        "loop",
        {
            "each": (
                "",
                '{max-iterations: 1024, parameters: {loopDataArray: "' + data + '"}, do: {one: {kind: VIRTUAL}}}',
            )
        },
    )
    merge = flow(
        "merge",
        {
            **{f"n{i}": ("", "{kind: VIRTUAL}") for i in range(999)},
            "all": ("", "{join: [" + ", ".join(f"n{i}" for i in range(999)) + "]}"),
        },
    )
    minutes = flow(
        "minutes",
        {
            "often": ("", "{kind: VIRTUAL, cron: '00 * * * * ?'}"),
            "report": ("", "{kind: VIRTUAL, cron: '00 00 00 * * ?', depends: [often]}"),
        },
    )
    branches = flow(
        "branches", {f"b{i}": ("", "{branches: {" + f"yes{i}: '1 == 1', no{i}: 'True'" + "}}") for i in range(20)}
    )
    small = flow("small", {f"n{i}": ("SELECT 1;\n", "") for i in range(200)})
    query = ",\n".join(f"       MAX(IF(a = {i}, b, NULL)) AS c{i}" for i in range(46))
    large = flow(
        "large",
        {f"n{i}": (f"SELECT ds,\n{query}\nFROM large_source\nWHERE ds = 1\nGROUP BY ds;\n", "") for i in range(500)},
    )
    whole = os.path.join(folder, "whole.sql")
    with open(whole, "w") as file:
        file.write("SELECT 1;\n" * 200)
    subprocess.run(
        [paisql, "--home", home, "-e", "CREATE TABLE large_source (a BIGINT, b BIGINT, ds BIGINT);"],
        check=True,
        capture_output=True,
    )
    spec = os.path.join(folder, "spec.json")
    write_spec(spec, 2000)
    plain = os.path.join(folder, "plain")
    exported = os.path.join(folder, "exported.json")

    def import_spec():
        start = time.perf_counter()
        shutil.rmtree(plain, ignore_errors=True)
        subprocess.run([paisql, "--home", home, "flow", "import", spec, plain], check=True, capture_output=True)
        return time.perf_counter() - start

    imported = min(import_spec() for _ in range(repeats))
    shutil.rmtree(os.path.join(plain, ".dataworks"))
    return {
        "import": imported,
        "export": best("flow", "export", plain, exported, "--overwrite"),
        "virtual": best("flow", "run", virtual, "--quiet"),
        "resume": best("flow", "run", virtual, "--quiet", "--resume"),
        "loop": best("flow", "run", loop, "--quiet"),
        "merge": best("flow", "run", merge, "--quiet"),
        "minutes": best("flow", "run", minutes, "--quiet"),
        "branches": best("flow", "run", branches, "--quiet", "--parallel", "2"),
        "small": best("flow", "run", small, "--quiet", "--parallel", "2"),
        "session": best("--quiet", "-f", whole),
        "check": best("flow", "check", large),
    }
