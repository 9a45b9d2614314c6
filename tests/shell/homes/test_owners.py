"""Whose files are in a home, and which files of the machine come into one."""

import os
import shutil

import pytest

from conftest import ROOT

NOBODY = 65534


def everything(folder):
    return [os.path.join(at, name) for at, folders, files in os.walk(folder) for name in folders + files]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can play sudo")
def test_sudo_leaves_nothing_in_the_home_of_a_user(shell, tmp_path):
    sudo = {**os.environ, "SUDO_UID": str(NOBODY)}
    folder = tmp_path / "user"
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    shell.home = folder / "home"
    for _ in range(2):
        done = shell.sql("CREATE TABLE t (a BIGINT);", env=sudo)
        assert done.returncode == 3 and "by way of sudo" in done.stderr and "\nhint: run paisql as " in done.stderr
        assert all(os.stat(path).st_uid == NOBODY for path in everything(folder))
        # The second time there is a home.
        (folder / "home").mkdir(exist_ok=True)
        os.chown(folder / "home", NOBODY, NOBODY)
    # Root's own home, and root in a container.
    shell.home = tmp_path / "roots"
    assert shell.sql("SHOW TABLES;", env=sudo).returncode == 0
    shell.home = folder / "home"
    assert shell.sql("SHOW TABLES;").returncode == 0


@pytest.mark.parametrize(
    "link, target, word",
    [
        ("assets/inside", "../saved_model.pb", None),
        ("assets/out", "{outside}", "leads out of the model's folder"),
        ("assets/up", "../../secret", "leads out of the model's folder"),
        ("assets/folder", "..", "leads to no file"),
        ("assets/nothing", "gone", "leads to no file"),
        ("assets/device", "/dev/zero", "leads to no file"),
    ],
)
def test_create_model_follows_no_link_out_of_the_export(shell, tmp_path, link, target, word):
    shutil.copytree(ROOT / "tests/data/models/linear", tmp_path / "model")
    (tmp_path / "secret").write_text("a secret")
    (tmp_path / "model/assets").mkdir(exist_ok=True)
    os.symlink(target.format(outside=tmp_path / "secret"), tmp_path / "model" / link)
    done = shell.sql(f"CREATE MODEL m FROM '{tmp_path}/model';")
    if word is None:
        assert done.returncode == 0, done.stderr
    else:
        assert done.returncode == 1 and word in done.stderr and "\nhint: " in done.stderr, done.stderr
    copies = [path for path in everything(shell.home / "models") if os.path.isfile(path)]
    assert bool(copies) == (word is None)
    assert all("a secret" not in open(path, "rb").read().decode(errors="replace") for path in copies)
