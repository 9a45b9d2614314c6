"""What a node made: rows, curves and a log; and runs of a part of a pipeline."""

from canvas_page import make_pipeline, open_pipeline, read_pipeline
from playwright.sync_api import expect


def test_a_run_to_a_node_shows_the_curves_of_its_evaluation(shared_console, new_page):
    shared_console.run(
        "CREATE TABLE scores (y BIGINT, prediction_score DOUBLE)",
        "INSERT INTO scores VALUES (0, 0.1), (0, 0.4), (1, 0.35), (1, 0.8), (1, 0.9), (0, 0.2)",
    )
    made = make_pipeline(
        shared_console,
        "Evaluated",
        [
            ("read", "Read", "data_source", {"table": "scores"}, 0, 0),
            ("judge", "Judge", "evaluate", {"labelColName": "y", "scoreColName": "prediction_score"}, 0, 160),
            ("other", "Other", "sql", {"sql": "SELECT 1 AS x"}, 300, 160),
        ],
        [("read", "outputTable", "judge", "inputTableName")],
    )
    page = new_page()
    canvas = open_pipeline(page, shared_console, made)
    canvas.card("Judge").click(button="right")
    page.get_by_role("menuitem", name="Run to here").click()
    canvas.expect_state("Judge", "Succeeded", seconds=60)
    expect(page.get_by_role("toolbar", name="Pipeline")).to_contain_text("2 of 2 nodes")
    expect(canvas.card("Other")).not_to_contain_text("Succeeded")

    canvas.card("Judge").dblclick()
    outputs = page.get_by_role("region", name="Outputs of Judge")
    expect(outputs.get_by_text("AUC", exact=True)).to_be_visible()
    for curve in ("ROC", "PR", "Lift"):
        expect(outputs.get_by_role("img", name=f"Curve {curve}")).to_be_visible()
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(outputs.get_by_role("tab", name="Log")).to_be_in_viewport(ratio=1)
    canvas.card("Judge").click()  # Nothing covers it.
    outputs.get_by_role("tab", name="Log").click()
    expect(outputs.get_by_role("tabpanel", name="Log")).to_contain_text("PAI -name evaluate")
    outputs.get_by_role("button", name="Close the outputs").click()
    expect(outputs).to_have_count(0)


def test_a_statement_that_cannot_run_tells_why(shared_console, new_page):
    made = make_pipeline(
        shared_console,
        "Failing",
        [
            (
                "bad",
                "Bad",
                "sql",
                {"sql": "SELECT CAST(x AS BIGINT) / 0 AS y FROM (SELECT 1 AS x) t WHERE ERROR_NOW() = 1"},
            )
        ],
    )
    page = new_page()
    canvas = open_pipeline(page, shared_console, made)
    canvas.expect_state("Bad", "Has errors")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_text("ERROR_NOW").first).to_be_visible()
    expect(page.get_by_role("complementary", name="Settings").get_by_text("ERROR_NOW").first).to_be_visible()


def test_nodes_show_the_newest_run_that_took_them_and_old_outputs_say_so(shared_console, new_page):
    made = make_pipeline(
        shared_console,
        "Partly",
        [
            ("one", "One", "sql", {"sql": "SELECT 1 AS x"}, 0, 0),
            ("two", "Two", "sql", {"sql": "SELECT x FROM ${t1}"}, 0, 160),
        ],
        [("one", "outputTable", "two", "t1")],
    )
    page = new_page()
    canvas = open_pipeline(page, shared_console, made)
    bar = page.get_by_role("toolbar", name="Pipeline")
    page.get_by_role("button", name="Run", exact=True).click()
    canvas.expect_state("Two", "Succeeded", seconds=60)
    canvas.set("Two", "Fields Setting", "SQL", "SELECT TRANSFORM(x) USING 'exit 3' AS (x BIGINT) FROM ${t1}")
    canvas.expect_saved()
    canvas.card("Two").click(button="right")
    page.get_by_role("menuitem", name="Run from here").click()
    canvas.expect_state("Two", "Failed", seconds=60)
    expect(bar).to_contain_text("0 of 1 nodes")
    canvas.expect_state("One", "Succeeded")
    page.reload()
    canvas.expect_state("Two", "Failed")
    canvas.expect_state("One", "Succeeded")
    canvas.card("One").dblclick()
    outputs = page.get_by_role("region", name="Outputs of One")
    expect(outputs.get_by_text("in run ")).to_be_visible()
    expect(outputs.get_by_text("An earlier run has made this")).to_have_count(0)
    canvas.card("Two").dblclick()
    outputs = page.get_by_role("region", name="Outputs of Two")
    outputs.get_by_role("tab").first.click()
    expect(outputs.get_by_text("An earlier run has made this")).to_be_visible()


def test_a_node_that_takes_the_place_of_another_has_not_run(shared_console, new_page):
    made = make_pipeline(shared_console, "Anew", [("sql_1", "Old", "sql", {"sql": "SELECT 1 AS x"}, 0, 0)])
    page = new_page()
    canvas = open_pipeline(page, shared_console, made)
    page.get_by_role("button", name="Run", exact=True).click()
    canvas.expect_state("Old", "Succeeded", seconds=60)
    canvas.card("Old").click()
    page.keyboard.press("Delete")
    expect(canvas.cards()).to_have_count(0)
    canvas.expect_saved()
    with page.expect_response("**/states*"):
        page.reload()
    canvas.drag("SQL Script", 300, 200)
    expect(canvas.cards()).to_have_count(1)
    canvas.expect_saved()
    assert [one["id"] for one in read_pipeline(shared_console, made)["nodes"]] == ["sql_2"]
    expect(canvas.cards()).not_to_contain_text("Succeeded")
