"""Workflows in a browser: from a folder to its runs."""

import os

import flow_folder
import pytest

ODD = "night <script>x\"'🚀 流程"


def open_page(console, new_page, path, **how):
    return new_page(console.at(path), **how)


@pytest.fixture(scope="module")
def known(shared_console, tmp_path_factory):
    """A workflow with an odd name that has run for three days."""
    folder = flow_folder.write(tmp_path_factory.mktemp("flows") / ODD)
    flow = flow_folder.add(shared_console, folder)
    shared_console.post(f"/workflows/{flow}/runs", {"first": "20260101", "last": "20260103", "parallel": 3})
    runs = []
    while len([one for one in runs if one["state"] == "SUCCESS"]) < 3:
        runs = shared_console.get(f"/workflows/{flow}/runs")["runs"]
    return flow


def test_a_folder_is_added_and_run(console, page, tmp_path, no_axe_violations):
    folder = flow_folder.write(tmp_path / "churn")
    page.get_by_role("link", name="Workflows").click()
    page.get_by_text("No workflow has run in this home").wait_for()
    page.get_by_role("button", name="Add a folder").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Folder").fill("/nowhere/at/all")
    dialog.get_by_role("button", name="Add a folder").click()
    dialog.get_by_role("alert").get_by_text("is not there").wait_for()
    dialog.get_by_label("Folder").fill(folder)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="churn").wait_for()

    # A date that there is not is told beside its field; nothing begins.
    page.get_by_role("button", name="Run", exact=True).click()
    dialog.get_by_label("Business date").fill("2026-02-30")
    dialog.get_by_text("2026-02-30 is not a day of the calendar").wait_for()
    dialog.get_by_role("button", name="Start").click()
    assert console.get("/workflows")["workflows"][0]["last_run"] is None
    dialog.get_by_label("Business date").fill("2026-01-05")
    no_axe_violations(page)
    dialog.get_by_label("Business date").press("Enter")
    page.get_by_text("Run 1 has begun").wait_for()
    graph = page.get_by_role("group", name="Nodes of churn")
    for name in ("load", "count", "report"):
        graph.get_by_role("group", name=name, exact=True).get_by_text("Succeeded").wait_for()
    graph.get_by_role("group", name="report", exact=True).click()
    page.get_by_role("log", name="Log of report").get_by_text("day 20260105").wait_for()
    no_axe_violations(page)

    # The code with the values of the day, and then the list again.
    page.get_by_role("tab", name="Code").click()
    page.get_by_role("button", name="load").click()
    page.get_by_text("INSERT OVERWRITE").wait_for()
    page.get_by_role("table", name="Parameters").get_by_text("20260105").wait_for()
    page.get_by_role("navigation").get_by_role("link", name="Workflows").click()
    row = page.get_by_role("row", name="churn")
    row.get_by_text("Succeeded").wait_for()


def test_runs_by_date_and_their_times(shared_console, known, new_page, no_axe_violations):
    page = open_page(shared_console, new_page, f"/workflows/{known}/runs")
    page.get_by_role("heading", name=ODD).wait_for()
    table = page.get_by_role("table", name="Runs")
    table.get_by_text("2026-01-02").wait_for()
    page.get_by_text("Calendar", exact=True).click()
    page.get_by_role("heading", name="January 2026").wait_for()
    no_axe_violations(page)
    page.get_by_role("button", name="2 January 2026: Succeeded").click()
    graph = page.get_by_role("group", name=f"Nodes of {ODD}")
    graph.wait_for()
    assert "run=" in page.url
    for item, chosen in (("From count", "from"), ("Only count", "only")):
        graph.get_by_role("group", name="count", exact=True).click(button="right")
        page.get_by_role("menuitem", name=item).click()
        assert page.get_by_role("dialog").locator("select").input_value() == chosen
        page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")
    page.get_by_role("dialog", name=f"Run {ODD}").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Gantt").click()
    chart = page.get_by_role("region", name="Times of the nodes of run")
    chart.get_by_role("button", name="Succeeded load").wait_for()
    no_axe_violations(page)
    chart.get_by_role("button", name="Succeeded count").click()
    page.get_by_role("region", name="count").get_by_text("load (default_project.numbers)").wait_for()
    page.get_by_role("tab", name="Check").click()
    page.get_by_role("button", name="Check the SQL, too").click()
    page.get_by_text("All of it is right").wait_for()
    no_axe_violations(page)


def test_a_pipeline_has_the_names_of_its_canvas(shared_console, new_page, no_axe_violations):
    shared_console.run("CREATE TABLE IF NOT EXISTS days (n BIGINT);")
    status, _ = shared_console.ask(
        "POST",
        "/designer/pipelines",
        {
            "name": "canvas",
            "nodes": [
                {"id": "read_1", "name": "Days <b>", "component": "data_source", "parameters": {"table": "days"}},
                {
                    "id": "sql_1",
                    "name": "Sum",
                    "component": "sql",
                    "parameters": {"sql": "SELECT SUM(n) AS s FROM ${t1}"},
                },
            ],
            "edges": [{"from": {"node": "read_1", "port": "outputTable"}, "to": {"node": "sql_1", "port": "t1"}}],
        },
    )
    assert status == 201
    flow = next(one["id"] for one in shared_console.get("/workflows")["workflows"] if one["name"] == "canvas")
    page = open_page(shared_console, new_page, f"/workflows/{flow}")
    card = page.get_by_role("group", name="Sum", exact=True)
    card.get_by_text("sql_1 · SQL").wait_for()
    card.get_by_title("sql_1 · ODPS_SQL").wait_for()
    card.click()
    panel = page.get_by_role("region", name="Sum")
    panel.get_by_text("sql_1", exact=True).wait_for()
    panel.get_by_role("listitem").get_by_text("Days <b>").wait_for()
    no_axe_violations(page)
    page.get_by_role("tab", name="Code").click()
    page.get_by_role("button", name="Days <b> read_1 · Virtual node").click()
    shared_console.post(f"/workflows/{flow}/runs", {"bizdate": "20260101"})
    page = open_page(shared_console, new_page, f"/workflows/{flow}/gantt")
    page.get_by_role("button", name="Succeeded Sum (sql_1)").wait_for()


def test_two_people_a_stop_and_what_goes_on(shared_console, new_page, tmp_path):
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    folder = flow_folder.write(tmp_path / "gated", report_sh=f"read line < '{gate}'\n")
    flow = flow_folder.add(shared_console, folder)
    one = open_page(shared_console, new_page, f"/workflows/{flow}")
    two = open_page(shared_console, new_page, f"/workflows/{flow}", language="zh-CN", scheme="dark")
    one.get_by_role("button", name="Run", exact=True).click()
    one.get_by_role("dialog").get_by_role("button", name="Start").click()
    one.get_by_role("group", name="report", exact=True).get_by_text("Running").wait_for()
    # The other one sees it without a press, and cannot begin the same.
    two.get_by_role("group", name="report", exact=True).get_by_text("运行中").wait_for()
    two.get_by_role("button", name="运行", exact=True).click()
    two.get_by_role("dialog").get_by_role("button", name="开始运行").click()
    two.get_by_role("dialog").get_by_role("alert").wait_for()
    assert "gated" in two.get_by_role("dialog").get_by_role("alert").inner_text()
    two.get_by_role("dialog").get_by_role("button", name="取消").click()
    two.get_by_role("button", name="停止").click()
    one.get_by_role("group", name="report", exact=True).get_by_text("Failed").wait_for()

    # From where it failed, by the menu.
    with open(os.open(gate, os.O_RDWR), "w", encoding="utf-8") as opened:
        opened.write("go on\n")
        opened.flush()
        one.get_by_role("button", name="Rerun").click()
        one.get_by_role("menuitem", name="From where it failed").click()
        one.get_by_role("group", name="report", exact=True).get_by_text("Succeeded").wait_for()
    one.get_by_role("group", name="load", exact=True).click()
    one.get_by_role("region", name="load").get_by_text("done in run").wait_for()


def test_a_circle_and_a_folder_that_goes_while_it_is_open(shared_console, new_page, tmp_path):
    folder = flow_folder.write(
        tmp_path / "circle", flow_yaml="nodes:\n  load: {depends: [count]}\n  count: {depends: [load]}\n"
    )
    flow = flow_folder.add(shared_console, folder)
    page = open_page(shared_console, new_page, f"/workflows/{flow}")
    page.get_by_text("wait for each other in a circle, so that").wait_for()
    page.get_by_role("group", name="Nodes of circle").get_by_role("group", name="load").wait_for()
    os.rename(folder, folder + "-gone")
    page.get_by_role("alert").get_by_text("The folder cannot be read as a workflow").wait_for()
    assert page.get_by_role("button", name="Run", exact=True).is_disabled()
    os.rename(folder + "-gone", folder)
    page.get_by_text("wait for each other in a circle, so that").wait_for()


def test_a_console_that_restarts_under_an_open_page(console, new_page, tmp_path):
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    folder = flow_folder.write(
        tmp_path / "gated",
        flow_yaml=(
            "nodes:\n"
            "  list: {kind: CONTROLLER_ASSIGNMENT, file: list.sql}\n"
            "  each: {for-each: list.outputs, do: {count: count.sql}}\n"
            "  report: {file: report.sh, depends: [each]}\n"
        ),
        list_sql="SELECT 'a' AS x UNION ALL SELECT 'b';\n",
        count_sql="SELECT '${dag.foreach.current[0]}' AS letter;\n",
        report_sh=f"echo waits\nread line < '{gate}'\necho \"$line\"\n",
    )
    flow = flow_folder.add(console, folder)
    run = console.post(f"/workflows/{flow}/runs", {"bizdate": "20260101"})["run"]
    page = open_page(console, new_page, f"/workflows/{flow}/graph?node=report")
    log = page.get_by_role("log", name="Log of report")
    log.get_by_text("waits").wait_for()
    console.restart()
    with open(os.open(gate, os.O_RDWR), "w", encoding="utf-8") as opened:
        opened.write("goes on\n")
        opened.flush()
        page.get_by_role("group", name="report", exact=True).get_by_text("Succeeded").wait_for()
        log.get_by_text("goes on").wait_for()
    assert flow_folder.ended(console, run)["run"]["state"] == "SUCCESS"
    # The turns of a loop are rows of their own, which open with their node.
    page.get_by_role("tab", name="Gantt").click()
    page.get_by_role("button", name="each/2/count").click()
    panel = page.get_by_role("region", name="each", exact=True)
    panel.get_by_role("log", name="Log of each/2/count").get_by_text("| b").wait_for()
