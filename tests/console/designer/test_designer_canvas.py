"""The canvas: what may be connected, undo, copies, odd names, and work without a mouse."""

from urllib.parse import quote

import pytest
from canvas_page import make_pipeline, new_pipeline, open_pipeline, read_pipeline
from playwright.sync_api import expect

# The cards that an edge between two others touches, as "edge > card".
TOUCHED = """canvas => {
  const cards = [...canvas.querySelectorAll('.react-flow__node')].map(one => [one.dataset.id, one.getBoundingClientRect()]);
  const touched = new Set();
  for (const edge of canvas.querySelectorAll('.react-flow__edge')) {
    const line = edge.querySelector('.react-flow__edge-path'), seen = line.getScreenCTM();
    const [from, , to] = JSON.parse(edge.dataset.id);
    for (let at = 0; at <= line.getTotalLength(); at += 2) {
      const {x, y} = line.getPointAtLength(at).matrixTransform(seen);
      for (const [id, box] of cards) {
        const inside = x > box.left && x < box.right && y > box.top && y < box.bottom;
        if (inside && id !== from && id !== to) touched.add(`${from}-${to} > ${id}`);
      }
    }
  }
  return [...touched];
}"""

ODD = '"quotes" <script>alert(1)</script> 🌸 表'


@pytest.fixture
def three(shared_console):
    """A table, a learner and a prediction, which nothing connects."""
    return make_pipeline(
        shared_console,
        "three",
        [
            ("read", "Read", "data_source", {"table": "t"}, 0, 0),
            ("learn", "Learn", "logisticregression_binary", {}, 0, 160),
            ("predict", "Predict", "prediction", {}, 0, 320),
        ],
    )


def test_ports_of_other_types_and_circles_are_refused_with_a_reason(shared_console, new_page, three):
    canvas = open_pipeline(new_page(), shared_console, three)
    canvas.connect(("Read", "outputTable"), ("Predict", "modelName"))
    expect(canvas.page.get_by_text("A port of the type table does not fit a port of the type model.")).to_be_visible()
    expect(canvas.edges()).to_have_count(0)
    canvas.connect(("Read", "outputTable"), ("Learn", "inputTableName"))
    canvas.connect(("Learn", "modelName"), ("Predict", "modelName"))
    expect(canvas.edges()).to_have_count(2)
    canvas.connect(("Read", "outputTable"), ("Predict", "inputTableName"))
    expect(canvas.edges()).to_have_count(3)
    canvas.connect(("Predict", "outputTableName"), ("Learn", "inputTableName"))
    expect(canvas.page.get_by_text("These nodes form a circle")).to_be_visible()
    expect(canvas.edges()).to_have_count(3)


def test_edges_pass_beside_the_cards_between_their_ends(shared_console, new_page):
    sql = {"sql": "SELECT 1 AS x"}
    cells = [(column, row) for row in range(4) for column in range(3)]
    nodes = [(f"n{c}{r}", f"N {c} {r}", "sql", sql, 232 * c, 100 * r + 20 * (c % 2)) for c, r in cells]
    edges = [
        ("n10", "outputTable", "n11", "t1"),
        ("n10", "outputTable", "n13", "t1"),
        ("n00", "outputTable", "n23", "t1"),
        ("n00", "outputTable", "n03", "t1"),
        ("n20", "outputTable", "n13", "t2"),
    ]
    canvas = open_pipeline(new_page(), shared_console, make_pipeline(shared_console, "Beside", nodes, edges))
    expect(canvas.edges()).to_have_count(5)
    assert canvas.area.evaluate(TOUCHED) == []
    canvas.page.get_by_role("button", name="Lay out automatically").click()
    canvas.expect_saved()
    assert canvas.area.evaluate(TOUCHED) == []


def test_undo_and_redo_go_over_all_changes(shared_console, new_page, three):
    page = new_page()
    canvas = open_pipeline(page, shared_console, three)
    canvas.connect(("Read", "outputTable"), ("Learn", "inputTableName"))
    canvas.set("Learn", "Fields Setting", "Label column", "y")
    canvas.move("Predict", 160, 40)
    canvas.card("Read").click()
    page.keyboard.press("Delete")
    expect(canvas.cards()).to_have_count(2)
    expect(canvas.edges()).to_have_count(0)
    for _ in range(4):
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    expect(canvas.cards()).to_have_count(3)
    expect(canvas.edges()).to_have_count(0)
    canvas.expect_saved()
    kept = {node["id"]: node for node in read_pipeline(shared_console, three)["nodes"]}
    assert kept["learn"]["parameters"] == {} and kept["predict"]["x"] == 0
    for _ in range(3):
        page.get_by_role("button", name="Redo").click()
    expect(canvas.edges()).to_have_count(1)
    canvas.expect_saved()
    kept = {node["id"]: node for node in read_pipeline(shared_console, three)["nodes"]}
    assert kept["learn"]["parameters"] == {"labelColName": "y"} and kept["predict"]["x"] > 0


def test_what_the_check_says_stands_at_the_field(shared_console, new_page):
    shared_console.run("CREATE TABLE IF NOT EXISTS measures (height DOUBLE, width DOUBLE, kind STRING)")
    made = make_pipeline(
        shared_console,
        "checked",
        [
            ("read", "Read", "data_source", {"table": "measures"}),
            ("split", "Split", "split", {}),
            ("smart", "Smart", "ps_smart", {}),
        ],
        [("read", "outputTable", "split", "inputTableName")],
    )
    canvas = open_pipeline(new_page(), shared_console, made)
    canvas.open("Smart").get_by_role("tab", name="Parameters Setting").click()
    expect(canvas.page.locator("[data-parameter=objective]")).to_contain_text("parameter “Objective” is missing")
    canvas.set("Split", "Parameters Setting", "Fraction", "1.8")
    field = canvas.field("Fraction")
    expect(field).to_have_attribute("aria-invalid", "true")
    told = canvas.page.locator("[data-parameter=fraction]")
    expect(told).to_contain_text("ODPS-")
    expect(told).to_contain_text("1.8")
    # Texts of the server name fields as the page does.
    expect(canvas.page.locator("[data-parameter=threshold]")).to_contain_text("“Threshold column”")
    canvas.expect_state("Split", "Has errors")
    field.fill("0.8")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_columns_are_chosen_from_a_table_that_nothing_has_run_yet(shared_console, new_page):
    shared_console.run("CREATE TABLE IF NOT EXISTS measures (height DOUBLE, width DOUBLE, kind STRING)")
    made = make_pipeline(
        shared_console,
        "columns",
        [
            ("read", "Read", "data_source", {"table": "measures"}),
            ("half", "Half", "sql", {"sql": "SELECT height / 2 AS half, kind FROM ${t1}"}),
            ("learn", "Learn", "logisticregression_binary", {}),
        ],
        [("read", "outputTable", "half", "t1"), ("half", "outputTable", "learn", "inputTableName")],
    )
    canvas = open_pipeline(new_page(), shared_console, made)
    panel = canvas.open("Learn")
    panel.get_by_role("button", name="Choose columns (0 of 2)").click()
    panel.get_by_role("checkbox", name="half").check()
    expect(canvas.field("Feature columns")).to_have_value("half")
    # The label is not one of all features.
    canvas.field("Label column").fill("KIND")
    panel.get_by_role("button", name="All", exact=True).click()
    expect(canvas.field("Feature columns")).to_have_value("half")


def test_copies_are_pasted_with_their_edges(shared_console, new_page, three):
    page = new_page()
    canvas = open_pipeline(page, shared_console, three)
    canvas.connect(("Learn", "modelName"), ("Predict", "modelName"))
    canvas.card("Learn").click()
    canvas.card("Predict").click(modifiers=["Shift"])
    page.keyboard.press("Control+c")
    page.keyboard.press("Control+v")
    expect(canvas.cards()).to_have_count(5)
    expect(canvas.edges()).to_have_count(2)
    expect(canvas.card("Learn-1")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(canvas.cards()).to_have_count(3)


def test_names_are_only_texts(shared_console, new_page):
    made = make_pipeline(shared_console, ODD, [("a", ODD, "data_source", {"table": ODD})])
    page = new_page()
    canvas = open_pipeline(page, shared_console, made)
    expect(canvas.card(ODD)).to_be_visible()
    expect(page.get_by_role("heading", name=ODD, level=1)).to_be_visible()
    canvas.open(ODD).get_by_label("Name of the node").fill(ODD + "'\\")
    canvas.expect_saved()
    assert read_pipeline(shared_console, made)["nodes"][0]["name"] == ODD + "'\\"
    page.get_by_role("link", name="Designer", exact=True).last.click()
    expect(page.get_by_role("link", name=ODD)).to_be_visible()


def test_a_pipeline_is_built_by_keys_alone(shared_page, shared_console):
    shared_console.run("CREATE TABLE IF NOT EXISTS numbers (n BIGINT)", "INSERT INTO numbers VALUES (1), (2)")
    page = shared_page
    canvas = new_pipeline(page, "By keys")
    search = page.get_by_label("Search components")
    search.focus()
    page.keyboard.type("read maxcompute")
    page.keyboard.press("Enter")
    expect(canvas.card("Read MaxCompute Table-1")).to_be_visible()
    search.fill("")
    page.keyboard.type("sql script")
    page.keyboard.press("Enter")
    expect(canvas.card("SQL Script-1")).to_be_visible()

    canvas.area.focus()
    page.keyboard.press("Tab")
    expect(canvas.card("Read MaxCompute Table-1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(canvas.field("Table")).to_be_focused()
    page.keyboard.type("numbers")
    canvas.card("Read MaxCompute Table-1").focus()
    page.keyboard.press("c")
    expect(page.get_by_role("combobox", name="Node or port")).to_be_focused()
    page.keyboard.type("t1")
    page.keyboard.press("Enter")
    expect(canvas.edges()).to_have_count(1)

    page.keyboard.press("Tab")
    expect(canvas.card("SQL Script-1")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(canvas.field("SQL")).to_be_focused()
    page.keyboard.type("SELECT SUM(n) AS total FROM ${t1")  # The editor closes the bracket.
    page.keyboard.press("Control+s")
    canvas.expect_saved()
    page.keyboard.press("Control+Enter")
    canvas.expect_state("SQL Script-1", "Succeeded", seconds=60)
    canvas.card("SQL Script-1").focus()
    page.keyboard.press("o")
    expect(
        page.get_by_role("region", name="Outputs of SQL Script-1").get_by_role("cell", name="3", exact=True)
    ).to_be_visible()


def test_a_finger_adds_and_connects(shared_console, new_page):
    page = new_page(shared_console.url, size={"width": 1024, "height": 768}, touch=True)
    canvas = new_pipeline(page, "By finger")
    for title in ("Read MaxCompute Table", "Split"):
        page.get_by_label("Search components").fill(title)
        page.get_by_role("complementary", name="Components").get_by_role("button", name=title, exact=True).tap()
        expect(canvas.card(f"{title}-1")).to_be_visible()
    canvas.port("Read MaxCompute Table-1", "outputTable", "out").tap()
    canvas.port("Split-1", "inputTableName", "in").tap()
    expect(canvas.edges()).to_have_count(1)


def asks_about(answer, name):
    return f'"{name}"' in (answer.request.post_data or "")


def test_a_fresh_node_lies_where_it_was_dropped_and_is_red_once_a_run_was_asked_for(shared_page, shared_console):
    shared_console.run("CREATE TABLE IF NOT EXISTS numbers (n BIGINT)")
    page = shared_page
    canvas = new_pipeline(page, "Fresh")
    canvas.drag("Read MaxCompute Table", 150, 90)
    read = canvas.card("Read MaxCompute Table-1")
    area, box = canvas.area.bounding_box(), read.bounding_box()
    assert abs(box["x"] + box["width"] / 2 - area["x"] - 150) < 12
    assert abs(box["y"] + box["height"] / 2 - area["y"] - 90) < 12
    canvas.set("Read MaxCompute Table-1", "Select Table", "Table", "numbers")
    # A card that lies partly outside of the canvas stays under the mouse, too.
    with page.expect_response(lambda answer: answer.url.endswith("/designer/check") and asks_about(answer, "Split-1")):
        canvas.drag("Split", area["width"] - 40, 220)
    split = canvas.card("Split-1")
    expect(split).to_be_visible()
    box = split.bounding_box()
    assert abs(box["x"] + box["width"] / 2 - area["x"] - area["width"] + 40) < 12
    assert abs(box["y"] + box["height"] / 2 - area["y"] - 220) < 12
    expect(read).not_to_contain_text("Has errors")
    canvas.expect_saved()
    expect(split).not_to_contain_text("Has errors")
    page.get_by_role("button", name="Run", exact=True).click()
    canvas.expect_state("Split-1", "Has errors")
    expect(page.get_by_text("Split-1: ").first).to_be_visible()
    canvas.connect(("Read MaxCompute Table-1", "outputTable"), ("Split-1", "inputTableName"))
    panel = canvas.open("Split-1")
    panel.get_by_role("tabpanel").get_by_role("button", name="Parameters Setting").click()
    expect(canvas.field("Fraction")).to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize(("scheme", "language"), [("light", "en"), ("dark", "zh")])
def test_the_canvas_is_accessible(shared_console, new_page, no_axe_violations, three, scheme, language):
    page = new_page(scheme=scheme)
    page.add_init_script(f"localStorage.setItem('paisql.language', '{language}')")
    page.goto(f"{shared_console.address}/console/designer/{three}#token={quote(shared_console.token)}")
    card = page.get_by_role("group", name="Learn")
    card.click()
    expect(page.get_by_role("tab").first).to_be_visible()
    expect(card).to_contain_text("有错误" if language == "zh" else "Has errors")
    no_axe_violations(page)
    page.get_by_role("button", name="撤销" if language == "zh" else "Undo").wait_for()
