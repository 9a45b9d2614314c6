"""A requirements.txt in an archive: installed once into an environment, from a folder of wheels."""

import os
import tarfile
import zipfile

import pytest
from test_confine import landlock

SCRIPT = """
import sys
import zz_greeting
print("says", zz_greeting.WORDS, "of", zz_greeting.__file__)
"""


def wheel(folder, name, version, text):
    """Writes a wheel with one module; no package index is asked for it."""
    about = "%s-%s.dist-info/" % (name, version)
    path = os.path.join(folder, "%s-%s-py3-none-any.whl" % (name, version))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name + "/__init__.py", text)
        archive.writestr(about + "METADATA", "Metadata-Version: 2.1\nName: %s\nVersion: %s\n" % (name, version))
        archive.writestr(
            about + "WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(about + "RECORD", "")


@pytest.fixture(name="offline")
def local_wheels(home):
    """The statements by which pip looks into a folder, and nowhere else."""
    folder = os.path.join(home.files, "wheels")
    os.makedirs(folder)
    wheel(folder, "zz_greeting", "1.0", "WORDS = 'good day'")
    wheel(folder, "zz_greeting", "2.0", "WORDS = 'good evening'")
    return ("SET paisql.job.env.PIP_NO_INDEX=1;", "SET paisql.job.env.PIP_FIND_LINKS=%s;" % folder)


def archive(home, requirements, script=SCRIPT):
    """The statement that runs an archive with this list beside its script."""
    path = os.path.join(home.files, "code.tar.gz")
    with tarfile.open(path, "w:gz") as made:
        made.add(home.write("main.py", script), "code/main.py")
        made.add(home.write("requirements.txt", requirements), "code/requirements.txt")
    return "PAI -name tensorflow1120 -Dscript=file://code.tar.gz -DentryFile=code/main.py;"


def test_the_packages_are_installed_once_and_kept(home, offline):
    statement = archive(home, "# comment\nzz_greeting==1.0  # the old one\ntensorflow==1.12.0\n")
    first = home.run(*offline, statement).ok().stderr
    assert "says good day of " + os.path.join(home.path, "environments") in first
    assert first.count("installing the packages of requirements.txt, once: zz_greeting==1.0") == 1
    assert "tensorflow==1.12.0 is left out" in first
    # Without the wheels: it stands there.
    again = home.run("SET paisql.job.env.PIP_NO_INDEX=1;", statement).ok().stderr
    assert "says good day" in again and "installing" not in again
    # Another list, another environment.
    other = home.run(*offline, archive(home, "zz_greeting>=1\n")).ok().stderr
    assert "says good evening" in other and "installing" in other


CONFINED = """
import os
import zz_greeting
print("says", zz_greeting.WORDS)
try:
    open(os.path.join(os.path.dirname(zz_greeting.__file__), "made"), "w").close()
except OSError as error:
    print("denied by", type(error).__name__)
"""


@pytest.mark.confined
def test_a_confined_job_reads_its_environment_and_cannot_change_it(home, offline):
    if not landlock():
        pytest.skip("this kernel has no Landlock")
    confined = "SET paisql.job.confine=true;"
    statement = archive(home, "zz_greeting==1.0\n", CONFINED)
    first = home.run(*offline, confined, statement).ok().stderr
    assert "says good day" in first and "installing" in first
    assert "denied by PermissionError" in first
    # It is the environment of every job with this list.
    again = home.run("SET paisql.job.env.PIP_NO_INDEX=1;", confined, statement).ok().stderr
    assert "says good day" in again and "installing" not in again
    # What a list includes is read with the rights of the job.
    secret = home.write("secret.txt", "zz-secret-word\n")
    home.run(*offline, confined, archive(home, "-r %s\n" % secret)).fails("RequirementsError", "Permission denied")


def test_what_cannot_be_had_is_named(home, offline):
    statement = archive(home, "zz_greeting==3.0\n")
    strict = "SET paisql.requirements=strict;"
    home.run(*offline, strict, statement).fails(
        "RequirementsError: requirements.txt is not installed: nothing brings zz_greeting==3.0", "PIP_FIND_LINKS"
    )
    # What has failed once is tried again.
    wheel(os.path.join(home.files, "wheels"), "zz_greeting", "3.0", "WORDS = 'good night'")
    assert "says good night" in home.run(*offline, strict, statement).ok().stderr
    told = home.run(*offline, archive(home, "zz_greeting==1.0\nzz_greeting==2.0\n"))
    told.fails(
        "RequirementsError: requirements.txt (zz_greeting==1.0, zz_greeting==2.0) is not installed: "
        "its packages ask for versions that exclude each other",
        "the line 'zz_greeting==1.0', 'zz_greeting==2.0' (The user requested zz_greeting==1.0; "
        "The user requested zz_greeting==2.0)",
    )


def test_a_pin_that_cannot_be_had_gets_the_nearest_version(home, offline):
    for pin, taken, words in (("1.5", "2.0", "evening"), ("0.9", "1.0", "day"), ("3.0", "2.0", "evening")):
        said = home.run(*offline, archive(home, "zz_greeting == %s  # old\n" % pin)).ok().stderr
        assert "zz_greeting==%s cannot be had here, zz_greeting==%s is taken" % (pin, taken) in said
        assert "says good %s" % words in said


def test_a_machine_without_a_network_is_named(home):
    statement = archive(home, "zz_greeting==1.0\n")
    nowhere = "SET paisql.job.env.PIP_INDEX_URL=http://127.0.0.1:9/simple;"
    home.run(nowhere, statement).fails(
        "RequirementsError: requirements.txt (zz_greeting==1.0) is not installed: no package index answers",
        "PIP_FIND_LINKS names it",
    )


def test_a_missing_module_is_told_with_what_brings_it(home):
    failed = home.pai("import os\nimport zz_nothing\n")
    failed.fails(
        "script.py:2: ModuleNotFoundError: No module named 'zz_nothing'",
        "hint: if it is a package of that name, ",
        " -m pip install zz_nothing brings it; the whole log is ",
    )
