"""What pages are made of, on a page of its own (src/web/gallery): large grids and logs, keys, names, contrast."""

import os
import re
import subprocess

import pytest
from console_home import ROOT, Console

expect = pytest.importorskip("playwright.sync_api", reason="scripts/setup --console installs it").expect

NODE = os.path.join(ROOT, ".deps", "venv", "bin", "node")
WEB = os.path.join(ROOT, "src", "web")


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    """The address of the page, to which the name of an example is added."""
    folder = tmp_path_factory.mktemp("gallery")
    subprocess.run(
        [NODE, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"],
        cwd=WEB,
        env={**os.environ, "PAISQL_CONSOLE_PAGE": "gallery.html", "PAISQL_CONSOLE_OUT": str(folder / "pages")},
        check=True,
    )
    console = Console(folder).start(env={"PAISQL_CONSOLE_PAGES": str(folder / "pages")})
    yield f"{console.address}/console/gallery.html?"
    console.stop()


@pytest.fixture(scope="module")
def example(gallery, kept_pages):
    """Shows an example, all of them in one page."""
    page = kept_pages()

    def show(name):
        page.goto(gallery + name)
        return page

    return show


def clipboard(page):
    return page.evaluate("navigator.clipboard.readText()")


def test_a_grid_of_ten_million_rows(example):
    page = example("grid&rows=10000000")
    grid = page.get_by_role("grid", name="Result")
    first = grid.get_by_role("rowheader").first
    expect(first).to_have_text("1")
    grid.focus()
    page.keyboard.press("Control+End")
    expect(grid.get_by_role("rowheader").last).to_have_text("10000000")
    # The last row is whole, and the wheel moves by rows although the scroll bar stands for so many.
    box = grid.get_by_role("gridcell").last.bounding_box()
    assert box["y"] + box["height"] <= 720
    page.mouse.move(600, 300)
    page.mouse.wheel(0, -260)
    expect(grid.get_by_role("rowheader").last).to_have_text("9999990")
    # The scroll bar reaches every place.
    grid.evaluate("one => { one.scrollTop = one.scrollHeight / 2 }")
    expect(first).to_have_text(re.compile(r"^(49|50)\d{5}$"))
    page.keyboard.press("Control+Home")
    expect(first).to_have_text("1")


def test_cells_are_shown_and_copied_as_they_are(example):
    page = example("grid&rows=100")
    grid = page.get_by_role("grid", name="Result")
    expect(grid.get_by_role("gridcell", name="<script>alert(1)</script>").first).to_be_visible()
    expect(grid.get_by_role("gridcell", name="NULL").first).to_be_visible()
    grid.get_by_role("gridcell", name="1", exact=True).first.click()
    page.keyboard.press("Shift+ArrowRight")
    for _ in range(6):
        page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Control+Shift+C")
    expect(page.get_by_text("Copied")).to_be_visible()
    assert clipboard(page).split("\n1\t")[0] == "id\tname"
    assert '2\t"O’Brien ""quoted"""\n' in clipboard(page)
    assert clipboard(page).endswith('5\t"two\nlines\tand a tab"\n6\t\n7\t')
    grid.get_by_role("gridcell", name="苹果手机 🍎").first.dblclick()
    expect(page.locator("output")).to_have_text("3/1: 苹果手机 🍎")


def test_columns_far_away_and_wide_ones(example):
    page = example("grid&rows=100")
    grid = page.get_by_role("grid", name="Result")
    grid.focus()
    page.keyboard.press("End")
    features = grid.get_by_role("columnheader", name="features")
    expect(features).to_be_in_viewport()
    before = features.bounding_box()
    edge = before["x"] + before["width"]
    page.mouse.move(edge - 2, before["y"] + 10)
    page.mouse.down()
    page.mouse.move(edge - 102, before["y"] + 10)
    page.mouse.up()
    expect(features).to_have_css("width", f"{before['width'] - 100:g}px")


def test_a_log_of_a_million_lines(example):
    page = example("log&lines=1000000")
    log = page.get_by_role("log")
    expect(log.get_by_text("loss = 1.000000, step = 0", exact=False)).to_be_visible()
    log.focus()
    page.keyboard.press("End")
    expect(log.get_by_role("button", name="1000000", exact=True)).to_be_visible()
    page.keyboard.press("Home")
    page.get_by_role("searchbox", name="Find in the log").fill("STEP 777999")
    page.keyboard.press("Enter")
    expect(log.locator("mark")).to_have_text("step 777999")
    expect(log.get_by_role("button", name="778000", exact=True)).to_be_visible()
    page.get_by_role("searchbox").fill("nowhere to be seen")
    page.get_by_role("button", name="Previous place").click()
    expect(page.get_by_text("Not found")).to_be_visible()
    log.get_by_role("button", name="778000", exact=True).click()
    log.get_by_role("button", name="778002", exact=True).click(modifiers=["Shift"])
    page.get_by_role("button", name="Copy the selected lines").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert clipboard(page).split("\n")[0] == "ERROR step 777999: loss is NaN"
    assert clipboard(page).split("\n")[1].startswith("INFO:tensorflow:loss")


def test_a_log_is_followed_until_somebody_scrolls(example):
    page = example("log&lines=5000&live")
    follow = page.get_by_role("button", name="Follow the end")
    log = page.get_by_role("log")
    expect(log.get_by_role("button", name="5003", exact=True)).to_be_visible()
    page.mouse.move(600, 300)
    page.mouse.wheel(0, -500)
    expect(follow).to_have_attribute("aria-pressed", "false")
    page.mouse.wheel(0, 5000)
    expect(follow).to_have_attribute("aria-pressed", "true")


def test_trees_and_panes_by_keys(example, gallery):
    page = example("split")
    tree = page.get_by_role("tree", name="Tables")
    tree.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("treeitem", name="here it is")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("output")).to_have_text("late.1")
    page.keyboard.press("End")
    expect(page.get_by_role("treeitem", name="table_2999")).to_be_in_viewport()
    separator = page.get_by_role("separator", name="Width of the tables")
    separator.focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    width = tree.bounding_box()["width"]
    assert width == 260 + 3 * 64
    page.reload()
    expect(page.get_by_role("treeitem", name="table_9")).to_be_visible()
    assert abs(tree.bounding_box()["width"] - width) < 1


def test_tabs_menus_and_dialogs_by_keys(example):
    page = example("controls")
    done = page.locator("output")
    page.get_by_role("tab", name="query 1").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="query 2")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("F2")
    page.get_by_role("textbox", name="Title of the tab").fill("train <b>")
    page.keyboard.press("Enter")
    expect(page.get_by_role("tab", name="train <b>")).to_be_visible()
    page.get_by_title("Close query 1").click()
    expect(page.get_by_role("tab")).to_have_count(2)
    more = page.get_by_role("button", name="More actions")
    more.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Rename")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Delete the table?")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    more.click()
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    page.get_by_role("button", name="Line 3, column 15").click()
    expect(done).to_have_text("3:15")
    page.get_by_role("row", name="202611303").focus()
    page.keyboard.press("Enter")
    expect(done).to_have_text("202611303")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status").get_by_text("ODPS-0130131")).to_be_visible()


def test_a_graph_of_five_hundred_nodes_and_a_circle(example):
    page = example("graph&nodes=500&circle")
    expect(page.get_by_role("group", name="Workflow")).to_be_visible()
    page.get_by_role("button", name="Larger").click()
    page = example("graph&nodes=6")
    node = page.get_by_role("group", name="train_step_2")
    node.focus()
    page.keyboard.press("Enter")
    expect(page.locator("output")).to_have_text(" n2")


# For each point of an edge that lies within a card, the title of the card.
BEHIND = """() => {
  const cards = [...document.querySelectorAll('.react-flow__node')];
  const boxes = cards.map((card) => [card.getAttribute('aria-label'), card.getBoundingClientRect()]);
  const behind = [];
  for (const line of document.querySelectorAll('.react-flow__edge-path')) {
    for (let at = 0; at <= line.getTotalLength(); at += 2) {
      const { x, y } = line.getPointAtLength(at).matrixTransform(line.getScreenCTM());
      const over = ([, box]) => x > box.left + 1 && x < box.right - 1 && y > box.top + 1 && y < box.bottom - 1;
      behind.push(...boxes.filter(over).map(([title]) => title));
    }
  }
  return behind;
}"""


@pytest.mark.parametrize("direction", ["down", "right"])
def test_edges_pass_beside_the_cards(example, direction):
    page = example(f"graph&nodes=24&long&circle&{direction}")
    expect(page.locator(".react-flow__edge-path")).to_have_count(31)
    assert page.evaluate(BEHIND) == []


def test_curves_have_a_picture_and_values(example):
    page = example("curve")
    loss = page.get_by_role("img", name="Loss by step")
    expect(loss.locator("canvas")).to_be_visible()
    box = loss.locator(".u-over").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    expect(loss.locator(".u-legend .u-value").first).not_to_have_text("–")


def test_an_editor_keeps_what_is_typed(example):
    page = example("code&lines=1000")
    editor = page.get_by_role("textbox", name="Statement")
    expect(editor).to_be_visible()
    editor.click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("SELECT '苹果';\n")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_text("FROM flowers").first).to_be_visible()
    expect(page.get_by_text("SELECT '苹果';").first).to_be_visible()
    editor.focus()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("FROM iris").first).to_be_visible()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Shift+End")
    page.keyboard.press("Control+Enter")
    expect(page.locator("output")).to_have_text("SELECT '苹果';")
    page.keyboard.press("Control+s")
    expect(page.locator("output")).to_have_text("saved")


@pytest.mark.parametrize(
    ("scheme", "names"),
    [("light", ["controls", "grid&rows=9", "log&lines=9", "split", "graph&nodes=3", "curve", "code"]),
     ("dark", ["controls", "grid&rows=9", "code"])],
)  # fmt: skip
def test_names_roles_and_contrast(gallery, new_page, no_axe_violations, scheme, names):
    page = new_page(scheme=scheme)
    roles = {"controls": "tablist", "grid": "gridcell", "log": "log", "split": "tree", "graph": "group", "curve": "img"}
    for name in names:
        page.goto(gallery + name)
        expect(page.get_by_role(roles.get(name.split("&")[0], "textbox")).first).to_be_visible()
        # The examples have no headings of a page.
        no_axe_violations(page, without=("page-has-heading-one",))
