"""A PAI statement on the SQL page."""

import os
import re
import sys

import pytest
from console_home import Console
from sql_page import Editor

expect = pytest.importorskip("playwright.sync_api").expect

# Waits until somebody writes to the pipe GO.
SPEAKS = """
print("the <b>first</b> word")
open(GO).read()
print("the last word")
"""


def test_a_job_says_its_log_while_it_runs_and_leads_to_its_logview(tmp_path, new_page):
    go, script = str(tmp_path / "go"), tmp_path / "speaks.py"
    os.mkfifo(go)
    script.write_text(SPEAKS.replace("GO", repr(go)))
    console = Console(tmp_path).start(env={"PAISQL_PYTHON": sys.executable})
    try:
        page = new_page(console.url)
        editor = Editor(page)
        editor.run_all(f"SELECT 1;\nPAI -name tensorflow1120_ext -Dscript='file://{script}' -DjobName='speaks';")
        log = page.get_by_role("log", name="Log of the job")
        expect(log).to_contain_text("the <b>first</b> word")
        expect(editor.result("2 PAI").get_by_text("Running")).to_have_count(1)
        open(go, "w", encoding="utf-8").close()
        expect(log).to_contain_text("the last word")
        expect(editor.result("2 PAI").get_by_text("Succeeded")).to_have_count(1)
        page.get_by_role("region", name="Results").get_by_role("link", name="Logview").click()
        expect(page.get_by_role("heading", name="speaks")).to_be_visible()
        assert re.search(r"/logview/\w+$", page.url)
    finally:
        console.stop()
