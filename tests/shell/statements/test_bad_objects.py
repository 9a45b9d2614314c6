"""Every form of a statement × an object that is not there, objects of other kinds, names that nothing may have, and a user
without permissions: it is refused by a code of the platform that the rows give, names the object, and changes nothing."""

import pytest

from bad_object_rows import FORMS, NAME_FORMS, SCRIPT_FORMS
from bad_objects import CODES, NAMES, OBJECTS, errors, fill, prepare, state
from conftest import Shell

# Errors with these codes are about the object itself, and name it.
NAMED = "NJUMIBAKV"
# A user without permissions may ask these.
FREE = ("DESC FUNCTION", "SHOW GRANTS", "SHOW PRINCIPALS", "OSS", "USE ", "LOCK", "ANALYZE")


@pytest.fixture(scope="module", name="home")
def fixture_home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bad")
    prepare(Shell(folder / "home"), folder)
    return folder


def wrong(statement, letter, got, thing):
    if got is None:
        return f"{statement}: it runs in place of {CODES[letter]}"
    code, words = got
    if code != CODES[letter]:
        return f"{statement}: {code} in place of {CODES[letter]}, {words}"
    part = thing.split(".")[0].lower()
    if letter in NAMED and part not in words.lower():
        return f"{statement}: {words} does not name {thing}"
    return None


def check(home, cases, *arguments):
    """Runs (statement, letter, object) of which none may run."""
    before = state(home / "home")
    got = errors(Shell(home / "home"), home, [statement for statement, _, _ in cases], *arguments)
    said = [wrong(statement, letter, one, thing) for (statement, letter, thing), one in zip(cases, got, strict=True)]
    assert not any(said), "\n".join(line for line in said if line)
    assert state(home / "home") == before


def cases_of(forms, things, folder):
    for form, letters in forms:
        for thing, letter in zip(things, letters, strict=True):
            yield fill(form, thing, folder), letter, thing


def test_objects(home):
    # A script with a statement that cannot be read does not begin.
    check(home, [case for case in cases_of(FORMS, OBJECTS, home) if case[1] not in ".RO"])


def test_scripts(home):
    # Each is a run of the program: one for each form and code.
    for form, letters in SCRIPT_FORMS:
        first = {letter: thing for thing, letter in zip(reversed(OBJECTS), reversed(letters), strict=True)}
        for letter, thing in first.items():
            if letter != ".":
                check(home, [(fill(form, thing, home), letter, thing)])


def test_names(home):
    cases = [(statement, letter, "") for statement, letter, _ in cases_of(NAME_FORMS, NAMES, home)]
    check(home, [case for case in cases if case[1] not in ".RO"])
    check(home, [case for case in cases if case[1] in "RO"])


def test_no_permission(home):
    runs = [case for case in cases_of(FORMS, OBJECTS, home) if case[1] == "." and not case[0].startswith(FREE)]
    runs = [case for case in runs if not case[0].endswith("ARCHIVE")]  # it has no effect
    foreign = ("DESC PROJECT spare", "SHOW TABLES IN spare")
    check(home, [(text, "W" if text in foreign else "Z", thing) for text, _, thing in runs], "--user", "carol")
