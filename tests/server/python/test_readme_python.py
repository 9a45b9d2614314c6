"""The lines of Python in README.md."""

import os
import re
import subprocess

from conftest import CLIENTS, ROOT


def test_lines_of_the_readme(server):
    server.sql(
        "CREATE PROJECT demo;",
        "CREATE TABLE demo.sale (id BIGINT, city STRING, amount DOUBLE) PARTITIONED BY (ds STRING);",
        "INSERT INTO demo.sale PARTITION (ds='20260101') VALUES (1, '杭州', 12.5), (2, '北京', 7.0);",
    )
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        (code,) = re.findall(r"```python\n(.*?)```", file.read(), re.S)
    code = code.replace("http://127.0.0.1:8800/api", server.endpoint)
    done = subprocess.run([CLIENTS, "-c", code], capture_output=True, text=True, check=False)
    assert sorted(done.stdout.splitlines()) == ["北京 7.0", "杭州 12.5"], done.stderr
