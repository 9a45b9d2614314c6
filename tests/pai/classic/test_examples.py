"""The examples of docs/components.md, which stand in the rows of the components: each runs, and prints what the page shows.

PAISQL_UPDATE_DOCS=1 renews tests/data/components/examples.txt, from which pai_test makes the page.
"""

import os
import re

import pytest

from fake_job import ROOT

PAGE = os.path.join(ROOT, "docs", "components.md")
SHOWN = os.path.join(ROOT, "tests", "data", "components", "examples.txt")


def examples():
    """{name: statements} of the page."""
    with open(PAGE, encoding="utf-8") as page:
        return dict(re.findall(r"^### (\S+)\n.*?^```sql\n(.*?)^```\n", page.read(), re.MULTILINE | re.DOTALL))


def shown():
    """{name: what its example prints} of the file."""
    with open(SHOWN, encoding="utf-8") as stream:
        return dict(re.findall(r"^== (\S+)\n((?:(?!== ).*\n)*)", stream.read(), re.MULTILINE))


@pytest.mark.parametrize("name", examples())
def test_an_example_prints_what_the_page_shows(home, name):
    script = home.write("example.sql", examples()[name])
    printed = home.run_file(script).ok().stdout
    if os.environ.get("PAISQL_UPDATE_DOCS"):
        known = dict(shown(), **{name: printed})
        with open(SHOWN, "w", encoding="utf-8") as stream:
            stream.write("".join("== %s\n%s" % pair for pair in sorted(known.items()) if pair[0] in examples()))
    assert printed == shown()[name]
