"""What docs/components.md says of the components, for tests that go through all of them."""

import os
import re
from dataclasses import dataclass

from fake_job import ROOT

PAGE = os.path.join(ROOT, "docs", "components.md")
_SECTION = re.compile(r"^### (\S+)\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
_GROUP = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
# Groups in which most components are learners without a model.
_OF_LEARNERS = ("Texts", "Graphs")
_ROW = re.compile(r"^\| `(\w+)` \| ([^|]*) \| (yes)? *\| ([^|]*) \| (\w+) \| (.*) \|$", re.MULTILINE)
_GIVEN = re.compile(r"""-D(\w+)=("(?:[^"\\]|\\.)*"|'[^']*'|[^\s;]+)""")


@dataclass
class Component:
    name: str
    example: str  # statements
    parameters: dict  # {name: (type, whether it is required, its meaning)}
    reads_model: bool
    learner: bool

    def statements(self):
        """The example's statements, each without its semicolon."""
        return [text.strip() for text in re.split(r";[ \t]*\n", self.example) if text.strip()]

    def before(self):
        """The statements before the one that runs the component."""
        found = []
        for text in self.statements():
            if re.match(r"PAI\s+-name\s+%s\b" % re.escape(self.name), text, re.IGNORECASE):
                break
            found.append(text)
        return found

    def statement(self):
        return self.statements()[len(self.before())]

    def given(self):
        """{name: value} of the statement that runs the component."""
        return {self._own_name(name): value.strip("\"'") for name, value in _GIVEN.findall(self.statement())}

    def _own_name(self, given):
        """The parameter that is given under this name, or under another one of it."""
        for name, (_, _, meaning) in self.parameters.items():
            others = re.findall(r"Also called ([\w, ]+)\.", meaning)
            names = [name, *(others[0].split(", ") if others else [])]
            if given.lower() in [one.lower() for one in names]:
                return name
        return given

    def with_values(self, **values):
        """The statement with other values; None leaves a parameter out."""
        given = {**self.given(), **values}
        options = "".join(' -D%s="%s"' % pair for pair in given.items() if pair[1] is not None)
        return "PAI -name %s%s" % (self.name, options)


def components():
    with open(PAGE, encoding="utf-8") as page:
        text = page.read()
    found = []
    groups = dict((name, group) for group, part in _GROUP.findall(text) for name, _ in _SECTION.findall(part))
    for name, body in _SECTION.findall(text):
        example = re.search(r"^```sql\n(.*?)^```$", body, re.MULTILINE | re.DOTALL)[1]
        rows = {row[0]: (row[1].strip(), row[2] == "yes", row[5]) for row in _ROW.findall(body)}
        ports = body.split("\n| parameter")[0].replace("\n", " ")
        found.append(
            Component(name, example, rows, "reads a model" in ports, "model" in ports or groups[name] in _OF_LEARNERS)
        )
    return found
