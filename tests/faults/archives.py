"""Archives of scripts that are hostile or broken. Cases "archive/<name of a maker>/<seed>".

Nothing lands outside of the job's folder; the statement ends with an error of ours, or runs. What
stands for Python ends at once, so that an archive that is taken costs nothing.
"""

import gzip
import io
import os
import random
import stat
import sys
import tarfile
import zipfile
from pathlib import Path

from damage import CatalogDamage, judge_words
from homes import remove, run
from judge import Verdict

MOST_BYTES = 64 << 20  # that one case may leave on the disk
LONGEST_PATH = 4000
MAIN = ("main.py", b"print('it runs')\n")


def tar_of(entries, mode="w:gz"):
    """A tar of (name, content) or of TarInfo with an optional content."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:
        for entry, content in entries:
            info = entry if isinstance(entry, tarfile.TarInfo) else tarfile.TarInfo(entry)
            info.size = len(content) if content else 0
            archive.addfile(info, io.BytesIO(content or b""))
    return packed.getvalue()


def special(name, kind, target="", mode=0o644):
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.mode = kind, target, mode
    return info


def zip_of(entries):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content, *mode in entries:
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (mode[0] if mode else 0o100644) << 16
            archive.writestr(info, content)
    return packed.getvalue()


SYMLINK, HARDLINK = tarfile.SYMTYPE, tarfile.LNKTYPE
EVIL = b"was here"
# name: (ending, the archive's bytes by a source of chance)
MAKERS = {
    "parent": (".tar.gz", lambda c: tar_of([MAIN, ("../" * c.randrange(1, 9) + "victim", EVIL)])),
    "absolute": (".tar.gz", lambda c: tar_of([MAIN, (c.choice(["/tmp/paisql-evil", "//tmp/paisql-evil"]), EVIL)])),
    "hidden_parent": (".tar.gz", lambda c: tar_of([MAIN, ("a/b/../../../victim", EVIL)])),
    "link_out": (
        ".tar.gz",
        lambda c: tar_of([MAIN, (special("out", SYMLINK, "../" * c.randrange(1, 9)), None), ("out/victim", EVIL)]),
    ),
    "link_absolute": (
        ".tar.gz",
        lambda c: tar_of([MAIN, (special("out", SYMLINK, "/tmp"), None), ("out/paisql-evil", EVIL)]),
    ),
    "link_chain": (
        ".tar.gz",
        lambda c: tar_of(
            [
                MAIN,
                ("a/keep", b""),
                (special("a/l", SYMLINK, ".."), None),
                (special("l2", SYMLINK, "a/l/../.."), None),
                ("l2/" * c.randrange(1, 3) + "victim", EVIL),
            ]
        ),
    ),
    "link_chain_later": (
        ".tar.gz",
        lambda c: tar_of(
            [
                MAIN,
                (special("l2", SYMLINK, "a/l/../.."), None),
                ("a/keep", b""),
                (special("a/l", SYMLINK, ".."), None),
                ("l2/victim", EVIL),
            ]
        ),
    ),
    "link_chain_alone": (
        ".tar.gz",
        lambda c: tar_of(
            [MAIN, ("a/keep", b""), (special("a/l", SYMLINK, ".."), None), (special("l2", SYMLINK, "a/l/../.."), None)]
        ),
    ),
    "link_is_main": (".tar.gz", lambda c: tar_of([(special("main.py", SYMLINK, "/etc/passwd"), None)])),
    "link_loop": (
        ".tar.gz",
        lambda c: tar_of(
            [MAIN, (special("x", SYMLINK, "y"), None), (special("y", SYMLINK, "x"), None), ("x/file", EVIL)]
        ),
    ),
    "link_replaced": (
        ".tar.gz",
        lambda c: tar_of([MAIN, ("d/f", b"1"), (special("d", SYMLINK, ".."), None), ("d/victim", EVIL)]),
    ),
    "hardlink_out": (
        ".tar.gz",
        lambda c: tar_of([MAIN, (special("h", HARDLINK, "../../../../victim"), None), ("h", EVIL)]),
    ),
    "hardlink_absolute": (".tar.gz", lambda c: tar_of([MAIN, (special("h", HARDLINK, "/etc/passwd"), None)])),
    "hardlink_to_link": (
        ".tar.gz",
        lambda c: tar_of(
            [MAIN, (special("s", SYMLINK, "../../victim"), None), (special("h", HARDLINK, "s"), None), ("h", EVIL)]
        ),
    ),
    "device": (
        ".tar.gz",
        lambda c: tar_of([MAIN, (special("dev", c.choice([tarfile.CHRTYPE, tarfile.BLKTYPE])), None)]),
    ),
    "fifo": (".tar.gz", lambda c: tar_of([MAIN, (special("main.py", tarfile.FIFOTYPE), None)])),
    "setuid": (".tar.gz", lambda c: tar_of([MAIN, (special("tool", tarfile.REGTYPE, mode=0o6755), EVIL)])),
    "unreadable": (
        ".tar.gz",
        lambda c: tar_of(
            [
                (special("main.py", tarfile.REGTYPE, mode=0), MAIN[1]),
                (special("d", tarfile.DIRTYPE, mode=0), None),
                ("d/f", b"1"),
            ]
        ),
    ),
    "zip_parent": (".zip", lambda c: zip_of([MAIN, ("../" * c.randrange(1, 9) + "victim", EVIL)])),
    "zip_absolute": (".zip", lambda c: zip_of([MAIN, ("/tmp/paisql-evil", EVIL)])),
    "zip_link": (".zip", lambda c: zip_of([MAIN, ("l", "../../..", 0o120777), ("l/victim", EVIL)])),
    "zip_backslash": (".zip", lambda c: zip_of([MAIN, ("..\\..\\victim", EVIL)])),
    "bomb": (".tar.gz", lambda c: bomb(c.choice([17, 40]))),
    "bomb_zip": (".zip", lambda c: zip_of([MAIN] + [(f"f{i}", bytes(8 << 20)) for i in range(4)])),
    "many_entries": (".tar.gz", lambda c: tar_of([MAIN] + [(f"d{i}", b"") for i in range(100_200)])),
    "deep": (".tar.gz", lambda c: tar_of([MAIN, ("d/" * c.choice([100, 2000, 5000]) + "f", EVIL)])),
    "long_name": (".tar.gz", lambda c: tar_of([MAIN, ("n" * c.choice([255, 256, 4096, 70000]), EVIL)])),
    "odd_names": (
        ".tar.gz",
        lambda c: tar_of(
            [MAIN]
            + [
                (name, EVIL)
                for name in ("new\nline", "\x1b[31m", " ", "-rf", "日本", "a:b", "*", "CON", ".", "d/.", "trailing/")
            ]
        ),
    ),
    "twice": (".tar.gz", lambda c: tar_of([MAIN, ("x", b"1"), ("x/y", b"2"), ("x", b"3"), MAIN])),
    "no_main": (".tar.gz", lambda c: tar_of([("other.py", b"")])),
    "empty": (".tar.gz", lambda c: b""),
    "noise": (".tar.gz", lambda c: c.randbytes(5000)),
    "cut": (".tar.gz", lambda c: tar_of([MAIN, ("x", c.randbytes(9000))])[: c.randrange(20, 9000)]),
    "flipped": (
        ".tar",
        lambda c: flipped(tar_of([MAIN, ("x", c.randbytes(900)), (special("l", SYMLINK, "x"), None)], "w"), c),
    ),
    "flipped_zip": (".zip", lambda c: flipped(zip_of([MAIN, ("x", c.randbytes(900))]), c)),
    "good": (".tar.gz", lambda c: tar_of([MAIN, ("d/x", b"1"), (special("d/l", SYMLINK, "../main.py"), None)])),
}


def flipped(data, chance):
    data = bytearray(data)
    for _ in range(chance.choice([1, 3, 20])):
        data[chance.randrange(min(len(data), 4096))] ^= 1 << chance.randrange(8)
    return bytes(data)


def bomb(gigabytes):
    """A tar whose one file says to be that large; only its first megabytes are there."""
    info = tarfile.TarInfo("zeros")
    info.size = gigabytes << 30
    return gzip.compress(tar_of([MAIN], "w")[:1024] + info.tobuf() + bytes(4 << 20))


class Archives(CatalogDamage):
    def __init__(self, judge):
        super().__init__(judge)
        # Python walks through folders by recursion, and one of the archives is deep.
        sys.setrecursionlimit(50_000)
        self.python = Path(judge.folder) / "python"
        self.python.write_text("#!/bin/sh\nexit 0\n")
        self.python.chmod(self.python.stat().st_mode | stat.S_IXUSR)

    def run(self, name):
        maker = name.split("/")[1]
        chance = random.Random(name)
        verdict = Verdict(name, fired=True)
        self.prepare()
        ending, make = MAKERS[maker]
        path = self.outside / ("script" + ending)
        path.write_bytes(make(chance))
        before = self.seen()
        evil = Path("/tmp/paisql-evil")
        done = run(
            self.home,
            f"SET paisql.warm=false; PAI -name tensorflow1120_ext -Dscript=file://{path} "
            f"-DentryFile=main.py; ADD ARCHIVE {path};",
            environment={**os.environ, "PAISQL_PYTHON": str(self.python)},
            timeout=120,
        )
        judge_words(verdict, done)
        verdict.message, verdict.outcome = done.err[-500:], "taken" if done.status == 0 else "refused"
        if self.seen() != before or evil.exists():
            verdict.say("outside", "something outside of the job's folder was changed")
            evil.unlink(missing_ok=True)
        if maker == "good" and done.status != 0:
            verdict.say("message", "a good archive is refused: " + done.err)
        self.look_inside(verdict)
        remove(self.outside)
        return verdict

    def look_inside(self, verdict):
        """No link leads out of the folder, nothing but files and folders, and not too much of them."""
        size = 0
        jobs = os.path.join(self.home, "jobs")
        for folder, folders, files in os.walk(jobs):
            for entry in folders + files:
                path = os.path.join(folder, entry)
                if len(path) > LONGEST_PATH:  # can be reached step by step only
                    continue
                mode = os.lstat(path).st_mode
                size += os.lstat(path).st_blocks * 512
                job = "/".join(path.split("/")[: len(jobs.split("/")) + 1])
                if stat.S_ISLNK(mode) and not os.path.realpath(path).startswith(os.path.realpath(job)):
                    verdict.say("outside", f"{path} leads to {os.path.realpath(path)}")
                if stat.S_ISREG(mode) and mode & (stat.S_ISUID | stat.S_ISGID):
                    verdict.say("outside", f"{path} runs as another user")
                if not (stat.S_ISLNK(mode) or stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                    verdict.say("outside", f"{path} is neither a file nor a folder")
        if size > MOST_BYTES:
            verdict.say("bomb", f"{size} bytes are left")
