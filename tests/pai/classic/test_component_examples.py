"""The examples of docs/components.md, which stand in the rows of the components: each runs, and prints what the page shows.

PAISQL_UPDATE_DOCS=1 renews tests/data/components/examples.txt, from which pai_test makes the page.
"""

import os
import re
import subprocess

from fake_job import ROOT
from paisql_home import BINARY

PAGE = os.path.join(ROOT, "docs", "components.md")
SHOWN = os.path.join(ROOT, "tests", "data", "components", "examples.txt")


def examples():
    """{name: statements} of the page."""
    with open(PAGE, encoding="utf-8") as page:
        return dict(re.findall(r"^### (\S+)\n.*?^```sql\n(.*?)^```\n", page.read(), re.MULTILINE | re.DOTALL))


def sections(text):
    """{name: what its example prints}"""
    parts = re.split(r"^(?:example\n)?== (\S+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def test_the_examples_print_what_the_page_shows(home):
    """All in one session, so that learners start warm; each in a project of its own."""
    texts = examples()
    script = "".join(
        "CREATE PROJECT ex_%d;\nUSE ex_%d;\nSELECT '== %s' AS example;\n%s\n" % (number, number, name, text)
        for number, (name, text) in enumerate(texts.items())
    )
    path = home.write("examples.sql", script)
    command = [BINARY, "--home", home.path, "--project", "p", "--format", "tsv", "-f", path]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 0, done.stderr
    printed = "".join("== %s\n%s" % part for part in sections(done.stdout).items())
    assert sections(printed).keys() == texts.keys()
    if os.environ.get("PAISQL_UPDATE_DOCS"):
        with open(SHOWN, "w", encoding="utf-8") as stream:
            stream.write(printed)
    with open(SHOWN, encoding="utf-8") as stream:
        assert sections(printed) == sections(stream.read())
