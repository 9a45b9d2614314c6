"""What scripts/lint finds in docs and comments: words, dead paths, dead links."""

import sys

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import lint_links  # noqa: E402
import lint_python  # noqa: E402
import lint_words  # noqa: E402


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("docs/a.md", "The place behind it is none, there is no other.\n", ["behind", "is none"]),
        ("docs/a.md", "A proxy that falls behind, or a front behind a proxy.\n", []),
        ("src/a.cpp", 'int behind = 1;  // is no pair\nSay("parted by blanks");\n', ["is no", "parted"]),
        ("tests/unit/a.cpp", 'Say("parted by blanks");  // of nobody\n', ["of nobody"]),
        ("src/a.py", 'if x is None:\n    """Behind it."""\n    say("are no rows")\n', ["Behind", "are no"]),
        ("tests/a.py", 'say("are no rows")  # behind\n', ["behind"]),
        ("tests/sql/a.test", "# behind\nSELECT 'behind';\n", ["behind"]),
        ("scripts/x", "#!/usr/bin/env bash\necho behind  # is no longer\n", []),
    ],
)
def test_words(name, text, words):
    found = lint_words.findings_of(name, text)
    assert [message.split("'")[1] for _, message in found] == words


def test_a_line_of_the_list_that_is_not_needed(tmp_path):
    (tmp_path / "scripts").mkdir()
    (tmp_path / "a.md").write_text("behind\n")
    (tmp_path / "b.md").write_text("after\n")
    (tmp_path / lint_words.LIST).write_text("a.md\nb.md\n")
    assert lint_words.check(tmp_path, ["a.md", "b.md"]) == [
        (lint_words.LIST, 2, "b.md has been swept: delete the line")
    ]
    (tmp_path / lint_words.LIST).write_text("")
    assert [finding[:2] for finding in lint_words.check(tmp_path, ["a.md", "b.md"])] == [("a.md", 1)]


PAGE = """# One page

## What it says, and `how`

[this](#what-it-says-and-how) [lost](#nothing) [file](../src/a.cpp) [gone](gone.md) [there](other.md#other)
[far](other.md#nothing) [web](https://example.com/x) `src/a.cpp` `a.cpp` `src/b.cpp` `rooms/a*.h` `src/b*.cpp`
`b.h` `unit/a.cpp` `src/<room>/b.cpp` `src/rooms/` `src/halls/`

```text
[gone](gone.md) `src/b.cpp`
```
"""


def test_long_lines(tmp_path):
    text = "word " * 24 + "\n" + "word " * 25 + "\n| " + "word " * 25 + "\n```\n" + "word " * 25 + "\n```\n"
    (tmp_path / "a.md").write_text(text)
    assert [line for _, line, _ in lint_links.check(tmp_path, ["a.md"])] == [2]


def test_dead_links_and_paths(tmp_path):
    files = {
        "docs/page.md": PAGE,
        "docs/other.md": "# Other\n",
        "src/a.cpp": '// See unit/a.cpp, and unit/b.cpp.\nint b;  // "unit/b.cpp" in b.h\n',
        "tests/unit/a.cpp": 'Say("src/b.cpp");\n',
        "src/rooms/a_b.h": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = [(name, line, message.split()[-1]) for name, line, message in lint_links.check(tmp_path, sorted(files))]
    assert found == [
        ("docs/page.md", 5, "#nothing"),
        ("docs/page.md", 5, "gone.md"),
        ("docs/page.md", 6, "other.md#nothing"),
        ("docs/page.md", 6, "src/b.cpp"),
        ("docs/page.md", 6, "src/b*.cpp"),
        ("docs/page.md", 7, "b.h"),
        ("docs/page.md", 7, "unit/a.cpp"),
        ("docs/page.md", 7, "src/halls/"),
        ("src/a.cpp", 1, "unit/b.cpp"),
        ("src/a.cpp", 2, "unit/b.cpp"),
        ("src/a.cpp", 2, "b.h"),
    ]


def findings_of_rooms(folder, rooms, files):
    """(file, line, last word of the message) of what lint says of a house of these rooms."""
    files = {"src/python/" + name: text for name, text in files.items()}
    for name, text in {"cmake/rooms.txt": rooms, **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return [(name, line, said.split()[-1]) for name, line, said in lint_python.check_rooms(folder, sorted(files))]


ROOMS = """base:
python/low:
python/low/inner:
python/high: python/low
python/face:
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from paisql.high import a\n", (1, "arrows)")),
        ("import os\nimport paisql.high.a\n", (2, "arrows)")),
        ("from ..high import a\n", (1, "arrows)")),
        ("def later():\n    from paisql import high\n", (2, "arrows)")),
        ('import importlib\n\nNAMES = ("paisql.high.a",)\n', (3, "arrows)")),
        ("from face import thing\n", (1, "arrows)")),
        ('"""As paisql.high.a does."""\nfrom paisql.low.inner import deep\n', None),
        ("import json\nfrom paisql.low import other\n", None),
    ],
)
def test_what_a_room_of_python_may_import(tmp_path, text, found):
    files = {
        "paisql/low/user.py": text,
        "paisql/low/other.py": "",
        "paisql/low/inner/deep.py": "from paisql.low import other\n",
        "paisql/high/__init__.py": "from paisql.low import other\n",
        "paisql/high/a.py": "",
        "face/__init__.py": "",
    }
    expected = [("src/python/paisql/low/user.py", *found)] if found else []
    assert findings_of_rooms(tmp_path, ROOMS, files) == expected


def test_circles_twins_and_lines_of_rooms(tmp_path):
    files = {
        "paisql/low/a.py": "from paisql.low import b\n",
        "paisql/low/b.py": "\ndef late():\n    from paisql.low import c\n",
        "paisql/low/c.py": 'NAME = "paisql.low.a"\n',
        "paisql/low/inner/c.py": "",
        "paisql/high/c.py": "",
        "paisql/nobody.py": "",
    }
    assert findings_of_rooms(tmp_path, ROOMS + "python/top: python/lost\n", files) == [
        ("cmake/rooms.txt", 6, "there"),
        ("cmake/rooms.txt", 1, "Python"),
        ("cmake/rooms.txt", 1, "python/low"),
        ("src/python/paisql/low/a.py", 1, "paisql/low/c.py"),
        ("src/python/paisql/high/c.py", 1, "src/python/paisql/low/c.py"),
        ("src/python/paisql/low/inner/c.py", 1, "src/python/paisql/low/c.py"),
    ]
