"""What runs in place of a job's own files, and the folder of the job that shows it.

    <job>/python2/<path below work>        what runs, line for line; its last line says what
    <job>/python2/<path below work>.diff   the user's file against it

The processes of a job that run the same file find what the first of them has converted.
"""

import codecs
import io
import os
import re
import sys

from paisql.python2 import only_python3, signs
from paisql.python2.helper import HELPER

_TRAILER = "# paisql: level %d of %s (%s, line %d)\n"
_LAST_LINE = re.compile(rb"# paisql: level (\d) of ([0-9a-f]{64}) \((.*), line (\d+)\)\n\Z")

# Names of imported modules, as far as lines alone show them: (dots and package, names).
_IMPORTS = re.compile(r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import|import)[ \t]+\(?([\w.,* \t]*)", re.MULTILINE)
_MOST_FILES, _MOST_BYTES = 200, 1 << 18

_BY_NAME = "valid in both"
_DIVISION = HELPER + ".divide"
_WORDS_BY_NAME = (
    "%s is valid in Python 2 and 3 and divides as Python 2 does, which this algorithm ran; as Python 3 does: "
    "tensorflow1120_py3, or SET paisql.python2=off"
)
_WORDS = {
    signs.PLAIN: "%s has blanks%s that Python does not know, and runs with plain ones",
    signs.LENIENT: "%s uses names of Python 2%s, which are there",
    signs.FULL: "%s is written for Python 2%s and runs with its meaning",
}

# The Copies of this process, for what has no other way to them; None: nothing is converted.
current = None


def code_of(path):
    """What runs of a file, compiled under its name: a converted copy or the file itself."""
    copy = current.find(path) if current is not None and current.is_own(path) else None
    if copy is None:
        with open(path, "rb") as stream:
            return compile(stream.read(), path, "exec", dont_inherit=True)
    return compile(copy.data, path, "exec", dont_inherit=True)


class Copy:
    """One file as it runs: its level and why, text and bytes, and where that stands (or None)."""

    def __init__(self, verdict, data, encoding, path):
        self.level, self.verdict = verdict.level, verdict
        self.data, self.path = data, path
        self.text = data.decode(encoding)


class Copies:
    """The script's own files, in one process."""

    def __init__(self, root, folder, setting, tells):
        """root: the folder whose files are the script's own; folder: where the copies stand, None: nowhere.

        setting: PAISQL_PYTHON2, "auto", "by_name", "on" or "inherited"; tells: what is converted is said on stderr.
        """
        self.root = os.path.realpath(root)
        self._folder = folder
        self.is_full = setting not in ("auto", "by_name")  # all own files are Python 2
        self._by_name = setting == "by_name"
        self._why_full = "paisql.python2=on"
        self._known = {}  # path: Copy or None
        self.tells, self._told_full = tells, False
        # Called, once each, with the first file that does not run as it is, and that is FULL.
        self.on_first = self.on_full = None

    def is_own(self, path):
        return os.path.realpath(path).startswith(self.root + os.sep)

    def find(self, path, is_entry=False, certain=False):
        """The Copy that runs in place of an own file; None when the file itself does.

        certain: it is judged in any case, since Python 3 has refused it, or may. SyntaxError, at the
        user's file and line, when what Python 3 does not understand is Python 2 that cannot be
        converted.
        """
        path = os.path.realpath(path)
        if certain or path not in self._known:
            copy = self._known[path] = self._make(path, is_entry, certain)
            if copy is not None:
                self._begin(path, copy)
        return self._known[path]

    def take_entry(self, path, data):
        """The Copy of the script `path`, whose bytes here are `data`; None when they run as they are."""
        path = os.path.realpath(path)
        copy = self._known[path] = self._convert(path, data, True, False)
        if copy is not None:
            self._begin(path, copy)
        return copy

    def be_full_by_name(self, entry):
        """The Copy of a script that is valid in Python 2 and 3, with all it imports; None where it is not."""
        from paisql.python2 import blanks

        texts = (text for _, text in self._files(entry))
        if not all(only_python3.is_valid_in_both(blanks.mend(text)) for text in texts):
            return None
        self.is_full = True
        self._why_full = _BY_NAME
        return self.find(entry, is_entry=True, certain=True)

    def _begin(self, path, copy):
        if self.on_first is not None:
            action, self.on_first = self.on_first, None
            action()
        if copy.level == signs.FULL:
            if not self.is_full:
                self.is_full = True
                self._why_full = "%s: %s" % (os.path.relpath(path, self.root), copy.verdict.sign)
            if self.on_full is not None:
                action, self.on_full = self.on_full, None
                action()
        if self.tells and not (copy.level == signs.FULL and self._told_full):
            told = self._tell(path, copy)
            self._told_full = self._told_full or (told and copy.level == signs.FULL)

    def known(self, path):
        return self._known.get(os.path.realpath(path))

    def _make(self, path, is_entry, certain):
        with open(path, "rb") as stream:
            data = stream.read()
        return self._convert(path, data, is_entry, certain)

    def _convert(self, path, data, is_entry, certain):
        text, encoding = decoded(data)
        if text is None or not (is_entry or certain or self.is_full or signs.has_words(text)):
            return None
        stored = None if certain else self._stored(path, data, encoding)
        if stored is not None:
            return stored
        verdict = signs.judge(text, self._is_own_module)
        mended = text
        if verdict.sign == signs.SYNTAX:
            from paisql.python2 import blanks

            mended = blanks.mend(text)
            if mended != text:
                verdict = signs.judge(mended, self._is_own_module)
        level = self._level(verdict, mended, is_entry)
        if level > verdict.level:
            verdict = signs.Verdict(level, self._why_full)
        if verdict.level == signs.PLAIN and mended == text:
            return None
        running = self._converted(path, text, mended, verdict.level)
        return None if running is None else self._store(path, data, text, running, verdict, encoding)

    def _level(self, verdict, text, is_entry):
        if verdict.level == signs.FULL or not self.is_full:
            return verdict.level
        if not is_entry and signs.is_for_both(text):
            return signs.LENIENT
        if self._by_name and not only_python3.is_valid_in_both(text):
            return verdict.level
        return signs.FULL

    @staticmethod
    def _converted(path, text, mended, level):
        """The running text; None when Python's own words about the file are the better ones."""
        running = mended
        try:
            compile(running, path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            syntax = _syntax()
            try:
                running = syntax.convert(mended)
            except syntax.Unconvertible as failure:
                if failure.line == getattr(error, "lineno", None):
                    return None
                raise _unconvertible(path, text, failure) from None
        if level == signs.PLAIN:
            return running
        from paisql.python2 import meaning

        return meaning.convert(running, level)

    def _is_own_module(self, name):
        base = os.path.join(self.root, name)
        return os.path.exists(base + ".py") or os.path.isdir(base)

    def _place(self, path):
        return os.path.join(self._folder, os.path.relpath(path, self.root))

    def _stored(self, path, data, encoding):
        if self._folder is None:
            return None
        try:
            with open(self._place(path), "rb") as stream:
                stored = stream.read()
        except OSError:
            return None
        match = _LAST_LINE.search(stored)
        if match is None or match[2].decode() != _digest(data):
            return None
        verdict = signs.Verdict(int(match[1]), match[3].decode(), int(match[4]))
        return Copy(verdict, stored, encoding, self._place(path))

    def _store(self, path, data, text, running, verdict, encoding):
        if not running.endswith("\n"):
            running += "\n"
            text += "" if text.endswith("\n") else "\n"
        if self._folder is None:
            return Copy(verdict, running.encode(encoding), encoding, None)
        running += _TRAILER % (verdict.level, _digest(data), verdict.sign, verdict.line)
        import difflib

        name = os.path.relpath(path, self.root)
        changes = difflib.unified_diff(
            text.splitlines(keepends=True), running.splitlines(keepends=True)[:-1], name, os.path.join("python2", name)
        )
        place, encoded = self._place(path), running.encode(encoding)
        try:
            os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
            _write(place + ".diff", "".join(changes).encode(errors="replace"))
            _write(place, encoded)
        except OSError:
            place = None
        return Copy(verdict, encoded, encoding, place)

    def _tell(self, path, copy):
        """Whether it is said: of a file for both where numbers differ, which divides."""
        sign, name = copy.verdict.sign, os.path.relpath(path, self.root)
        if sign == _BY_NAME:
            if _DIVISION not in copy.text:
                return False
            text = _WORDS_BY_NAME % name
        else:
            if copy.verdict.line:
                sign += ", line %d" % copy.verdict.line
            text = _WORDS[copy.level] % (name, " (%s)" % sign if sign else "")
        if copy.path is not None:
            text += "; what was changed: %s.diff" % copy.path
        sys.stderr.write("paisql: %s\n" % text)
        return True

    def shows_python_2(self, entry):
        """Whether the modules that the entry imports, as far as lines show it, make the job Python 2."""
        for place, (path, text) in enumerate(self._files(entry)):
            if place and signs.may_be(text) and self.find(path, certain=True) is not None and self.is_full:
                return True
        return False

    def _files(self, entry):
        """(path, text) of the entry and of the own modules that it imports, as far as lines show them."""
        waiting, seen, size = [os.path.realpath(entry)], set(), 0
        while waiting and len(seen) < _MOST_FILES and size < _MOST_BYTES:
            path = waiting.pop()
            if path in seen:
                continue
            seen.add(path)
            with open(path, "rb") as stream:
                text = decoded(stream.read())[0] or ""
            size += len(text)
            yield path, text
            waiting += self._imported(path, text)

    def _imported(self, path, text):
        for package, names in _IMPORTS.findall(text):
            folders = [os.path.dirname(path), self.root]
            dots = len(package) - len(package.lstrip("."))
            for _ in range(dots - 1):
                folders = [os.path.dirname(folders[0])]
            base = package.lstrip(".").replace(".", os.sep)
            for folder in dict.fromkeys(folders):
                for name in ["", *re.split(r"[\s,]+", names)]:
                    place = os.path.join(folder, base, name.replace(".", os.sep)).rstrip(os.sep)
                    for candidate in (place + ".py", os.path.join(place, "__init__.py")):
                        real = os.path.realpath(candidate)
                        if os.path.isfile(real) and self.is_own(real):
                            yield real


def _digest(data):
    import hashlib

    return hashlib.sha256(data).hexdigest()


def decoded(data):
    """(text with plain ends of lines, encoding); (None, "") for what is not a text."""
    try:
        encoding = "utf-8"
        if data.startswith(codecs.BOM_UTF8) or any(b"coding" in line for line in data.split(b"\n", 2)[:2]):
            import tokenize

            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n"), encoding
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return None, ""


def _syntax():
    try:
        from paisql.python2 import syntax
    except ImportError as error:
        raise SyntaxError(
            "this file is written for Python 2, and what converts it is not there (%s; of Debian's "
            "Python it is the package python3-lib2to3)" % error
        ) from None
    return syntax


def _unconvertible(path, text, failure):
    lines = text.split("\n")
    line = lines[failure.line - 1] if 0 < failure.line <= len(lines) else ""
    return SyntaxError(
        "this file is written for Python 2 and cannot be converted: %s" % failure.reason,
        (path, failure.line, None, line + "\n"),
    )


def _write(path, data):
    """All of it, or nothing."""
    temporary = "%s.%d" % (path, os.getpid())
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
        stream.write(data)
    os.rename(temporary, path)
