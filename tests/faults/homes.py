"""Prepared homes, copies of them, and what a home holds."""

import hashlib
import io
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path

from pyarrow import parquet

from interposer import BINARY

TIMEOUT = 180
SETTINGS = "SET odps.sql.allow.fullscan=true;"

FILLED = """
CREATE TABLE plain (a BIGINT, b STRING);
INSERT INTO TABLE plain VALUES (1, 'x');
INSERT INTO TABLE plain VALUES (2, 'y');
CREATE TABLE other (a BIGINT, b STRING);
INSERT INTO TABLE other VALUES (7, 'o');
CREATE TABLE parts (a BIGINT) PARTITIONED BY (p STRING);
CREATE TABLE spare (a BIGINT) PARTITIONED BY (p STRING);
INSERT INTO TABLE parts PARTITION (p='1') VALUES (11), (12);
INSERT INTO TABLE parts PARTITION (p='2') VALUES (20);
INSERT OVERWRITE TABLE parts PARTITION (p='2') VALUES (21);
ALTER TABLE parts ADD PARTITION (p='3');
CREATE TABLE gone (a BIGINT) PARTITIONED BY (p STRING);
INSERT INTO TABLE gone PARTITION (p='1') VALUES (31), (32);
ALTER TABLE gone ADD PARTITION (p='2');
DROP TABLE gone;
CREATE TABLE written (a BIGINT);
INSERT INTO TABLE written VALUES (41), (42);
INSERT OVERWRITE TABLE written VALUES (43);
CREATE TABLE versioned (a BIGINT) TBLPROPERTIES ('transactional'='true');
INSERT INTO TABLE versioned VALUES (51);
INSERT INTO TABLE versioned VALUES (52);
CREATE STREAM unread ON TABLE versioned VERSION AS OF 2;
CREATE TABLE keyed (a BIGINT NOT NULL PRIMARY KEY, b STRING) TBLPROPERTIES ('transactional'='true');
INSERT OVERWRITE TABLE keyed VALUES (1, 'a'), (2, 'b');
CREATE TABLE nothing (a BIGINT);
CREATE TABLE seen (a BIGINT);
CREATE VIEW v AS SELECT a FROM seen;
CREATE MATERIALIZED VIEW summed BUILD DEFERRED PARTITIONED BY (p) AS SELECT sum(a) AS a, p FROM parts GROUP BY p;
CREATE TABLE probe (a BIGINT);
CREATE SCHEMA shelf;
CREATE TABLE default_project.shelf.shelved (a BIGINT);
INSERT INTO TABLE default_project.shelf.shelved VALUES (81);
CREATE PROJECT spare;
CREATE TABLE spare.spared (a BIGINT);
INSERT INTO TABLE spare.spared VALUES (91);
CREATE BUCKET kept;
CREATE BUCKET hollow;
CREATE ROLE reader;
GRANT oss:GetObject, oss:ListObjects ON BUCKET kept TO ROLE reader;
GRANT oss:PutObject ON ALL BUCKETS TO ROLE reader;
CREATE TABLE many (a BIGINT);
""" + "".join(f"INSERT INTO TABLE many VALUES ({i});\n" for i in range(15))


class Done:
    """How one run of the program ended."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    @property
    def hung(self):
        return self.status is None


def run(home, sql, *arguments, **options):
    """Runs statements."""
    command = ["--home", str(home), "--format", "tsv", "--no-header", *arguments]
    return run_program(command + (["-e", sql] if sql is not None else []), **options)


def run_command(home, name, *arguments, **options):
    """Runs a command of the program: check, verify."""
    return run_program([name, "--home", str(home), *arguments], **options)


def run_program(arguments, environment=None, timeout=TIMEOUT, cwd=None, program=BINARY, **options):
    """A run that takes too long is killed and has no status."""
    command = [program, *arguments]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=cwd,
        **options,
    )
    try:
        out, err = process.communicate(timeout=timeout)
        return Done(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return Done(None, out.decode(errors="replace"), err.decode(errors="replace"))


def run_and_kill(command, seconds, environment):
    """Runs a program and kills it after that time."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
    return Done(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))


def must(home, sql, **options):
    done = run(home, sql, **options)
    if done.status != 0:
        raise RuntimeError(f"{sql}\n{done.err}")
    return done.out


def workplace():
    """A folder for homes: in memory where there is room, because a case waits for the disk only."""
    chosen = os.environ.get("PAISQL_FAULTS_FOLDER")
    if chosen is None:
        memory = Path("/dev/shm")
        roomy = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1 << 30
        chosen = str(memory) if roomy else tempfile.gettempdir()
    os.makedirs(chosen, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix="paisql-faults-", dir=os.path.realpath(chosen)))


def remove(folder):
    """However deep it is."""
    subprocess.run(["rm", "-rf", "--", str(folder)], check=False)


def clone(base, target):
    """A copy of a home that shares no file with it."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(base, target, symlinks=True)


class Bystander:
    """Another session that has the home open, and that dies by SIGKILL at the end."""

    def __init__(self, home):
        self.process = subprocess.Popen(
            [BINARY, "--home", str(home), "--format", "tsv", "--no-header"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        # It answers OK; by then the catalog was read.
        self.process.stdin.write(b"SHOW TABLES;\n")
        self.process.stdin.flush()
        self.process.stderr.readline()

    def write(self):
        """Changes something; gives what it has said."""
        try:
            self.process.stdin.write(b"CREATE TABLE late (a BIGINT);\n")
            self.process.stdin.flush()
        except OSError as error:
            return str(error)
        return self.process.stderr.readline().decode(errors="replace")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdin.close()
        self.process.stderr.close()


class Listing:
    """The catalog's content: `shape` has no ids, times and unique names; `paths` are files."""

    def __init__(self):
        self.shape = {}
        self.names = []
        self.jobs = []  # their states
        self.paths = set()
        self.lost = []  # live files that cannot be read


class Reader:
    """Reads homes without the program. What a file holds is read once for all that are equal."""

    def __init__(self, scratch):
        self.copy = os.path.join(scratch, "peek.sqlite")
        self.rows = {}

    def peek(self, home):
        """What a home holds. The catalog is read from a copy, so that nothing of the home is touched."""
        for end in ("", "-wal", "-shm"):
            if os.path.exists(self.copy + end):
                os.unlink(self.copy + end)
            if end != "-shm" and os.path.exists(f"{home}/catalog.sqlite{end}"):
                shutil.copyfile(f"{home}/catalog.sqlite{end}", self.copy + end)
        with closing(sqlite3.connect(self.copy)) as db:
            return self.listing(home, db)

    def listing(self, home, db):
        listing = Listing()
        if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'tables'").fetchone():
            return listing
        for query in (
            "SELECT path FROM data_files",
            "SELECT path FROM resources WHERE path IS NOT NULL",
            "SELECT path FROM removed_resources",
            "SELECT path FROM model_files",
        ):
            listing.paths |= {path for (path,) in db.execute(query)}
        has_schemas = db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'schemas'").fetchone()
        schema = "t.schema" if has_schemas else "'default'"
        places = f"SELECT t.id, t.name, t.kind, t.view_text, p.name, {schema} FROM tables t"
        places += " JOIN projects p ON p.id = t.project_id"
        for table_id, name, kind, view, *place in db.execute(places).fetchall():
            own = place == ["default_project", "default"]
            columns = db.execute(
                "SELECT name, type, is_partition FROM columns WHERE table_id = ? AND "
                "until_version IS NULL ORDER BY is_partition, position",
                (table_id,),
            ).fetchall()
            keys = dict(db.execute("SELECT id, key FROM partitions WHERE table_id = ?", (table_id,)))
            rows = {key: [] for key in keys.values()}
            for path, partition, count in db.execute(
                "SELECT path, partition_id, rows FROM data_files WHERE table_id = ? AND removed_at IS NULL", (table_id,)
            ):
                found = self.file(os.path.join(home, path))
                if found is None or len(found) != count:
                    listing.lost.append(path)
                rows.setdefault(keys.get(partition, ""), []).extend(found or [])
            whole = name if own else ".".join([*place, name])
            listing.shape[whole] = (kind, view, columns, sorted((key, sorted(held)) for key, held in rows.items()))
            if own:
                listing.names.append(name)
        for table in ("projects", "schemas") if has_schemas else ():
            listing.shape[table] = db.execute(f"SELECT name FROM {table} ORDER BY name").fetchall()
        listing.shape["resources"] = db.execute(
            "SELECT name, kind, bytes, sha256 FROM resources ORDER BY name"
        ).fetchall()
        for path, digest in db.execute("SELECT path, sha256 FROM resources WHERE path IS NOT NULL"):
            data = read_bytes(os.path.join(home, path))
            if data is None or hashlib.sha256(data).hexdigest() != digest:
                listing.lost.append(path)
        if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'functions'").fetchone():
            # What the class says of itself is read again where it could not be read.
            listing.shape["functions"] = db.execute(
                "SELECT name, class, resources, owner FROM functions ORDER BY name"
            ).fetchall()
        for table in ("roles", "role_grants"):
            if db.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchone():
                columns = "name, arn" if table == "roles" else "role, bucket, action"
                listing.shape[table] = sorted(db.execute(f"SELECT {columns} FROM {table}"))
        if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'streams'").fetchone():
            listing.shape["streams"] = db.execute("SELECT name, offset_version FROM streams ORDER BY name").fetchall()
            listing.shape["table_versions"] = db.execute(
                "SELECT t.name, v.version FROM table_versions v JOIN tables t ON t.id = v.table_id ORDER BY 1, 2"
            ).fetchall()
        listing.shape["buckets"] = buckets(home)
        listing.shape["volumes"] = volumes(home)
        if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'models'").fetchone():
            listing.shape["models"] = db.execute(
                "SELECT m.name, m.default_version, v.version, v.signatures, f.bytes, f.sha256 FROM models m "
                "JOIN model_versions v ON v.model_id = m.id JOIN model_files f ON f.version_id = v.id "
                "ORDER BY m.name, v.version, f.sha256"
            ).fetchall()
            for path, digest in db.execute("SELECT path, sha256 FROM model_files"):
                data = read_bytes(os.path.join(home, path))
                if data is None or hashlib.sha256(data).hexdigest() != digest:
                    listing.lost.append(path)
        listing.jobs = [state for (state,) in db.execute("SELECT state FROM jobs ORDER BY created_ms")]
        return listing

    def file(self, path):
        """The rows of a data file as texts; None when it cannot be read."""
        data = read_bytes(path)
        if data is None:
            return None
        digest = hashlib.sha1(data).digest()
        if digest not in self.rows:
            try:
                self.rows[digest] = [repr(row) for row in parquet.read_table(io.BytesIO(data)).to_pylist()]
            except Exception:  # any kind of damage
                self.rows[digest] = None
        return self.rows[digest]


def buckets(home):
    """Name and place of each, and what its folder holds; a link leads to a place elsewhere."""
    folder = os.path.join(home, "oss")
    found = []
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        path = os.path.join(folder, name)
        place = os.readlink(path) if os.path.islink(path) else ""
        found.append((name, place, sorted(os.listdir(path)) if os.path.isdir(path) else None))
    return found


def volumes(home):
    """The files of volumes, and what they hold; empty partitions count for nothing."""
    root = os.path.join(home, "volumes")
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [
            (os.path.relpath(os.path.join(folder, name), root), read_bytes(os.path.join(folder, name)))
            for name in files
            if not name.startswith(".paisql-")  # of a killed process
        ]
    return sorted(found)


def read_bytes(path):
    try:
        with open(path, "rb") as read:
            return read.read()
    except OSError:
        return None


def leftovers(home, listed):
    """What a sweep should have taken: files that nobody lists, folders without files, and the like."""
    found = []
    for root in ("warehouse", "resources", "models"):
        for folder, folders, files in os.walk(os.path.join(home, root)):
            below = os.path.relpath(folder, home)
            found += [f"orphan {below}/{name}" for name in files if f"{below}/{name}" not in listed]
            if not folders and not files and below.count("/") >= 2:
                found.append(f"empty folder {below}")
    present = {path for path in listed if os.path.exists(os.path.join(home, path))}
    found += [f"missing {path}" for path in listed - present]
    for name in os.listdir(os.path.join(home, "staging")):
        found.append(f"staging/{name}")
    for name in os.listdir(os.path.join(home, "leases")):
        if name != "readers":
            found.append(f"lease {name}")
    return found
