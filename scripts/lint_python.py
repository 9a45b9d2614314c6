"""Holds Python code to ruff for scripts/lint: its layout (ruff.toml), and names that are not defined or not used."""

import re
import subprocess

RUFF = ".deps/venv/bin/ruff"
# Names that do not exist or are given twice, imports and variables that nobody uses; users' scripts
# import everything.
RULES = ["--select=F", "--ignore=F403,F405"]


def check(root, names, fix):
    """Findings (file, line, message) about the files `names` below `root`; `fix` mends the layout."""
    if not (root / RUFF).exists():
        print("lint: Python's layout and names are not checked, scripts/setup has not installed ruff")
        return []
    programs = [name for name in names if name.startswith("scripts/") and _is_program(root / name)]
    paths = ["src", "tests", "scripts", *programs]
    findings = []
    ran = _ruff(root, "check", "--isolated", "--output-format=concise", *RULES, *paths)
    found = re.findall(r"^(.+?):(\d+):\d+: (.+)$", ran.stdout, re.M)
    findings += found
    if ran.returncode != 0 and not found:
        findings.append(("scripts/lint", 1, "ruff check failed: " + ran.stderr.strip()[:200]))
    ran = _ruff(root, "format", "--force-exclude", *([] if fix else ["--check", "--output-format=concise"]), *paths)
    found = re.findall(r"^(.+?):(\d+):\d+: unformatted", ran.stdout, re.M)
    findings += [(name, line, "not laid out as ruff.toml says (scripts/lint --fix)") for name, line in found]
    if ran.returncode != 0 and not found:
        findings.append(("ruff.toml", 1, "ruff format failed: " + ran.stderr.strip()[:200]))
    return findings


def _is_program(path):
    return not path.suffix and path.read_bytes().startswith(b"#!/usr/bin/env python3")


def _ruff(root, command, *arguments):
    return subprocess.run(
        [RUFF, command, "--no-cache", *arguments], cwd=root, capture_output=True, text=True, check=False
    )
