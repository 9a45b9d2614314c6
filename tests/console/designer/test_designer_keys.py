"""The keys of the canvas that docs/console.md lists, the shapes of ports, and its sides on a narrow window."""

from canvas_page import make_pipeline, open_pipeline, read_pipeline
from playwright.sync_api import expect

SQL = {"sql": "SELECT 1 AS x"}
NODES = [("a", "A", "sql", SQL, 0, 0), ("b", "B", "sql", SQL, 0, 160), ("c", "C", "sql", SQL, 240, 0)]
EDGES = [("a", "outputTable", "b", "t1")]


def test_keys_choose_move_cut_and_paste(shared_console, new_page):
    page = new_page()
    canvas = open_pipeline(page, shared_console, make_pipeline(shared_console, "Keys", NODES, EDGES))
    expect(canvas.cards()).to_have_count(3)
    canvas.area.focus()
    for name in ("A", "C", "B"):
        page.keyboard.press("Tab")
        expect(canvas.card(name)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(canvas.card("C")).to_be_focused()
    # One more and one less.
    canvas.card("B").focus()
    page.keyboard.press("Space")
    selected = canvas.area.locator(".react-flow__node.selected")
    expect(selected).to_have_count(2)
    page.keyboard.press("Space")
    expect(selected).to_have_count(1)
    page.keyboard.press("Control+a")
    expect(selected).to_have_count(3)
    # Near and far.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    canvas.expect_saved()
    made = page.url.rsplit("/", 1)[1].split("#")[0]
    places = {node["id"]: (node["x"], node["y"]) for node in read_pipeline(shared_console, made)["nodes"]}
    assert 0 < places["a"][0] < places["a"][1] and places["c"][0] - places["a"][0] == 240
    page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.keyboard.press("Control+y")
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    # Into another pipeline, as text.
    page.keyboard.press("Control+x")
    expect(canvas.cards()).to_have_count(0)
    canvas = open_pipeline(page, shared_console, make_pipeline(shared_console, "Other"))
    canvas.area.focus()
    page.keyboard.press("Control+v")
    expect(canvas.cards()).to_have_count(3)
    expect(canvas.edges()).to_have_count(1)


def test_ports_tell_their_types_and_where_an_edge_may_end(shared_console, new_page):
    nodes = [
        ("read", "Read", "data_source", {"table": "t"}, 0, 0),
        ("code", "Code", "file_source", {"code": "print(1)"}, 240, 0),
        ("learn", "Learn", "logisticregression_binary", {}, 0, 160),
        ("judge", "Judge", "evaluate", {}, 240, 160),
        ("predict", "Predict", "prediction", {}, 0, 320),
    ]
    canvas = open_pipeline(new_page(), shared_console, make_pipeline(shared_console, "Ports", nodes))
    ports = [("Read", "outputTable"), ("Learn", "modelName"), ("Code", "output"), ("Judge", "outputDetailTableName")]
    shapes = [
        canvas.port(*port, "out").evaluate("one => { const {borderRadius, transform} = getComputedStyle(one);"
                                           " return [borderRadius, transform.split(',')[1]] }")
        for port in ports
    ]  # fmt: skip
    # Round, turned, square, and a drop.
    assert len({tuple(shape) for shape in shapes}) == 4 and shapes[0][0] == "50%" and float(shapes[1][1]) != 0
    canvas.port("Learn", "modelName", "out").hover()
    canvas.page.mouse.down()
    box = canvas.area.bounding_box()
    canvas.page.mouse.move(box["x"] + box["width"] - 20, box["y"] + box["height"] / 2, steps=4)
    expect(canvas.port("Predict", "inputTableName", "in")).to_have_css("opacity", "0.25")
    expect(canvas.port("Predict", "modelName", "in")).to_have_css("opacity", "1")
    canvas.page.mouse.up()


def test_the_sides_of_a_narrow_window_lie_over_the_canvas(shared_console, new_page):
    page = new_page(size={"width": 900, "height": 700})
    canvas = open_pipeline(page, shared_console, make_pipeline(shared_console, "Narrow", NODES, EDGES))
    expect(canvas.cards()).to_have_count(3)
    width = canvas.area.bounding_box()["width"]
    components = page.get_by_role("complementary", name="Components")
    settings = page.get_by_role("complementary", name="Settings")
    expect(components).to_have_count(0)
    expect(settings).to_have_count(0)
    page.get_by_role("button", name="Component list").click()
    expect(components).to_be_visible()
    page.get_by_role("button", name="Settings panel").click()
    expect(settings).to_be_visible()
    expect(components).to_have_count(0)
    assert canvas.area.bounding_box()["width"] == width
    page.set_viewport_size({"width": 901, "height": 700})
    expect(components).to_be_visible()
    expect(settings).to_be_visible()
    assert canvas.area.bounding_box()["width"] < width - 200
