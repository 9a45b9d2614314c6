"""Finds dead paths and dead links in docs and code comments, and long lines of pages, for scripts/lint.

A link of a Markdown page, `[text](path#heading)`, has to lead to a file or folder, seen from the page, and to a
heading of that page. A path in a comment or in back-ticks on a page has to be the end of a path of the
checkout in a comment, and start at the root, in `src/` or in the page's own folder on a page; `*` stands for
any name. Names without a folder are looked at when they end as our own sources do. Paths with `<…>` or `{…}`
are left alone, and so are those of other projects and of users' files that `OTHERS` lists.
"""

import fnmatch
import re

import lint_words

# Ends of paths that somebody else's project or a user has.
OTHERS = re.compile(r"^(build|tensorflow|keras|include/uapi|damaged|net)/")
LINK = re.compile(r"(?<!!)\[(?P<text>[^\]\n]*)\]\((?P<target>[^)\s]+)\)|!\[[^\]\n]*\]\((?P<image>[^)\s]+)\)")
ENDS = r"\.(?:h|cpp|c|py|md|test|g4|def|cmake|tsv|sh)(?![\w/<{(-]|\.\w)"
PATH = re.compile(r"(?<![\w/.<>${}:~-])(?P<path>(?:[\w*-]+/)+[\w.*-]*[\w*]" + ENDS + ")")
BARE = re.compile(r"(?<![\w/.<>*${}:~-])(?P<path>\w+\.(?:h|cpp|g4|def|md))(?![\w/*<{(-]|\.\w)")
# A file or folder that a page names from the root, whatever its ending.
ROOTED = re.compile(r"(?:src|tests|docs|scripts|grammar|cmake)/[\w./-]+")
MAX_WIDTH = 120
FENCE = re.compile(r"^\s*(```|~~~)")


def slug(heading):
    """The anchor of a heading, as GitHub makes it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def headings(text):
    """The anchors of a page."""
    found = set()
    fenced = False
    for line in text.split("\n"):
        if FENCE.match(line):
            fenced = not fenced
        match = None if fenced else re.match(r"#+ (.+)", line)
        if match:
            anchor = slug(match.group(1))
            number = 1
            unique = anchor
            while unique in found:
                unique = f"{anchor}-{number}"
                number += 1
            found.add(unique)
        found.update(re.findall(r'<a (?:id|name)="([^"]+)"', line))
    return found


class Tree:
    """The paths of the checkout, and the ends of them."""

    def __init__(self, root, names):
        self.root = root
        self.names = set(names)
        self.ends = set()
        self.anchors = {}
        self.rooted = self.names | {name[: at.start()] for name in names for at in re.finditer("/", name)}
        for name in names:
            parts = name.split("/")
            for first in range(len(parts)):
                self.ends.add("/".join(parts[first:]))
                for last in range(first + 1, len(parts)):
                    self.ends.add("/".join(parts[first:last]))

    def has(self, path, page=None):
        """Whether a path that stands in a comment, or on a page, is one of the checkout."""
        if "*" in path:
            return any(fnmatch.fnmatchcase(name, path) for name in self.ends)
        if page is None or "/" not in path:
            return path in self.ends
        return any(start + path in self.names for start in ("", "src/", page.rpartition("/")[0] + "/"))

    def has_rooted(self, path):
        return path.rstrip("/") in self.rooted

    def anchors_of(self, name):
        if name not in self.anchors:
            self.anchors[name] = headings((self.root / name).read_text(encoding="utf-8", errors="replace"))
        return self.anchors[name]


def prose_lines(text):
    """(line number, line, whether it stands in a fenced block) of a page."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if FENCE.match(line):
            fenced = not fenced
        else:
            yield number, line, fenced


def check_link(tree, name, target):
    """What is wrong with the target of a link on the page of that name; None where nothing is."""
    if re.match(r"[a-z]+:", target):
        return None
    path, _, anchor = target.partition("#")
    parts = name.split("/")[:-1] if path else name.split("/")
    for step in path.split("/") if path else []:
        if step == ".." and parts:
            parts.pop()
        elif step not in (".", "", ".."):
            parts.append(step)
    there = "/".join(parts)
    if there and there not in tree.rooted:
        return f"the link leads nowhere: {target}"
    if anchor and there in tree.names and anchor not in tree.anchors_of(there):
        return f"the page has no heading for the link: {target}"
    return None


def is_too_long(line):
    """Whether a line of text could be shorter: rows of tables, code and single links cannot."""
    if line.lstrip().startswith("|") or line.startswith("    ") or " " not in line.strip():
        return False
    return len(line) > MAX_WIDTH


def check_types(tree, name, line):
    """What a row `| type | in | … |` of a room's page names and its files do not have."""
    cells = line.split("|")
    if not name.startswith("src/") or len(cells) < 4:
        return []
    paths = [name.rpartition("/")[0] + "/" + path for path in re.findall(r"`([^`]+)`", cells[2])]
    texts = [(tree.root / path).read_text(errors="replace") for path in paths if path in tree.names]
    words = [re.match(r"[A-Za-z_]\w*", code) for code in re.findall(r"`([^`]+)`", cells[1])]
    return [
        f"no {word.group()} is in {cells[2].strip()}"
        for word in words
        if word and texts and not any(re.search(rf"\b{word.group()}\b", text) for text in texts)
    ]


def paths_in(line):
    for pattern in (PATH, BARE):
        for match in pattern.finditer(line):
            if not OTHERS.match(match.group("path")):
                yield match.group("path")


def findings_of(tree, name, text):
    """(line, message) of each dead path and link of the file."""
    found = []
    if name.endswith(".md"):
        for number, line, fenced in prose_lines(text):
            if fenced:
                continue
            if is_too_long(line):
                found.append((number, f"{len(line)} characters: {MAX_WIDTH} is the limit for a line of text"))
            for match in LINK.finditer(re.sub(r"`[^`]*`", "``", line)):
                wrong = check_link(tree, name, match.group("target") or match.group("image"))
                if wrong:
                    found.append((number, wrong))
            found += [(number, wrong) for wrong in check_types(tree, name, line)]
            for part in re.findall(r"`([^`]*)`", line):
                if ROOTED.fullmatch(part):
                    if not tree.has_rooted(part):
                        found.append((number, f"no file of the checkout is at {part}"))
                    continue
                found += [
                    (number, f"no file of the checkout is at {path}")
                    for path in paths_in(part)
                    if not tree.has(path, name)
                ]
        return found
    for number, line in lint_words.prose(name, text, comments_only=True):
        found += [(number, f"no file of the checkout is at {path}") for path in paths_in(line) if not tree.has(path)]
    return found


def looked_at(name):
    return not (name.startswith("tests/data/") or name.endswith((".test", ".lock", "LICENSE")))


def check(root, names):
    """(file, line, message) of each finding."""
    tree = Tree(root, names)
    findings = []
    for name in names:
        if looked_at(name):
            text = (root / name).read_text(encoding="utf-8", errors="replace")
            findings += [(name, line, message) for line, message in findings_of(tree, name, text)]
    return findings
