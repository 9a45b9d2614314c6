"""The command blocks of the documentation, as a reader would type them.

A block is fenced and named `console`. A line `$ COMMAND` is run by a shell; it goes on in lines that
begin with `> `. A line `NAME> STATEMENT` is typed at a prompt of the project NAME, which begins with
the block, and goes on in lines `   -> …`. What follows is what it prints, both streams as they come:
`…` stands for any text within a line, and alone in a line for any lines. What the prompt says of the
time is left out.
`text` and `sql` blocks are not run: pictures, forms of statements and of files.
"""

import dataclasses
import os
import re
import subprocess

import pexpect

FENCE = re.compile(r"^```(\w*)\s*$")
SHELL = re.compile(r"^\$ (.*)$")
PROMPT = re.compile(r"^(\w+)> (.*)$")
CONTINUED_SHELL = re.compile(r"^> (.*)$")
CONTINUED_PROMPT = re.compile(r"^ *-> (.*)$")
TIME = re.compile(r"^([\d,]+ rows? [a-z0-9, ]*)?\([\d.]+ m?s\)$")
SECONDS = 300


@dataclasses.dataclass
class Step:
    """One command or statement with the lines that it shall print."""

    line: int
    project: str  # "" for a command of the shell
    text: str
    expected: list


def blocks(path):
    """(line number, language, lines) of the fenced blocks of a page; an indented block that shows
    commands is one without a language."""
    found = []
    fence = None
    with open(path, encoding="utf-8") as page:
        lines = page.read().splitlines()
    for number, line in enumerate(lines, 1):
        match = FENCE.match(line)
        if fence is None and match:
            fence = (number, match.group(1), [])
        elif fence is not None and match:
            found.append(fence)
            fence = None
        elif fence is not None:
            fence[2].append(line)
        elif re.match(r"^    (\$ |\w+> |(build/)?paisql |scripts/)", line):
            found.append((number, "", [line[4:]]))
    assert fence is None, "%s: the block of line %d has no end" % (path, fence[0])
    return found


def steps(block):
    """The commands of a console block."""
    number, _, lines = block
    found = []
    for offset, line in enumerate(lines, 1):
        shell, prompt = SHELL.match(line), PROMPT.match(line)
        if shell:
            found.append(Step(number + offset, "", shell.group(1), []))
            continue
        if prompt:
            found.append(Step(number + offset, prompt.group(1), prompt.group(2), []))
            continue
        last = found[-1] if found else None
        going_on = last and not last.expected and (CONTINUED_PROMPT if last.project else CONTINUED_SHELL).match(line)
        if going_on:
            last.text += "\n" + going_on.group(1)
        else:
            assert last, "line %d: a block begins with a command" % (number + offset)
            last.expected.append(line)
    return found


def matches(expected, printed):
    """Whether the lines are those that were promised."""
    if not expected:
        return not printed
    if expected[0].strip() == "…":
        return any(matches(expected[1:], printed[skipped:]) for skipped in range(len(printed) + 1))
    if not printed:
        return False
    pattern = ".*".join(re.escape(part) for part in expected[0].rstrip().split("…"))
    return re.fullmatch(pattern, printed[0].rstrip()) is not None and matches(expected[1:], printed[1:])


class Reader:
    """Runs the steps of one page in a folder of its own, with a fresh home."""

    def __init__(self, folder, binary, root, **environment):
        self.folder = folder
        self.home = os.path.join(folder, "home")
        for place in ("bin", "build"):
            os.makedirs(os.path.join(folder, place))
            os.symlink(binary, os.path.join(folder, place, "paisql"))
        for name in ("docs", "scripts"):
            os.symlink(os.path.join(root, name), os.path.join(folder, name))
        path = os.path.join(folder, "bin") + os.pathsep + os.environ["PATH"]
        self.environment = {
            **os.environ,
            "PAISQL_HOME": self.home,
            "PATH": path,
            "HOME": folder,
            "LC_ALL": "C.UTF-8",
            **environment,
        }

    def run(self, step, prompt=None):
        """What the step prints, as lines; a statement is typed at the prompt."""
        if step.project:
            return prompt.type(step)
        done = subprocess.run(
            ["bash", "-c", step.text],
            cwd=self.folder,
            env=self.environment,
            text=True,
            timeout=SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        return done.stdout.splitlines()


class Prompt:
    """A prompt in a terminal that shows lines as they are."""

    def __init__(self, reader, project):
        environment = {**reader.environment, "TERM": "dumb", "NO_COLOR": "1", "INPUTRC": "/dev/null"}
        self.ready = "%s> " % project
        self.child = pexpect.spawn(
            os.path.join(reader.folder, "bin", "paisql"),
            ["--project", project],
            cwd=reader.folder,
            env=environment,
            encoding="utf-8",
            timeout=SECONDS,
            dimensions=(50, 400),
        )
        self.child.expect_exact(self.ready)

    def type(self, step):
        *before, last = step.text.split("\n")
        for line in before:
            self.child.sendline(line)
            self.child.expect_exact("-> ")
        self.child.sendline(last)
        self.child.expect(["\n" + re.escape(self.ready), pexpect.EOF])
        printed = self.child.before.replace("\r", "").split("\n")[1:]  # after what was typed
        return [line for line in printed if not TIME.match(line)]

    def close(self):
        self.child.close(force=True)


def check_steps(path, block, reader):
    """Runs the steps of a console block; AssertionError names the first line that is not true. Gives
    how many there were."""
    prompts = {}
    found = steps(block)
    for step in found:
        if step.project and step.project not in prompts:
            prompts[step.project] = Prompt(reader, step.project)
        printed = reader.run(step, prompts.get(step.project))
        assert matches(step.expected, printed), "%s:%d\n%s\nis said to print\n%s\nand prints\n%s" % (
            path,
            step.line,
            step.text,
            "\n".join(step.expected),
            "\n".join(printed),
        )
    for prompt in prompts.values():
        prompt.close()
    return len(found)


def check_page(path, reader):
    """Runs all console blocks of a page, and gives how many steps there were."""
    return sum(check_steps(path, block, reader) for block in blocks(path) if block[1] == "console")
