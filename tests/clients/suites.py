"""The clients' own tests: where they come from, how they are told of a server, and how they run."""

import os
import shutil
import subprocess
import sys

from ran import Table, read_results
from server import Server

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEPS = os.path.join(ROOT, ".deps")
WORK = os.path.join(DEPS, "suites")
HERE = os.path.dirname(os.path.abspath(__file__))

PYODPS = "https://github.com/aliyun/aliyun-odps-python-sdk"
DBT = "https://github.com/aliyun/dbt-maxcompute"
JAFFLE = "https://github.com/dbt-labs/jaffle-shop-classic"


def check_out(url, commit, sources):
    """A work tree of the commit, from a clone below `sources` where there is one."""
    owner, name = url.split("/")[-2:]
    target = os.path.join(WORK, name + "-" + commit[:10])
    if os.path.isdir(target):
        return target
    origin = url
    for place in (f"{owner}+{name}/repo", f"{owner}/{name}", name):
        if sources and os.path.isdir(os.path.join(sources, place)):
            origin = os.path.join(sources, place)
            break
    os.makedirs(WORK, exist_ok=True)
    subprocess.run(["git", "clone", "--quiet", "--no-checkout", origin, target + ".new"], check=True)
    subprocess.run(["git", "-C", target + ".new", "checkout", "--quiet", commit], check=True)
    os.rename(target + ".new", target)
    return target


def python_of(name):
    path = os.path.join(DEPS, name, "bin", "python")
    if not os.path.exists(path):
        sys.exit(f"clients: {path} is missing: run scripts/setup --clients")
    return path


def pytest(python, folder, out, options, paths, environment):
    """Runs pytest in the folder; its results."""
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout=120", f"--junitxml={out}.xml"]
    with open(out + ".log", "w", encoding="utf-8") as log:
        subprocess.run(
            [python, *words, *paths, *options],
            cwd=folder,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    return read_results(out + ".xml")


# ---- PyODPS ------------------------------------------------------------------------------------------

PROJECTS = """[odps]
access_id=id
secret_access_key=secret
project={project}
endpoint={endpoint}
[odps_daily]
project={project}
[odps_with_schema]
project={tiers}
[odps_with_tunnel_quota]
project={project}
quota_name=default
[odps_with_long_string]
project={project}
[odps_with_mcqa2]
project={project}
quota_name=maxqa
[test]
logging_level=WARNING
default_tunnel_quota_name=default
secondary_user=
py37_executable=
py310_executable=
"""
PARTS = ("tests", "models", "tunnel", "apis", "maxstorage", "ipython")


def run_pyodps(name, commit, server, out, sources, options):
    """The tests lie beside the package of the registry, as they do in the client's repository."""
    python = python_of(name)
    tree = check_out(PYODPS, commit, sources)
    found = subprocess.run(
        [python, "-c", "import odps, os; print(os.path.dirname(odps.__file__))"],
        capture_output=True,
        text=True,
        check=True,
    )
    package = found.stdout.strip()
    for folder, _, files in os.walk(os.path.join(tree, "odps")):
        if os.path.basename(folder) == "tests" or "/tests/" in folder + "/":
            target = os.path.join(package, os.path.relpath(folder, os.path.join(tree, "odps")))
            os.makedirs(target, exist_ok=True)
            for file in files:
                shutil.copy(os.path.join(folder, file), target)
    shutil.copy(os.path.join(tree, "odps", "conftest.py"), package)
    with open(os.path.join(package, "tests", "test.conf"), "w", encoding="utf-8") as file:
        file.write(PROJECTS.format(project=server.project, tiers=server.tiers, endpoint=server.endpoint))
    paths = [os.path.join("odps", part) for part in PARTS if os.path.isdir(os.path.join(package, part))]
    given = [word for word in options if not word.startswith("-") and os.path.exists(os.path.join(package, "..", word))]
    environment = {"TZ": "Asia/Shanghai", "HOME": os.path.join(server.folder, "user")}
    return pytest(python, os.path.dirname(package), out, options, [] if given else paths, environment)


# ---- dbt ---------------------------------------------------------------------------------------------

TARGET = """type: maxcompute
project: {tiers}
schema: dbt_tests
endpoint: {endpoint}
auth_type: access_key
access_key_id: id
access_key_secret: secret
threads: {threads}
"""


def run_dbt(_name, commit, server, out, sources, options):
    tree = check_out(DBT, commit, sources)
    profile = os.path.join(server.folder, "dbt_profile.yml")
    with open(profile, "w", encoding="utf-8") as file:
        file.write(TARGET.format(tiers=server.tiers, endpoint=server.endpoint, threads=1))
    server.give("odps.sql.validate.orderby.limit", "false")
    server.sql("ADD USER RAM$mc_schema@test.aliyunid.com:test_user_2507;")
    tests = os.path.join(server.folder, "dbt-tests")
    shutil.copytree(os.path.join(tree, "tests"), tests)
    given = [word for word in options if not word.startswith("-") and os.path.exists(os.path.join(server.folder, word))]
    environment = {"DBT_PROFILE_PATH": profile, "DBT_SEND_ANONYMOUS_USAGE_STATS": "false", "DBT_PROFILES_DIR": "/"}
    paths = [] if given else ["dbt-tests/functional"]
    # The adapter asks ten times, every 15 seconds, for a table that it does not find.
    words = ["-p", "no:cacheprovider", "--timeout=600", *options]
    return pytest(python_of("dbt"), server.folder, out, words, paths, environment)


def run_jaffle(_name, commit, server, out, sources, _options):
    """Every command that a user of the shop gives, as a case."""
    shop = os.path.join(server.folder, "shop")
    shutil.copytree(check_out(JAFFLE, commit, sources), shop)
    # A comment has 1,024 bytes at most, on the platform as well; the description of orders has 15 more.
    docs = os.path.join(shop, "models", "docs.md")
    with open(docs, encoding="utf-8") as file:
        text = file.read()
    with open(docs, "w", encoding="utf-8") as file:
        file.write(text.replace("Orders can be one of the following statuses", "Statuses"))
    shutil.copytree(os.path.join(HERE, "jaffle"), shop, dirs_exist_ok=True)
    target = TARGET.format(tiers=server.tiers, endpoint=server.endpoint, threads=4).replace("dbt_tests", "jaffle")
    with open(os.path.join(shop, "profiles.yml"), "w", encoding="utf-8") as file:
        file.write(
            "jaffle_shop:\n  target: dev\n  outputs:\n    dev:\n"
            + "".join(f"      {line}\n" for line in target.split("\n"))
        )
    results = []
    steps = ["debug", "seed", "run", "snapshot", "test", "run", "snapshot", "test", "build", "docs generate"]
    with open(out + ".log", "w", encoding="utf-8") as log:
        for number, step in enumerate(steps):
            words = [python_of("dbt"), "-m", "dbt.cli.main", *step.split(), "--profiles-dir", "."]
            environment = {**os.environ, "DBT_SEND_ANONYMOUS_USAGE_STATS": "false"}
            done = subprocess.run(words, cwd=shop, env=environment, stdout=log, stderr=subprocess.STDOUT, check=False)
            state = "failed" if done.returncode else "passed"
            results.append(("jaffle", f"{number + 1} {step}", state, f"see {out}.log"))
    return results


SUITES = {
    "pyodps": (run_pyodps, "d4cdf3cf7a8022b278d17b54d5491239753dcbc9", "PyODPS 0.13.1"),
    "pyodps11": (run_pyodps, "5e1c7f4f702574c30c0cfc3b1a27f10f5e196115", "PyODPS 0.11.6.5"),
    "dbt": (run_dbt, "4d2b57856032354987b4114c9d8265e73148dffa", "dbt-maxcompute 1.12.0"),
    "jaffle": (run_jaffle, "fd7bfacae4f497ff044a6a0275268676bf1b64c3", "dbt-maxcompute 1.12.0, jaffle shop"),
}


def run(name, sources, options, keep):
    """Runs the suite against a server of its own."""
    function, commit, title = SUITES[name]
    out = os.path.join(WORK, "out", name)
    os.makedirs(os.path.dirname(out), exist_ok=True)
    with Server(os.path.join(WORK, "home-" + name), out + ".server.log", keep) as server:
        results = function(name, commit, server, out, sources, options)
    return Table(title, name, results, os.path.join(HERE, "known.tsv"))
