"""Runs clang-tidy over src/ for scripts/lint: .clang-tidy has the checks.

A file that was clean is not looked at again before it changes, or a header that it includes, the
checks, clang-tidy, or the way it is compiled. What was clean is remembered below
${XDG_CACHE_HOME:-~/.cache}/paisql/tidy, for all checkouts of this user; headers of the system are
taken to stay as they are. A file with findings is looked at each time.
"""

import hashlib
import json
import os
import re
import shlex
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PATTERN = ".deps/venv/lib/python3*/site-packages/clang_tidy/data/bin/clang-tidy"
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.M)
FINDING = re.compile(r"(.+?):(\d+):\d+: (?:warning|error): (.+)")
GENERATED = "grammar/PaisqlParser.h"  # sources include it, so it stands for a finished build
KEPT_DAYS = 30
WHOLE = {".clang-tidy", "requirements-dev.lock"}  # a change of these concerns every file


class Sources:
    """Digests of files together with all that they include, each file read once."""

    def __init__(self):
        self.read = {}

    def own(self, path):
        """The digest of a file's text, and what it includes."""
        if path not in self.read:
            data = path.read_bytes()
            names = [name.decode(errors="replace") for name in INCLUDE.findall(data)]
            self.read[path] = (hashlib.sha256(data).hexdigest(), names)
        return self.read[path]

    def closure(self, path, folders):
        """The digests of a file and of every header that is found in one of the folders."""
        seen = {}
        waiting = [path]
        while waiting:
            at = waiting.pop()
            if at in seen:
                continue
            seen[at], names = self.own(at)
            for name in names:
                found = next((folder / name for folder in [at.parent, *folders] if (folder / name).is_file()), None)
                if found:
                    waiting.append(Path(os.path.normpath(found)))
        return sorted(seen.values())


def include_folders(command):
    """The folders of -I and -isystem, without the compiler's own."""
    words = shlex.split(command)
    folders = [word[2:] for word in words if word.startswith("-I") and len(word) > 2]
    folders += [words[i + 1] for i, word in enumerate(words[:-1]) if word == "-isystem"]
    return [Path(folder) for folder in folders if not folder.startswith("/usr/")]


def cache_folder():
    base = os.environ.get("XDG_CACHE_HOME")
    folder = (Path(base) if base else Path.home() / ".cache") / "paisql" / "tidy"
    folder.mkdir(parents=True, exist_ok=True)
    oldest = time.time() - KEPT_DAYS * 86400
    for mark in folder.iterdir():
        if mark.stat().st_mtime < oldest:
            mark.unlink(missing_ok=True)
    return folder


def run_one(root, tool, path):
    """What clang-tidy finds in one file, as (file, line, message).

    Headers of the system are not ours to mend: RapidJSON's has a function that Clang refuses,
    although nobody calls it.
    """
    done = subprocess.run(
        [tool, "-p", root / "build", "--quiet", path],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    findings, of_system = [], False
    for line in done.stdout.splitlines():
        match = FINDING.match(line)
        if match:
            name = os.path.relpath(match.group(1), root)
            if name.startswith(".."):
                of_system = True
            else:
                findings.append((name, int(match.group(2)), match.group(3)))
    if done.returncode != 0 and not findings and not of_system:
        last = (done.stderr.strip().splitlines() or ["no output"])[-1]
        findings.append((os.path.relpath(path, root), 1, f"clang-tidy failed: {last}"))
    return findings


def git(root, *arguments):
    """The lines that git answers; none where it fails, as in a folder without a history."""
    done = subprocess.run(["git", *arguments], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed_sources(root):
    """The sources that this branch changes, on main the last commit; with what is not committed.

    A header stands for the source of its name. None, which means all of them, when the checks or the
    pinned tool have changed. A clone of one commit has no earlier one to compare with: there it is
    only what is not committed.
    """
    head = git(root, "rev-parse", "HEAD")
    base = git(root, "merge-base", "HEAD", "origin/main")
    if not base or base == head:
        base = git(root, "rev-parse", "--verify", "--quiet", "HEAD^1") or head
    names = git(root, "diff", "--name-only", *base) + git(root, "ls-files", "--others", "--exclude-standard")
    if WHOLE.intersection(names):
        return None
    return {name[:-1] + "cpp" if name.endswith(".h") else name for name in names}


def check(root, names, changed=None):
    """What it finds in the sources among names, as (file, line, message). Says when it cannot run.

    Of these it looks at the changed ones only, when they are given.
    """
    tools = sorted(root.glob(PATTERN))
    commands = root / "build/compile_commands.json"
    built = commands.is_file() and (root / "build" / GENERATED).is_file()
    if not tools or not built:
        why = "there is no build yet" if tools else "scripts/setup has not installed it"
        print(f"lint: clang-tidy is skipped: {why}")
        return []
    tool = tools[-1]
    version = subprocess.run([tool, "--version"], check=True, stdout=subprocess.PIPE).stdout
    sources = (name for name in names if name.startswith("src/") and name.endswith(".cpp"))
    wanted = {root / name for name in sources if changed is None or name in changed}
    units = {Path(unit["file"]): unit["command"] for unit in json.loads(commands.read_text())}
    missing = wanted - set(units)
    if missing:
        print(f"lint: clang-tidy passes over {len(missing)} files that the build does not know yet")
    texts = Sources()
    common = hashlib.sha256(version + (root / ".clang-tidy").read_bytes()).hexdigest()
    cache = cache_folder()
    marks = {}
    for path in sorted(wanted & set(units)):
        # The same file in another checkout is the same file.
        command = units[path].replace(str(root), "")
        digests = texts.closure(path, include_folders(units[path]))
        key = hashlib.sha256("\n".join([common, command, *digests]).encode()).hexdigest()
        mark = cache / key
        if mark.exists():
            mark.touch()
        else:
            marks[path] = mark
    many = len(marks) > 20
    if many:
        print(f"lint: clang-tidy looks at {len(marks)} files", flush=True)
    started = time.monotonic()
    findings = set()

    def look(path):
        found = run_one(root, tool, path)
        if not found:
            marks[path].touch()
        return found

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for found in pool.map(look, marks):
            findings.update(found)
    if many:
        print(f"lint: clang-tidy took {time.monotonic() - started:.0f} s")
    return sorted(findings)
