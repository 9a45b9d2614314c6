"""The part of scripts/lint that looks at the pages of the console, src/web.

Biome and TypeScript look at them where scripts/setup --console has been. The rules of the house need neither: colours
are variables of app/theme.css, and what people read is in a texts.ts, in both languages.
"""

import os
import re
import subprocess
from pathlib import Path

WEB = "src/web/"
GALLERY = "src/web/gallery/"  # for tests and for who works on widgets
THEME = "src/web/app/theme.css"
CODE = {".ts", ".tsx"}
MAX_LINES = 500
COLOUR = re.compile(r"(?<![\w&])#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b(?!-)|\b(?:rgba?|hsla?|oklch)\(")
# A text between tags, and one in an attribute that people see or hear.
SHOWN = re.compile(
    r">\s*[A-Za-z][a-z]+(?: [A-Za-z,.']+)*\s*</|\b(?:label|title|placeholder|hint|aria-label|alt)=\"[^\"]*[A-Za-z]{3}"
)


def check(root, names, fix):
    """Findings (file, line, message) about the files `names` below `root`; `fix` mends the layout."""
    pages = [name for name in names if name.startswith(WEB)]
    if not pages:
        return []
    findings = [finding for name in pages for finding in check_file(name, (root / name).read_text(encoding="utf-8"))]
    return findings + check_by_tools(root, fix)


def check_file(name, text):
    suffix = Path(name).suffix
    if suffix in CODE and text.count("\n") > MAX_LINES:
        yield name, MAX_LINES, f"{text.count(chr(10))} lines: split it, {MAX_LINES} is the limit"
    if suffix not in CODE | {".css"} or name == THEME:
        return
    for number, line in enumerate(text.splitlines(), 1):
        if COLOUR.search(line):
            yield name, number, "a colour: make it a variable of app/theme.css, with its light and its dark value"
        if suffix == ".tsx" and not name.startswith(GALLERY) and SHOWN.search(line):
            yield name, number, "a text that people see: put it into texts.ts, in both languages"


def check_by_tools(root, fix):
    node, packages, web = root / ".deps/venv/bin/node", root / ".deps/console/node_modules", root / WEB
    if not node.exists() or not packages.exists():
        print("lint: the pages of the console are not checked, scripts/setup --console has not been here")
        return []
    if not (web / "node_modules").exists():
        (web / "node_modules").unlink(missing_ok=True)
        (web / "node_modules").symlink_to("../../.deps/console/node_modules")
    biome = packages / "@biomejs/biome/bin/biome"
    running = [
        start(web, node, biome, "check", *(["--write"] if fix else []), "--reporter=github", "--max-diagnostics=50"),
        start(web, node, packages / "typescript/bin/tsc", "--noEmit", "--pretty", "false"),
    ]
    (biome_said, biome_ended), (types_said, types_ended) = (ended(process) for process in running)
    findings = [
        (os.path.relpath(file, root) if os.path.isabs(file) else WEB + file, line, f"{rule}: {message}")
        for rule, file, line, message in re.findall(
            r"^::(?:error|warning) title=([^,]*),file=([^,]*),line=(\d+),[^:]*::(.*)$", biome_said, re.M
        )
    ]
    findings += [
        (WEB + file, line, message)
        for file, line, message in re.findall(r"^(\S+?)\((\d+),\d+\): error (.*)$", types_said, re.M)
    ]
    if (biome_ended or types_ended) and not findings:
        findings.append((WEB + "package.json", 1, "the tools failed: " + (biome_said + types_said).strip()[-300:]))
    return findings


def start(web, *command):
    return subprocess.Popen(command, cwd=web, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def ended(process):
    said = process.communicate()[0]
    return said, process.returncode
