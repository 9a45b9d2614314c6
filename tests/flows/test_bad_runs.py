"""Runs that cannot be: a home that is read-only, dates that do not exist."""

import os
import subprocess

import pytest
from conftest import DAY, TIMEOUT


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "--bizdate", "20260230"],
        ["run", "--bizdate", "2026"],
        ["run", "--cyctime", "20260101250000"],
        ["run", "--backfill", "20260101..20260231"],
        ["run", "--backfill", "20260102..20260101"],
    ],
)
def test_dates_that_do_not_exist(flows, arguments):
    flows.write(a_sql="SELECT 1;\n")
    done = flows.flow(*arguments)
    assert done.returncode == 2
    assert arguments[1] in done.stderr and "run 1" not in done.stderr
    assert not (flows.home / "flows").exists()


def test_a_home_that_is_read_only(flows, tmp_path):
    flows.write(flow_yaml="nodes: {a: {kind: VIRTUAL, cron: '00 00 02 * * ?'}}\n")
    assert flows.run().returncode == 0

    def nobody():
        # Root may write everywhere.
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)

    if os.geteuid() == 0:
        for folder in [tmp_path, *tmp_path.parents]:
            if not os.stat(folder).st_mode & 0o001:
                os.chmod(folder, os.stat(folder).st_mode | 0o011)
    kept = []
    for folder, _, files in os.walk(flows.home):
        for path in [folder, *(os.path.join(folder, name) for name in files)]:
            kept.append((path, os.stat(path).st_mode))
            os.chmod(path, 0o555 if path == folder else 0o444)
    try:

        def flow(*words):
            return subprocess.run(
                flows.command("flow", *words),
                capture_output=True,
                text=True,
                check=False,
                timeout=TIMEOUT,
                preexec_fn=nobody,
                cwd="/",
            )

        # What is known is told, and nothing runs.
        status = flow("status")
        assert status.returncode == 0 and DAY in status.stdout, status.stderr
        assert flow("run", flows.folder, "--dry-run").returncode == 0
        run = flow("run", flows.folder, "--bizdate", DAY)
        assert run.returncode == 3
        assert "home is read-only" in run.stderr and "hint: " in run.stderr
        assert flow("schedule", flows.folder, "--once").returncode == 3
    finally:
        for path, mode in kept:
            os.chmod(path, mode)
    assert flows.flow("status").stdout.count("SUCCESS") == 1
