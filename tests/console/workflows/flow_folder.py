"""A folder with a workflow of a few quick nodes, and what a test asks of the console about it."""

import os

FLOW = """
parameters: {bizdate: $bizdate, size: '3'}
nodes:
  load: {file: load.sql, description: the numbers of the day}
  count: count.sql
  report: {file: report.sh, depends: [count], parameters: [$bizdate]}
"""
FILES = {
    "flow.yaml": FLOW,
    "load.sql": (
        "CREATE TABLE IF NOT EXISTS numbers (n BIGINT) PARTITIONED BY (ds STRING);\n"
        "INSERT OVERWRITE TABLE numbers PARTITION (ds='${bizdate}') SELECT ${size};\n"
    ),
    "count.sql": "SELECT n AS counted FROM numbers WHERE ds = '${bizdate}';\n",
    "report.sh": 'echo "day $1"\n',
}
ENDS = {"SUCCESS", "FAILURE"}


def write(folder, **changes):
    """The workflow in the folder; `changes` are other files, report_sh=… is report.sh, None for none."""
    os.makedirs(folder, exist_ok=True)
    files = FILES | {name[::-1].replace("_", ".", 1)[::-1]: text for name, text in changes.items()}
    for name, text in files.items():
        path = os.path.join(folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        elif os.path.exists(path):
            os.remove(path)
    return str(folder)


def add(console, folder):
    return console.post("/workflows", {"folder": str(folder)})["id"]


def ended(console, run, token=None):
    """The run with its nodes, when it has ended; `token`: of the user who asks."""
    cursor = ""
    while True:
        status, answer = console.ask("GET", f"/workflow-runs/{run}", token=token, after=cursor)
        assert status == 200, answer
        cursor = answer["cursor"]
        if not answer.get("unchanged") and answer["run"]["state"] in ENDS:
            return answer


def states(answer):
    return {node["name"]: node["state"] for node in answer["nodes"]}
