"""Every row of src/messages has the English text that the code says today.

The English text is the key by which a row is found, so a reworded message would lose its Chinese without
a word. Here the rows are held to the string literals of the sources.
"""

import re

from conftest import ROOT

TOKEN = re.compile(
    r'//[^\n]*|R"(?P<mark>[^(\s]{0,16})\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:\\.|[^"\\\n])*)"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'",
    re.S,
)
ROW = re.compile(r'\{\s*((?:"(?:\\.|[^"\\])*"\s*)+),\s*"')
PLACEHOLDER = re.compile(r"\{[^{}]*\}")
# How far from each other the parts of one message may stand in a source: a few lines.
NEAR = 200

# Texts that two files make together: the row's parts are in one of the files or in the other.
JOINED = {
    "invalid token {}, expect one of {}",
    "did you mean {}, {} or {}?",
    "did you mean {}, {} or {}? a new project is made by starting with --project {}",
    "did you mean {} or {}? a new project is made by starting with --project {}",
    "did you mean {}? a new project is made by starting with --project {}",
}


def unescaped(literal):
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), literal)


def literals(source):
    """The file's string literals, neighbours joined as the compiler joins them; "\\0" between two, and
    where a placeholder stands in one."""
    texts, end = [], None
    for match in TOKEN.finditer(source):
        if match["text"] is None and match["raw"] is None:
            continue
        text = match["raw"] if match["text"] is None else unescaped(match["text"])
        if end is not None and not source[end : match.start()].strip():
            texts[-1] += text
        else:
            texts.append(text)
        end = match.end()
    return "\0".join(PLACEHOLDER.sub("\0", text) for text in texts)


def rows():
    for path in sorted((ROOT / "src/messages").glob("*_rows.cpp")):
        for match in ROW.finditer(path.read_text(encoding="utf-8")):
            yield "".join(unescaped(text) for text in re.findall(r'"((?:\\.|[^"\\])*)"', match[1]))


def stands_in(parts, text, begin=0, end=None):
    """Whether the parts stand in the text in their order, near each other."""
    if not parts:
        return True
    at = text.find(parts[0], begin)
    while at >= 0 and (end is None or at <= end):
        after = at + len(parts[0])
        if stands_in(parts[1:], text, after, after + NEAR):
            return True
        at = text.find(parts[0], at + 1)
    return False


def test_every_translated_message_is_one_that_the_code_says():
    sources = [
        literals(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / "src").rglob("*"))
        if path.suffix in {".cpp", ".h", ".def", ".java"} and path.parent.name != "messages"
    ]
    # What the processes of functions and learners say reaches users as the program's own words.
    for folder in ("functions", "learners"):
        for path in sorted((ROOT / "src/python/paisql" / folder).glob("*.py")):
            sources.append(re.sub("%[sd]", "\0", path.read_text(encoding="utf-8")))
    found = list(rows())
    assert len(found) > 400
    lost = []
    for english in found:
        parts = [part for part in PLACEHOLDER.split(english) if part.strip()]
        if any(stands_in(parts, source) for source in sources):
            continue
        # A function puts the text together of parts that stand in another order.
        words = [word for word in re.split(r"\{\}|[?:] ", english) if len(word.strip()) > 3]
        words = [word.strip() for word in words]
        files = ["\0".join(sources)] if english in JOINED else sources
        if not any(all(word in file for word in words) for file in files):
            lost.append(english)
    assert not lost, "no source says these texts of src/messages: reword the rows, or delete them"


def test_a_reworded_message_is_found():
    assert stands_in(["table ", " cannot be resolved"], literals('Error("table " + name + " cannot be "\n"resolved")'))
    assert not stands_in(["table ", " cannot be resolved"], literals('Error("table " + name + " is unknown")'))
    assert not stands_in(["table not found"], literals("// table not found"))
