"""The pages about instances in a browser: a job from the list to its log and curves, and what is stopped and failed."""

import os
import re

import pytest
from logview_jobs import FAILS, QUICK, SLEEPS, TRAINS, await_end, log_path, start_job

expect = pytest.importorskip("playwright.sync_api").expect


def open_instance(page, console, job, tab=""):
    page.goto(console.at(f"/logview/{job}{'/' + tab if tab else ''}"))


def badge(page):
    return page.locator("main header").get_by_text(re.compile("^(Waiting|Running|Succeeded|Failed|Cancelled)$"))


def test_a_job_is_followed_through_a_restart_to_its_end(console, new_page, no_axe_violations):
    page = new_page()
    go = os.path.join(os.path.dirname(console.home), "go")
    os.mkfifo(go)
    job = start_job(console, TRAINS.replace("GO", repr(go)), "iris_train")
    page.goto(console.at("/logview"))
    page.get_by_label("Id or statement").fill("iris_train.py")
    row = page.get_by_role("row", name=f"iris_train {job}")
    expect(row).to_contain_text("Running")
    no_axe_violations(page)
    row.click()
    expect(page.get_by_role("heading", name="iris_train")).to_be_visible()
    expect(badge(page)).to_have_text("Running")
    page.get_by_role("tab", name="Logs").click()
    log = page.get_by_role("log")
    expect(log).to_contain_text("waiting for go")
    expect(log).to_contain_text("step 3 of <b>training</b>")
    expect(log.get_by_text("100% done", exact=True)).to_be_visible()
    assert log.locator("b").count() == 0
    # Colours of a terminal are colours of the page.
    colour = log.get_by_text("red text").evaluate("one => getComputedStyle(one).color")
    assert colour != log.get_by_text("waiting for go").evaluate("one => getComputedStyle(one).color")
    port = console.port
    console.stop()
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    console.start(port=port)
    open(go, "w", encoding="utf-8").close()
    expect(log).to_contain_text("went on")
    expect(log).to_contain_text("step 1 of <b>training</b>")
    expect(badge(page)).to_have_text("Succeeded")
    page.get_by_role("tab", name="Curves").click()
    expect(page.get_by_role("img", name="loss")).to_be_visible()
    no_axe_violations(page)
    page.get_by_role("tab", name="Resources").click()
    expect(page.get_by_role("img", name="Memory")).to_be_visible()
    page.get_by_role("tab", name="History").click()
    expect(page.get_by_role("table", name="History")).to_contain_text("worker 0 was started")
    page.get_by_role("tab", name="Parameters").click()
    expect(page.get_by_role("table", name="Parameters of the statement")).to_contain_text("jobName")


def test_a_job_is_stopped(console, new_page):
    page = new_page()
    job = start_job(console, SLEEPS, "sleeper")
    open_instance(page, console, job, "logs")
    expect(page.get_by_role("log")).to_contain_text("asleep")
    page.get_by_role("button", name="Stop").click()
    dialog = page.get_by_role("dialog", name="Stop this instance?")
    dialog.get_by_role("button", name="Stop").click()
    expect(badge(page)).to_have_text("Cancelled")
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    page.get_by_role("tab", name="Overview").click()
    expect(page.get_by_role("table", name="Processes")).to_contain_text("SIGTERM")


def test_the_cause_of_a_failure_leads_to_its_line(shared_console, new_page, no_axe_violations):
    page = new_page()
    job = start_job(shared_console, FAILS, "breaks")
    await_end(shared_console, job)
    open_instance(page, shared_console, job)
    expect(page.get_by_role("alert")).to_contain_text("ValueError: no such column <i>x</i>")
    no_axe_violations(page)
    page.get_by_role("link", name="Open its log").click()
    expect(page.get_by_role("log")).to_contain_text("Traceback (most recent call last)")
    no_axe_violations(page)


def test_statements_in_chinese_and_dark(shared_console, new_page, no_axe_violations):
    text = "CREATE TABLE IF NOT EXISTS lv AS SELECT 1L AS id, 'a<b>中文' AS name; SELECT name FROM lv;"
    tab = shared_console.post("/editor/tabs", {})["tab"]
    run = shared_console.post(f"/editor/tabs/{tab}/statements", {"text": text})["id"]
    await_end(shared_console, run)
    page = new_page(language="zh-CN", scheme="dark")
    open_instance(page, shared_console, run)
    expect(page.get_by_role("group", name="阶段与表")).to_contain_text("default_project.lv")
    expect(page.get_by_role("region", name="时间线")).to_contain_text("M2")
    no_axe_violations(page)
    page.get_by_role("tab", name="结果").click()
    expect(page.get_by_role("grid", name="结果数据")).to_contain_text("a<b>中文")
    page.get_by_role("tab", name="输入与输出").click()
    expect(page.get_by_role("table", name="输出")).to_contain_text("default_project.lv")
    no_axe_violations(page)


def test_an_instance_that_nobody_has(shared_console, new_page):
    page = new_page()
    open_instance(page, shared_console, "nope")
    expect(page.get_by_role("alert")).to_contain_text("the instance nope does not exist")


# The most lines that one of a hundred frames draws while the whole log goes by.
MOST_LINES = """
box => new Promise(done => {
  const whole = box.scrollHeight - box.clientHeight;
  let most = 0;
  let count = 0;
  const step = () => {
    most = Math.max(most, box.getElementsByTagName('button').length);
    box.scrollTop = whole * (count / 100);
    if (++count <= 100) requestAnimationFrame(step);
    else done(most);
  };
  requestAnimationFrame(step);
})
"""


def test_a_million_lines_are_scrolled_and_searched(shared_console, new_page):
    page = new_page()
    job = start_job(shared_console, QUICK.replace("LOSS", "0.5"), "long", wait=True)
    with open(log_path(shared_console, job), "w", encoding="utf-8") as file:
        for line in range(1, 1_000_001):
            if line == 700_000:
                file.write("ValueError: the only one\n")
            elif line % 1000 == 0:
                file.write(f"\x1b[32mepoch {line // 1000}\x1b[0m is done\n")
            else:
                file.write(f"line {line} of a million with some words\n")
    open_instance(page, shared_console, job, "logs")
    log = page.get_by_role("log")
    expect(page.get_by_text("1,000,000 lines")).to_be_visible()
    expect(log).to_contain_text("epoch 1000 is done")
    log.press("Home")
    expect(log).to_contain_text("line 1 of a million")
    in_sight = log.evaluate("box => box.clientHeight / 18")
    assert in_sight - 1 <= log.evaluate(MOST_LINES) <= in_sight + 2
    page.get_by_role("button", name="First error").click()
    expect(log).to_contain_text("ValueError: the only one")
    expect(log).to_contain_text("700000")
    search = page.get_by_role("searchbox", name="Find in the log")
    search.fill("line 3001 of")
    search.press("Shift+Enter")
    expect(log).to_contain_text("line 3001 of")


def test_runs_are_compared(shared_console, new_page, no_axe_violations):
    page = new_page()
    for loss in ("0.5", "0.25", "0.125"):
        start_job(
            shared_console,
            QUICK.replace("LOSS", loss),
            "compared",
            f"-DuserDefinedParameters='--note={loss}-of-it'",
            wait=True,
        )
    page.goto(shared_console.at("/logview/compare"))
    page.get_by_role("row", name="compared (3 runs)").click()
    table = page.get_by_role("region", name="Parameters").get_by_role("table")
    expect(table).to_contain_text("0.125")
    expect(table).to_contain_text("0.25-of-it")
    page.get_by_label("Differing ones only").check()
    expect(table).not_to_contain_text("jobName")
    page.get_by_role("checkbox", name=re.compile("^Compare ")).first.uncheck()
    expect(table).not_to_contain_text("0.125")
    expect(page.get_by_role("img", name="loss")).to_be_visible()
    no_axe_violations(page)


def test_rows_of_the_list_are_chosen_and_compared(shared_console, new_page):
    page = new_page()
    jobs = [start_job(shared_console, QUICK.replace("LOSS", loss), name, wait=True)
            for name, loss in (("apple", "0.75"), ("pear", "0.625"))]  # fmt: skip
    page.goto(shared_console.at("/logview"))
    for job in jobs:
        page.get_by_role("row", name=job).get_by_role("checkbox").check()
    page.get_by_role("button", name="Compare 2 runs").click()
    table = page.get_by_role("region", name="Parameters").get_by_role("table")
    for text in ("apple", "pear", "0.75", "0.625"):
        expect(table).to_contain_text(text)
    page.get_by_role("checkbox", name=f"Compare {jobs[0]}").uncheck()
    expect(table).not_to_contain_text("0.75")
    expect(page.get_by_role("checkbox", name=f"Compare {jobs[0]}")).to_be_visible()
    page.goto(shared_console.at(f"/logview/compare?runs={jobs[1]},purged"))
    expect(table).to_contain_text("0.625")
    expect(page.get_by_text("Not there any more: purged")).to_be_visible()


def test_as_many_runs_are_chosen_as_are_compared(shared_console, new_page):
    row = {"kind": "pai", "task": "", "owner": "", "state": "success", "message": "", "priority": 9, "project": "p"}
    row |= dict.fromkeys(("created_ms", "started_ms", "ended_ms"), 1000) | dict.fromkeys(("progress", "steps", "loss"))
    rows = [{**row, "id": f"id{at}", "name": f"run{at}", "statement": "PAI -name knn;"} for at in range(14)]
    shared_console.run("CREATE PROJECT IF NOT EXISTS iris_project")
    page = new_page()
    page.route("**/logview/instances*", lambda route: route.fulfill(json={"instances": rows, "after": None}))
    page.goto(shared_console.at("/logview"))
    boxes = page.get_by_role("checkbox")
    for at in range(12):
        boxes.nth(at).check()
    expect(page.get_by_role("button", name="Compare 12 runs")).to_be_visible()
    expect(boxes.nth(12)).to_be_disabled()
    boxes.nth(0).uncheck()
    expect(boxes.nth(12)).to_be_enabled()
    # Rows stay chosen when the filters change, until the choice is cleared or the project changes.
    page.get_by_label("Id or statement").fill("knn")
    expect(page.get_by_role("button", name="Compare 11 runs")).to_be_visible()
    page.get_by_role("button", name="Clear the choice of runs").click()
    expect(page.get_by_role("button", name="Compare runs")).to_be_visible()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)
    boxes.nth(0).check()
    page.get_by_label("Project").select_option("iris_project")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(0)


def test_a_small_window_has_room_for_the_statement_and_the_id(shared_console, new_page):
    start_job(shared_console, QUICK.replace("LOSS", "1"), "a_name_that_is_rather_long", wait=True)
    page = new_page(shared_console.at("/logview"), size={"width": 1024, "height": 768})
    row = page.get_by_role("row", name="a_name_that_is_rather_long")
    expect(row).to_be_visible()
    widths = {one.inner_text(): one.bounding_box()["width"] for one in page.get_by_role("columnheader").all()}
    assert widths["Statement"] > widths["Name"] and widths["Statement"] > 200
    assert row.get_by_role("cell").last.evaluate("cell => cell.firstChild.scrollWidth <= cell.firstChild.clientWidth")
    tops = {round(one.bounding_box()["y"]) for one in page.get_by_role("search").locator("input, select").all()}
    assert len(tops) == 1, tops
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
