#!/usr/bin/env python3
"""Finds words in docs, comments, help and messages that readers of English stumble over.

usage: scripts/lint_words.py [PATH...]

Prints FILE:LINE, the word and what to write instead, for the files or folders given, or for the whole
checkout, and ends with status 1 when there is one. Looks at Markdown, at comments, at docstrings, and at the
string literals of the program; not at code. `scripts/lint` runs it, too: it leaves out what
`scripts/lint_words.txt` lists, the files and folders that nobody has swept yet, and reports a line of
that list that is no longer needed. A path that is given here is looked at in any case.
"""

import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path

LIST = "scripts/lint_words.txt"
PROSE = {".md"}
CPP = {".cpp", ".h", ".def", ".c", ".g4", ".proto", ".ts", ".tsx", ".css"}
HASH = {".cmake", ".sh", ".test", ".txt", ".yaml", ".yml", ".toml"}
# Examples for whom the word is right: what cannot keep up, and what stays when somebody goes.
RIGHT = re.compile(
    r"\b(fall|falls|fell|falling|lag|lags|lagging|leave|leaves|left|leaving) (\w+ ){0,3}behind\b"
    r"|\bbehind (a|the) (proxy|reverse proxy|firewall|load balancer|front)\b",
    re.I,
)
WORDS = [
    (re.compile(r"\bbehind\b", re.I), "write 'after' (time, order, place in a text)"),
    (
        re.compile(r"(?<!\bthere )\b(is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b)", re.I),
        "write 'is not a …' or 'has no …'",
    ),
    (re.compile(r"(?<!\b[Tt]here )\b(is|are|was|were) none\b"), "write 'is not one' or name what is missing"),
    (re.compile(r"\bparted\b", re.I), "write 'separated'"),
    (re.compile(r"\bof nobody\b", re.I), "say whose it is, or that it has no owner"),
]
COMMENT_OR_STRING = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<d>[^(\s]{0,16})\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'",
    re.S,
)


def cpp_prose(text, with_strings):
    """(line, text) of the comments, and of the string literals, of C++, TypeScript or a grammar."""
    for match in COMMENT_OR_STRING.finditer(text):
        found = match.group(0)
        if found[0] != "/" and not with_strings:
            continue
        first = text.count("\n", 0, match.start()) + 1
        for offset, line in enumerate(found.split("\n")):
            yield first + offset, line


def python_prose(text, with_strings):
    """(line, text) of the comments and docstrings, and of other strings, of a Python file."""
    begins = True
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and (begins or with_strings)):
                for offset, line in enumerate(token.string.split("\n")):
                    yield token.start[0] + offset, line
            if token.type not in (tokenize.COMMENT, tokenize.NL):
                begins = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    except (tokenize.TokenError, IndentationError, SyntaxError):
        return  # Python 2, or a test's broken script


def hash_prose(text):
    """(line, text) of the comments that begin with '#'."""
    for number, line in enumerate(text.split("\n"), 1):
        match = re.search(r"(^|\s)#(?!!)(.*)", line)
        if match:
            yield number, match.group(2)


def prose(name, text, comments_only=False):
    """(line, text) of what people read in the file."""
    suffix = Path(name).suffix
    ours = name.startswith(("src/", "scripts/")) and not comments_only
    if suffix in PROSE:
        return enumerate(text.split("\n"), 1)
    if suffix in CPP:
        return cpp_prose(text, ours)
    if suffix == ".py" or text.startswith("#!/usr/bin/env python"):
        return python_prose(text, ours)
    if suffix in HASH or text.startswith("#!"):
        return hash_prose(text)
    return ()


def findings_of(name, text):
    """(line, message) of each word in the text of the file of that name."""
    found = []
    for number, line in prose(name, text):
        bare = RIGHT.sub("", line)
        for pattern, cure in WORDS:
            for match in pattern.finditer(bare):
                found.append((number, f"'{match.group(0).strip()}': {cure}"))
    return found


def looked_at(name):
    return not (name.startswith(("tests/data/", "scripts/lint_words", "LICENSE")) or name.endswith(".lock"))


def read_list(root):
    """The lines of the list as (line number, path)."""
    lines = [(number, line.strip()) for number, line in enumerate((root / LIST).read_text().splitlines(), 1)]
    return [(number, line) for number, line in lines if line and not line.startswith("#")]


def check(root, names):
    """(file, line, message) of each finding that scripts/lint reports."""
    left_out = read_list(root)
    needed = set()
    findings = []
    for name in names:
        if not looked_at(name):
            continue
        text = (root / name).read_text(encoding="utf-8", errors="replace")
        found = findings_of(name, text)
        if not found:
            continue
        listed = [path for _, path in left_out if name == path or path.endswith("/") and name.startswith(path)]
        needed.update(listed)
        if not listed:
            findings += [(name, line, message) for line, message in found]
    for number, path in left_out:
        if path not in needed:
            findings.append((LIST, number, f"{path} has been swept: delete the line"))
    return findings


def main():
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(__doc__.strip())
        return 0
    root = Path(__file__).resolve().parent.parent
    out = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        stdout=subprocess.PIPE,
    ).stdout.decode()
    names = sorted({name for name in out.split("\0") if name and (root / name).is_file() and looked_at(name)})
    chosen = []
    for argument in sys.argv[1:]:
        path = str(Path(argument).resolve().relative_to(root))
        among = [name for name in names if path in (".", name) or name.startswith(path + "/")]
        if not among:
            print(f"lint_words: no file of the checkout is at {argument}", file=sys.stderr)
            return 2
        chosen += among
    count = 0
    for name in chosen or names:
        for line, message in findings_of(name, (root / name).read_text(encoding="utf-8", errors="replace")):
            print(f"{name}:{line}: {message}")
            count += 1
    print(f"lint_words: {len(chosen or names)} files, {count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
