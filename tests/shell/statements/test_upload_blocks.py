"""TUNNEL UPLOAD reads large files in blocks, and the answer is that of one reader."""

import random
import threading

import pytest

WIDE = "w" * 100
# Of one length: errors tell places in the statement.
WHOLE, BLOCKS = "-bs 100 -t 1", "-bs 001 -t 3"


def write_dirty(path, seed, size=2_600_000):
    """Records of all kinds, most of them good: quotes, newlines in quotes, NULLs, bad values, wrong counts."""
    choose = random.Random(seed)
    ends = ["\n"] if seed % 3 else ["\n", "\r\n"]
    kinds = [lambda i: f"{i},plain {i},{i / 7:.3f}"] * 20
    kinds += [
        lambda i: f'{i},"{"quoted, " * choose.randrange(4)}""{i}""",1.5',
        lambda i: f'{i},"{"line" + chr(10) if seed % 2 else ""}{"many lines" + chr(10) * 3}end",2.5',
        lambda i: f"{i},,",
        lambda i: f" {i} ,{'字' * choose.randrange(30)},1e3",
        lambda i: f'{i},"{"x" * choose.randrange(20_000)}",1',
    ]
    bad = [lambda i: f"{i},one field too many,1,2", lambda i: f"x{i},no number,1", lambda i: f'{i},"a"b,1']
    with open(path, "w", encoding="utf-8", newline="") as file:
        i = written = 0
        while written < size:
            kind = choose.choice(bad) if seed % 4 and choose.random() < 0.0005 else choose.choice(kinds)
            record = kind(i) + choose.choice(ends)
            written += file.write(record)
            i += 1
        if seed % 5 == 0:
            file.write(f"{i},no end of line,3")


def outcome(shell, table, path, options):
    shell.ok(f"CREATE TABLE {table} (id BIGINT, text STRING, price DOUBLE);")
    done = shell.sql(f"TUNNEL UPLOAD {options} {path} {table};")
    said = [line for line in done.stderr.splitlines() if not line.startswith("Upload session")]
    rows = shell.rows(f"SELECT id, md5(text), length(text), price FROM {table};")
    return done.returncode, said, rows


@pytest.mark.parametrize("seed", range(4))
def test_blocks_give_what_one_reader_gives(shell, tmp_path, seed):
    path = tmp_path / "dirty.csv"
    write_dirty(path, seed)
    options = "-dbr true" if seed != 1 else ""
    whole = outcome(shell, "one", path, f"{options} {WHOLE}")
    blocks = outcome(shell, "two", path, f"{options} {BLOCKS}")
    assert blocks == whole
    assert (whole[0], len(whole[2]) > 1000) == ((1, False) if seed == 1 else (0, True))


def test_a_quote_that_is_never_closed_is_told_with_its_line(shell, tmp_path):
    path = tmp_path / "open.csv"
    path.write_text(f"1,{WIDE},1\n" * 20_000 + '2,"never closed,1\n' + f"3,{WIDE},1\n" * 30_000)
    whole = outcome(shell, "one", path, WHOLE)
    assert outcome(shell, "two", path, BLOCKS) == whole
    assert whole[0] == 1 and "open.csv:20001: a quote is not closed" in "\n".join(whole[1])


def test_each_file_of_a_folder_has_blocks_and_a_header_of_its_own(shell, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.csv").write_text("id,text,price\n" + "".join(f"{i},{WIDE},1\n" for i in range(20_000)))
    (folder / "b.csv").write_text("price,text,id\n" + "".join(f"1,{WIDE},{i}\n" for i in range(30_000)))
    (folder / "c.csv").write_text("")
    whole = outcome(shell, "one", folder, f"-h true {WHOLE}")
    assert outcome(shell, "two", folder, f"-h true {BLOCKS}") == whole
    assert whole[0] == 0 and len(whole[2]) == 50_000


def test_a_file_that_is_written_meanwhile_is_refused(shell, tmp_path):
    path = tmp_path / "growing.csv"
    path.write_text(f"1,{WIDE},1\n" * 40_000)
    done = threading.Event()

    def grow():
        with open(path, "a") as file:
            while not done.is_set():
                file.write("2,b,2\n" * 10)
                file.flush()

    writer = threading.Thread(target=grow)
    writer.start()
    try:
        code, said, rows = outcome(shell, "t", path, "-bs 1")
    finally:
        done.set()
        writer.join()
    assert code == 1 and "growing.csv has changed while it was read" in "\n".join(said)
    assert rows == []
