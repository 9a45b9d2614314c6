"""Archives that would land outside of a job's folder or fill the disk are refused as a whole job."""

import io
import os
import stat
import tarfile
import zipfile
import zlib

import pytest

ZEROS = 10 << 30


def tar(path, *entries):
    """A .tar.gz of main.py and TarInfos, of which an int is a size that nothing stands after."""
    with tarfile.open(path, "w:gz") as made:
        script = tarfile.TarInfo("main.py")
        text = b"print('the script ran')\n"
        script.size = len(text)
        made.addfile(script, io.BytesIO(text))
        for entry in entries:
            made.addfile(entry, io.BytesIO(b"x" * entry.size))


def entry(name, kind=tarfile.REGTYPE, target="", size=0):
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.size = kind, target, size
    return made


def of_zeros(path):
    """10 GB of zeros after main.py, as gzip packs them: the same megabytes again and again."""

    def member(data):
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        return packer.compress(data) + packer.flush()

    script = entry("main.py")
    with open(path, "wb") as made:
        made.write(member(script.tobuf() + entry("zeros", size=ZEROS).tobuf()))
        block = member(bytes(64 << 20))
        for _ in range(ZEROS // (64 << 20)):
            made.write(block)


def zip_of_zeros(path):
    """The same in a .zip, whose own headers say nothing of the size."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made:
        made.writestr("main.py", "print('the script ran')\n")
        with made.open("zeros", "w", force_zip64=True) as stream:
            block = bytes(16 << 20)
            for _ in range((1200 << 20) // len(block)):
                stream.write(block)


def zip_link(path):
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("main.py", "print('the script ran')\n")
        link = zipfile.ZipInfo("data")
        link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        made.writestr(link, "/etc")


def zip_outside(path):
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("main.py", "print('the script ran')\n")
        made.writestr("../outside", "x")


EVIL = {
    "outside.tar.gz": (lambda p: tar(p, entry("../outside", size=1)), "'../outside', which leads out"),
    "inner.tar.gz": (lambda p: tar(p, entry("a/../../outside")), "which leads out of its folder"),
    "absolute.tar.gz": (lambda p: tar(p, entry("/tmp/outside")), "which leads out of its folder"),
    "link.tar.gz": (lambda p: tar(p, entry("data", tarfile.SYMTYPE, "/etc")), "a link to '/etc'"),
    "by_links.tar.gz": (
        lambda p: tar(
            p,
            entry("a", tarfile.DIRTYPE),
            entry("a/up", tarfile.SYMTYPE, ".."),
            entry("out", tarfile.SYMTYPE, "a/up/.."),
        ),
        "'out', a link to 'a/up/..'",
    ),
    "behind.tar.gz": (
        lambda p: tar(p, entry("up", tarfile.SYMTYPE, ".."), entry("up/outside", size=1)),
        "'up', a link to '..'",
    ),
    "hard.tar.gz": (lambda p: tar(p, entry("h", tarfile.LNKTYPE, "../../outside")), "leads out"),
    "pipe.tar.gz": (lambda p: tar(p, entry("p", tarfile.FIFOTYPE)), "neither a file nor a folder"),
    "device.tar.gz": (lambda p: tar(p, entry("d", tarfile.CHRTYPE)), "neither a file nor a folder"),
    "zeros.tar.gz": (of_zeros, "'zeros', with which it takes too much space"),
    "zeros.zip": (zip_of_zeros, "'zeros', with which it takes too much space"),
    "link.zip": (zip_link, "a link to '/etc'"),
    "outside.zip": (zip_outside, "'../outside', which leads out of its folder"),
}


def everything_below(folder):
    return sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names)


@pytest.mark.parametrize("name", EVIL)
def test_a_job_of_a_bad_archive_is_refused_by_name(home, name):
    make, words = EVIL[name]
    home.run("CREATE TABLE t (id BIGINT);").ok()
    make(os.path.join(home.files, name))
    before = everything_below(home.files)
    outcome = home.run("PAI -name tensorflow1120 -Dscript=file://%s -DentryFile=main.py;" % name)
    outcome.fails("holds ", words)
    assert "the script ran" not in outcome.stderr
    assert home.job_ids() == [] and everything_below(home.files) == before
    # Nothing of it stays, be it outside of the folder or in the home.
    left = [path for path in everything_below(home.path) if os.path.basename(path) in ("zeros", "outside")]
    assert left == [] and not os.path.exists("/tmp/outside")
