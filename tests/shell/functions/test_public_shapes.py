"""Functions of the shapes that public code has run from SQL without a change."""

import io
import tarfile
import zipfile

import generated_module
import public_shapes


def write(folder, files, archives):
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name, inside in archives.items():
        if name.endswith(".zip"):
            with zipfile.ZipFile(folder / name, "w") as archive:
                for path, text in inside.items():
                    archive.writestr(path, text)
        else:
            with tarfile.open(folder / name, "w:gz") as archive:
                for path, text in inside.items():
                    entry = tarfile.TarInfo(path)
                    entry.size = len(text.encode())
                    archive.addfile(entry, io.BytesIO(text.encode()))


def answers(shell, folder, made, calls):
    """The rows of each call; one run of the program for all."""
    lines = []
    for name in sorted({one for _, used in made.values() for one in used.split(",")}):
        kind = "PY" if name.endswith(".py") else "FILE" if name.endswith(".txt") else "ARCHIVE"
        lines.append(f"ADD {kind} {name} -f;")
    for name, (path, used) in made.items():
        lines.append(f"create function {name} as '{path}' using '{used}' -f;")
    for version, statements in calls.items():
        lines.append(f"SET odps.sql.python.version={version};")
        for statement, _ in statements:
            lines += ["SELECT '--';", statement + ";"]
    (folder / "calls.sql").write_text("\n".join(lines), encoding="utf-8")
    options = "--project", "shapes", "--format", "tsv", "--no-header", "--no-check-first", "--keep-going"
    done = shell.run(*options, "-f", str(folder / "calls.sql"))
    assert done.returncode == 0, done.stderr
    return [part.splitlines() for part in done.stdout.split("--\n")[1:]], done.stderr


def test_functions_as_public_files_have_them(shell, tmp_path):
    write(tmp_path, public_shapes.FILES, public_shapes.ARCHIVES)
    found, said = answers(shell, tmp_path, public_shapes.FUNCTIONS, public_shapes.CALLS)
    expected = [rows for statements in public_shapes.CALLS.values() for _, rows in statements]
    assert found == expected
    assert "processing c1\n" in said


def test_modules_that_pyodps_generates(shell, tmp_path):
    module, library = generated_module.generated()
    write(tmp_path, {"frames.py": module}, {"lib.zip": library})
    name = "pyodps_udf_1795995557_0c37d59d_5c15_40bd_8bda_73afab8709c8"
    made = {
        name: ("frames.PyOdpsFunc", "frames.py,lib.zip"),
        name + "_t": ("frames.PyOdpsApply", "frames.py,lib.zip"),
        name + "_a": ("frames.PyOdpsAgg", "frames.py,lib.zip"),
    }
    rows = "(SELECT * FROM VALUES ('a,b', 1L), ('z', 2L) t (name, id)) t1"
    calls = [
        (f"SELECT t1.`id`, {name}(t1.`id`) AS `plus` FROM {rows}", ["1\t6", "2\t7"]),
        (f"SELECT {name}_t(t1.`name`, t1.`id`) AS (`part`, `id`) FROM {rows}", ["a\t1", "b\t1", "z\t2"]),
        (f"SELECT {name}_a(t2.`id`) AS `id_aggregation` FROM (SELECT t1.`id` FROM {rows}) t2", ["1.5"]),
    ]
    found, _ = answers(shell, tmp_path, made, {"cp311": calls})
    assert found == [rows for _, rows in calls]
