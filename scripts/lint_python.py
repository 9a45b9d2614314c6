"""Holds Python code for scripts/lint: its layout (ruff.toml), its names, and the rooms of src/python.

A line "python/<room>: …" of cmake/rooms.txt names the rooms that the room may import, each of which has
its line above. The room is the package src/python/paisql/<room>, or else src/python/<room>; a file
belongs to the innermost room around it. A room and the rooms within it may import each other. An import
counts wherever it stands, within functions too, and so does the name of a module as a string, by which
modules are loaded later.
"""

import ast
import os
import re
import subprocess

RUFF = ".deps/venv/bin/ruff"
# Names that do not exist or are given twice, imports and variables that nobody uses; users' scripts
# import everything.
RULES = ["--select=F", "--ignore=F403,F405"]
SOURCES = "src/python/"
ROOMS = "cmake/rooms.txt"


def check(root, names, fix):
    """Findings (file, line, message) about the files `names` below `root`; `fix` mends the layout."""
    return check_by_ruff(root, names, fix) + check_rooms(root, names)


def check_by_ruff(root, names, fix):
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


def check_rooms(root, names):
    files = [name for name in names if name.startswith(SOURCES) and name.endswith(".py")]
    house = House(files)
    rooms, findings = _read_rooms(root)
    used = {room: set() for room in rooms}
    imports = {}
    for name in files:
        room = house.room_of(name, rooms)
        if room is None:
            findings.append((ROOMS, 1, "%s belongs to no room of Python" % name))
            continue
        imports[name] = {}
        for target, line in house.imports_of(root, name):
            imports[name].setdefault(target, line)
            other = house.room_of(target, rooms)
            if other is None or other == room or other.startswith(room + "/") or room.startswith(other + "/"):
                continue
            used[room].add(other)
            if other not in rooms[room]:
                findings.append((name, line, "%s may not import %s (%s has the arrows)" % (room, other, ROOMS)))
    for room, below in rooms.items():
        findings += [(ROOMS, 1, "%s imports nothing of %s" % (room, other)) for other in sorted(below - used[room])]
    findings += _circles(imports)
    return findings + _twins(files)


def _read_rooms(root):
    """({room: rooms that it may import}, findings)."""
    rooms, findings = {}, []
    for number, line in enumerate((root / ROOMS).read_text().splitlines(), 1):
        name, colon, below = line.partition(":")
        if not colon or not name.startswith("python/"):
            continue
        for other in below.split():
            if other not in rooms:
                findings.append((ROOMS, number, "%s names %s before it is there" % (name, other)))
        rooms[name] = set(below.split()) & set(rooms)
    return rooms, findings


class House:
    """The modules of src/python, given the names of the files."""

    def __init__(self, files):
        self.modules = {}
        for name in files:
            module = name[len(SOURCES) : -len(".py")].replace("/", ".")
            self.modules[module.removesuffix(".__init__")] = name

    def room_of(self, name, rooms):
        """The innermost room around a file; None where none has a line."""
        path = name[len(SOURCES) : -len(".py")].removesuffix("/__init__")
        while path:
            inside = path.removeprefix("paisql/")
            if "python/" + inside in rooms:
                return "python/" + inside
            path = path.rpartition("/")[0]
        return None

    def imports_of(self, root, name):
        """(file of a module, line) of each import in a file, and of each string that names a module."""
        tree = ast.parse((root / name).read_text(encoding="utf-8"))
        package = os.path.dirname(name[len(SOURCES) :]).replace("/", ".")
        for node in ast.walk(tree):
            asked = []
            if isinstance(node, ast.Import):
                asked = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                parts = package.split(".")[: None if node.level < 2 else 1 - node.level] if node.level else []
                base = ".".join(parts + ([node.module] if node.module else []))
                asked = [base + "." + alias.name for alias in node.names]
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
                asked = [node.value] if node.value in self.modules else []
            for module in asked:
                while module and module not in self.modules:
                    module = module.rpartition(".")[0]
                if module and self.modules[module] != name:
                    yield self.modules[module], node.lineno


def _circles(imports):
    """A finding for each circle of files that import each other: all of them in its message."""
    numbers, lowest, stack, findings = {}, {}, [], []

    def visit(name):
        numbers[name] = lowest[name] = len(numbers)
        stack.append(name)
        for other in imports.get(name, ()):
            if other not in numbers:
                visit(other)
            if other in stack:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == numbers[name]:
            circle = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(circle) > 1:
                first = min(circle)
                line = min(line for other, line in imports[first].items() if other in circle)
                others = ", ".join(one[len(SOURCES) :] for one in sorted(circle) if one != first)
                findings.append((first, line, "imports itself by way of " + others))

    for name in imports:
        if name not in numbers:
            visit(name)
    return findings


def _twins(files):
    """A finding for each file of paisql that is called as one of a folder beside, around or within its own."""
    folders = {}
    for name in files:
        folder, _, base = name.rpartition("/")
        if name.startswith(SOURCES + "paisql/") and base != "__init__.py":
            folders.setdefault(folder, {})[base] = name
    findings = []
    for folder, held in folders.items():
        parent = folder.rpartition("/")[0]
        for other, theirs in folders.items():
            if other > folder and parent == other.rpartition("/")[0] or other == parent:
                findings += [
                    (held[base], 1, "has the name of " + theirs[base]) for base in sorted(held.keys() & theirs)
                ]
    return findings
