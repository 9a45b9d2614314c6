"""What bash, zsh and fish propose after `paisql`, by the scripts in completions/, and the manual
page. Shells and groff that are not installed are left out."""

import os
import shutil
import stat
import subprocess

import pytest

from conftest import BINARY, ROOT, TIMEOUT
from screen import Screen

FORMATS = ["auto", "table", "box", "markdown", "tsv", "csv", "json", "jsonl", "vertical", "html"]
BASH_SCRIPT = ROOT / "completions" / "paisql.bash"
FISH_SCRIPT = ROOT / "completions" / "paisql.fish"


def tools():
    """Those that the usage of --help has."""
    usage = subprocess.run([BINARY, "--help"], capture_output=True, text=True, check=True).stdout
    return {line.split()[1] for line in usage.splitlines() if line.startswith("       paisql ")}


@pytest.fixture
def folder(tmp_path):
    """Files and folders to choose from."""
    place = tmp_path / "place"
    (place / "sub").mkdir(parents=True)
    for name in ("job.sql", "my job.sql"):
        (place / name).touch()
    return place


@pytest.fixture
def bash(folder):
    def complete(*words, **environment):
        """What COMPREPLY has when the last word is completed."""
        script = (
            'source "$SCRIPT"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _paisql "$1" "${*: -1}"; '
            'printf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run(
            ["bash", "--norc", "--noprofile", "-c", script, "bash", *words],
            cwd=folder,
            env={**os.environ, "SCRIPT": str(BASH_SCRIPT), **environment},
            timeout=TIMEOUT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert not done.stderr, done.stderr
        return sorted(line for line in done.stdout.splitlines() if line)

    return complete


# ---- bash ----


def test_flags(bash):
    assert bash(BINARY, "--f") == ["--file", "--format", "--from"]
    assert "-e" in bash(BINARY, "-")
    assert bash(BINARY, "-f", "job.sql", "--ke") == ["--keep-going"]


def test_values(bash):
    assert bash(BINARY, "--format", "") == sorted(FORMATS)
    assert bash(BINARY, "--format", "js") == ["json", "jsonl"]
    assert bash(BINARY, "--output", "") == ["jsonl", "text"]
    assert bash(BINARY, "--completion", "") == ["bash", "fish", "zsh"]
    assert bash(BINARY, "-e", "") == []
    assert bash(BINARY, "--bizdate", "--f") == []


def test_values_behind_an_equal_sign(bash):
    """bash parts the word there, and without the sign in COMP_WORDBREAKS it does not."""
    assert bash(BINARY, "--format", "=", "ts") == ["tsv"]
    assert bash(BINARY, "--format", "=") == sorted(FORMATS)
    assert bash(BINARY, "--format=ts") == ["--format=tsv"]
    assert bash(BINARY, "-d", "check", "=", "") == []
    assert bash(BINARY, "-d", "x", "=", "y", "ch") == ["check"]
    assert bash(BINARY, "--format", "=", "tsv", "ch") == ["check"]


def test_files_and_folders(bash):
    assert bash(BINARY, "-f", "") == ["job.sql", "my job.sql", "sub"]
    assert bash(BINARY, "--file", "=", "jo") == ["job.sql"]
    assert bash(BINARY, "--config", "m") == ["my job.sql"]
    assert bash(BINARY, "--home", "") == ["sub"]
    assert bash(BINARY, "check", "j") == ["job.sql"]
    assert bash(BINARY, "check", "job.sql", "m") == ["my job.sql"]


def test_tools(bash):
    assert set(bash(BINARY, "")) == tools()
    assert bash(BINARY, "--home", "sub", "ver") == ["verify"]
    assert bash(BINARY, "--project", "check", "c") == ["catalog", "check", "console"]
    assert bash(BINARY, "verify", "") == []
    assert bash(BINARY, "verify", "--rep") == ["--repair"]


def test_projects_are_those_of_the_home(bash, shell):
    shell.ok("CREATE TABLE t (a BIGINT);", "--project", "shop")
    home = str(shell.home)
    assert bash(BINARY, "--home", home, "--project", "") == ["default_project", "shop"]
    assert bash(BINARY, "--home", "=", home, "--project", "=", "s") == ["shop"]
    assert bash(BINARY, "--project", "s", PAISQL_HOME=home) == ["shop"]
    assert bash(BINARY, "--home", "~/home", "--project", "s", HOME=str(shell.home.parent)) == ["shop"]
    assert bash(BINARY, "--home", f"'{home}'", "--project", "s") == ["shop"]


def test_no_home_is_made(bash, tmp_path):
    assert bash(BINARY, "--home", str(tmp_path / "none"), "--project", "") == []
    assert not (tmp_path / "none").exists()


def test_what_the_program_says_is_not_run(bash, tmp_path):
    """bash expands the words of `compgen -W`: a project's name must not get there."""
    (tmp_path / "catalog.sqlite").touch()
    program = tmp_path / "paisql"
    program.write_text("#!/bin/sh\necho '$(touch made)`touch made`'\necho a warning >&2\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    bash(str(program), "--home", str(tmp_path), "--project", "")
    assert not (tmp_path / "place" / "made").exists()


def test_bash_at_a_terminal(folder):
    with Screen(["bash", "--norc", "--noprofile", "-i"], cwd=str(folder), env={"PS1": "$ "}) as screen:
        screen.wait_behind("$ ")
        screen.type(f"source '{BASH_SCRIPT}'; PS1='now> '\r")
        screen.wait_behind("now> ")
        screen.type("paisql --form\tts\t")
        screen.wait_behind("now> paisql --format tsv ")
        screen.type("-f my\t")
        screen.wait_behind("-f my\\ job.sql ")
        screen.type('--file "my\t')
        screen.wait_behind('--file "my job.sql" ')
        screen.type("--home=s\t")
        screen.wait_behind("--home=sub/")


# ---- zsh and fish ----


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh(folder, shell, tmp_path):
    shell.ok("CREATE TABLE t (a BIGINT);", "--project", "shop")
    environment = {
        "PS1": "now> ",
        "PAISQL_HOME": str(shell.home),
        "ZDOTDIR": str(tmp_path),
        "PATH": f"{os.path.dirname(BINARY)}:{os.environ['PATH']}",
    }
    with Screen(["zsh", "-f", "-i"], columns=120, cwd=str(folder), env=environment) as screen:
        screen.wait_behind("now> ")
        screen.type(f"fpath=('{ROOT / 'completions'}' $fpath); autoload -U compinit; compinit -u -D; PS1='it> '\r")
        screen.wait_behind("it> ")
        screen.type("paisql --forma\tts\t")
        screen.wait_behind("it> paisql --format=tsv ")
        screen.type("--project s\t")
        screen.wait_behind("--project shop ")
        screen.type("ver\t")
        screen.wait_behind("shop verify ")
        screen.type("--rep\t")
        screen.wait_behind("verify --repair ")
        screen.type("\x15paisql check my\t")
        screen.wait_behind("paisql check my\\ job.sql ")
        screen.type("\x15paisql --home s\t")
        screen.wait_behind("paisql --home sub/")
        screen.type("\x15paisql --f\t")
        screen.wait("run the statements of a file; - is standard input")


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish(folder, shell, tmp_path):
    shell.ok("CREATE TABLE t (a BIGINT);", "--project", "shop")

    def complete(line):
        done = subprocess.run(
            ["fish", "-N", "-c", f"source '{FISH_SCRIPT}'; complete -C '{line}'"],
            cwd=folder,
            timeout=TIMEOUT,
            env={**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PAISQL_HOME": str(shell.home)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert not done.stderr, done.stderr
        return {word: help_text for word, _, help_text in (line.partition("\t") for line in done.stdout.splitlines())}

    assert complete(f"{BINARY} --f").keys() == {"--file", "--format", "--from"}
    assert complete(f"{BINARY} --fil")["--file"] == "run the statements of a file; - is standard input"
    assert complete(f"{BINARY} --no-he")["--no-header"] == "no line with the columns' names (tsv, csv)"
    assert complete(f"{BINARY} --format ").keys() == set(FORMATS)
    assert complete(f"{BINARY} --output=j").keys() == {"--output=jsonl"}
    assert complete(f"{BINARY} -f ").keys() == {"job.sql", "my job.sql", "sub/"}
    assert complete(f"{BINARY} --home ").keys() == {"sub/"}
    assert complete(f"{BINARY} --project ").keys() == {"default_project", "shop"}
    assert complete(f"{BINARY} --home {tmp_path}/none --project ").keys() == set()
    assert not (tmp_path / "none").exists()
    assert complete(f"{BINARY} ").keys() == tools()
    assert complete(f"{BINARY} --home sub ver").keys() == {"verify"}
    assert complete(f"{BINARY} check ").keys() == {"job.sql", "my job.sql", "sub/"}
    assert complete(f"{BINARY} verify ").keys() == set()


# ---- the scripts and the page as the program prints them ----


@pytest.mark.parametrize(
    "name, arguments",
    [
        ("completions/paisql.bash", ["--completion", "bash"]),
        ("completions/_paisql", ["--completion", "zsh"]),
        ("completions/paisql.fish", ["--completion", "fish"]),
        ("man/paisql.1", ["--man"]),
    ],
)
def test_the_files_are_what_the_program_prints(name, arguments, tmp_path):
    done = subprocess.run(
        [BINARY, "--home", str(tmp_path / "home"), *arguments],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0 and not done.stderr
    assert done.stdout == (ROOT / name).read_text(encoding="utf-8")
    assert not (tmp_path / "home").exists()


def test_other_shells_are_refused(shell):
    done = shell.run("--completion", "csh")
    assert done.returncode == 2
    assert done.stderr.startswith("paisql: --completion does not know 'csh', there are bash, zsh, fish\n")


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_has_nothing_to_warn_of():
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-P-cbou", str(ROOT / "man" / "paisql.1")],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=True,
    )
    assert not done.stderr
    sections = [line for line in done.stdout.splitlines() if line and line == line.upper() and line[0] != " "]
    assert [line for line in sections if "(1)" not in line] == [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "COMMANDS OF THE PROMPT",
        "EXIT STATUS",
        "ENVIRONMENT",
        "FILES",
        "EXAMPLES",
        "SEE ALSO",
    ]
    text = " ".join(done.stdout.split())
    assert "-e, --execute SQL run statements; may be given several times" in text
    assert "\\chart [bar|line|hist|scatter] [x] [y] [by column] [> file] draws" in text
    assert "~/.paisqlrc" in text and "NAME,… or NAME=VARIABLE,…" in text


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
@pytest.mark.parametrize("width", ["40", "80", "160"])
def test_man_shows_the_page(width):
    done = subprocess.run(
        ["man", "--warnings", "-l", str(ROOT / "man" / "paisql.1")],
        capture_output=True,
        env={**os.environ, "MANWIDTH": width, "LC_ALL": "C.UTF-8", "MANPAGER": "cat"},
        timeout=TIMEOUT,
        check=True,
    )
    assert not done.stderr
    assert b"--execute" in done.stdout
