"""Large and broken pipelines: they open, they say what is wrong, and they stay quick."""

from canvas_page import make_pipeline, open_pipeline
from playwright.sync_api import expect

SQL = {"sql": "SELECT 1 AS x"}

# The cards that are drawn anew while something else goes on.
WATCH = """canvas => {
  window.cards_drawn = new Set();
  window.drawing_seen = new MutationObserver(changes => {
    for (const {target} of changes) {
      const card = (target.nodeType === 1 ? target : target.parentElement)?.closest('.react-flow__node');
      if (card) window.cards_drawn.add(card.dataset.id);
    }
  });
  window.drawing_seen.observe(canvas, {subtree: true, childList: true, attributes: true, characterData: true});
}"""
DRAWN = "() => { window.drawing_seen.disconnect(); return [...window.cards_drawn] }"


def grid(count):
    nodes = [(f"n{at}", f"Node {at}", "sql", SQL, 240 * (at % 20), 120 * (at // 20)) for at in range(count)]
    edges = [(f"n{at}", "outputTable", f"n{at + 20}", f"t{1 + at % 2}") for at in range(count - 20)]
    return nodes, edges


def test_a_drag_among_three_hundred_nodes_draws_the_dragged_one_alone(shared_console, new_page):
    made = make_pipeline(shared_console, "Large", *grid(300))
    page = new_page()
    canvas = open_pipeline(page, shared_console, made)
    expect(canvas.cards()).to_have_count(300)
    # Below 40 %; at 100 % those in sight have ports, and the others are not drawn.
    ports = canvas.area.locator(".react-flow__handle")
    expect(ports).to_have_count(0)
    page.get_by_title("Back to 100 %").click()
    expect(ports.first).to_be_visible()
    assert canvas.cards().count() < 100
    page.get_by_role("button", name="Show everything").click()
    expect(canvas.cards()).to_have_count(300)
    expect(ports).to_have_count(0)
    box = canvas.card("Node 45").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 1, y + 1)
    canvas.area.evaluate(WATCH)
    for step in range(2, 60):
        page.mouse.move(x + step, y + step / 2)
    drawn = page.evaluate(DRAWN)
    page.mouse.up()
    assert drawn == ["n45"]
    canvas.expect_saved()


def test_five_hundred_nodes_can_be_worked_with(shared_console, new_page):
    made = make_pipeline(shared_console, "Larger", *grid(500))
    page = new_page()
    canvas = open_pipeline(page, shared_console, made)
    expect(canvas.cards()).to_have_count(500)
    canvas.area.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    name = page.get_by_label("Name of the node")
    expect(name).to_have_value("Node 0")
    name.fill("First")
    canvas.expect_saved()
    page.get_by_role("button", name="Lay out automatically").click()
    canvas.expect_saved()


def test_a_circle_in_a_file_is_shown(shared_console, new_page):
    made = make_pipeline(
        shared_console,
        "Circle",
        [("a", "A", "sql", SQL), ("b", "B", "sql", SQL), ("c", "C", "no_such_component", {})],
        [("a", "outputTable", "b", "t1"), ("b", "outputTable", "a", "t1"), ("c", "out", "a", "t2")],
    )
    page = new_page()
    canvas = open_pipeline(page, shared_console, made)
    canvas.expect_state("A", "Has errors")
    canvas.expect_state("B", "Has errors")
    canvas.expect_state("C", "Has errors")
    expect(canvas.edges()).to_have_count(3)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_text("ODPS-1229011").first).to_be_visible()
