"""Finds names that two files of one folder have in anonymous namespaces, for scripts/lint.

Such files are one translation unit (cmake/Unity.cmake), in which the names meet.
"""

import re
from collections import defaultdict
from pathlib import PurePath

LITERALS = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
DIRECTIVES = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", re.M)
PARTS = re.compile(r"[{};\n]|[^{};\n]+")
NAMESPACE = re.compile(r"\bnamespace(?:\s+([\w:]+))?\s*$")
TEMPLATE = re.compile(r"^template <.*?> (?=\w)")
TYPE = re.compile(r"^(?:struct|class|union|enum(?: class)?) (\w+)(?: final)?(?: ?:.*)?$")
BEFORE_NAME = re.compile(r"[\w>&*\]] ?(?:\b|(?<=[&*]))(\w+)$")
NO_NAMES = re.compile(r"^(?:using |namespace |static_assert|extern )")  # those of the same meaning may stand twice
OUTER = re.compile(r"<[^<>()]*>")


def name_of(head):
    """What a declaration at the level of a namespace names, or None."""
    head = TEMPLATE.sub("", " ".join(head.split()))
    if not head or NO_NAMES.match(head):
        return None
    if found := TYPE.match(head):
        return found[1]
    while (shorter := OUTER.sub("", head)) != head:
        head = shorter
    before = re.split(r"[(=\[]", head, maxsplit=1)[0].rstrip()
    found = BEFORE_NAME.search(before)
    return found[1] if found and "operator" not in before else None


def hidden_names(text):
    """{name: line} of what a source defines in anonymous namespaces."""
    text = LITERALS.sub(lambda found: ("" if found[0][0] == "/" else '""') + "\n" * found[0].count("\n"), text)
    text = DIRECTIVES.sub(lambda found: "\n" * found[0].count("\n"), text)
    names, scopes, head, line = {}, [], "", 1
    for found in PARTS.finditer(text):
        part = found[0]
        outside = all(kind == "namespace" for kind, _ in scopes)
        hidden = any(name is None for kind, name in scopes if kind == "namespace")
        if part == "\n":
            line += 1
            head += " "
        elif part == "{":
            space = NAMESPACE.search(head) if outside else None
            if space:
                head = ""
            elif outside and hidden and (name := name_of(head)):
                names.setdefault(name, line)
            scopes.append(("namespace", space[1]) if space else ("body", None))
        elif part == "}":
            scopes and scopes.pop()
            head = "" if all(kind == "namespace" for kind, _ in scopes) else head
        elif part == ";":
            # A function without a body, or a type without one, is defined elsewhere.
            declared = "(" in head.split("=")[0] or TYPE.match(" ".join(head.split()))
            if outside and hidden and not declared and (name := name_of(head)):
                names.setdefault(name, line)
            head = ""
        elif outside:
            head += part
    return names


def check(root, names):
    """Names that meet, as (file, line, message)."""
    folders = defaultdict(dict)
    findings = []
    for name in sorted(names):
        if not name.startswith(("src/", "tests/unit/")) or not name.endswith(".cpp"):
            continue
        known = folders[PurePath(name).parent]
        for hidden, line in hidden_names((root / name).read_text(encoding="utf-8")).items():
            other = known.setdefault(hidden, name)
            if other != name:
                findings.append((name, line, f"{hidden} is in {other}, too: share it, or call it otherwise"))
    return findings
