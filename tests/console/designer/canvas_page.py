"""A pipeline on its canvas, as a person with a mouse or a keyboard works with it."""

import re
import urllib.parse

from playwright.sync_api import expect


class Canvas:
    """An open pipeline of the Designer."""

    def __init__(self, page):
        self.page = page
        self.area = page.get_by_role("application", name="Canvas")

    # What is seen

    def card(self, name):
        """The card of the node with this name."""
        return self.area.get_by_role("group", name=f"{name}, ")

    def cards(self):
        return self.area.locator(".react-flow__node")

    def edges(self):
        return self.area.locator(".react-flow__edge")

    def port(self, name, port, side):
        kind = "source" if side == "out" else "target"
        return self.card(name).locator(f".{kind}[data-handleid='{port}']")

    def expect_saved(self):
        bar = self.page.get_by_role("toolbar", name="Pipeline")
        expect(bar.get_by_text("Saved", exact=True)).to_be_visible()

    def expect_state(self, name, state, seconds=20):
        expect(self.card(name)).to_contain_text(state, timeout=seconds * 1000)

    # What the mouse does

    def drag(self, title, x, y):
        """Drags a component from the list to a place of the canvas."""
        search = self.page.get_by_label("Search components")
        search.fill(title)
        row = self.page.get_by_role("complementary", name="Components").get_by_role("button", name=title, exact=True)
        row.drag_to(self.area, target_position={"x": x, "y": y})
        search.fill("")

    def connect(self, source, target):
        """Draws an edge from (node, output port) to (node, input port)."""
        self._press(self.port(*source, "out"))
        x, y = _centre(self.port(*target, "in"))
        self.page.mouse.move(x - 20, y - 20, steps=4)
        self.page.mouse.move(x, y, steps=4)
        self.page.mouse.up()

    def _press(self, locator):
        x, y = _centre(locator)
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def move(self, name, dx, dy):
        x, y = _centre(self.card(name))
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx / 2, y + dy / 2, steps=3)
        self.page.mouse.move(x + dx, y + dy, steps=3)
        self.page.mouse.up()

    def open(self, name):
        """Shows the node's settings."""
        self.card(name).click()
        return self.page.get_by_role("complementary", name="Settings")

    def set(self, name, tab, label, value):
        """Types a parameter of a node into its field."""
        panel = self.open(name)
        panel.get_by_role("tab", name=tab).click()
        self.field(label).fill(value)

    def field(self, label):
        """The field of a parameter in the settings; a star marks those that are needed."""
        panel = self.page.get_by_role("complementary", name="Settings")
        return panel.get_by_label(re.compile("^" + re.escape(label) + r"\*?$"))


def _centre(locator):
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def make_pipeline(console, name, nodes=(), edges=()):
    """Makes a pipeline by the console's answers; its id. A node: (id, name, component, parameters[, x, y])."""
    body = {
        "name": name,
        "nodes": [_node(at, *node) for at, node in enumerate(nodes)],
        "edges": [{"from": {"node": a, "port": out}, "to": {"node": b, "port": into}} for a, out, b, into in edges],
    }
    status, answer = console.ask("POST", "/designer/pipelines", body)
    assert status == 201, answer
    return answer["id"]


def _node(at, identity, name, component, parameters=None, x=None, y=None):
    return {
        "id": identity,
        "name": name,
        "component": component,
        "x": 240 * (at % 3) if x is None else x,
        "y": 120 * (at // 3) if y is None else y,
        "parameters": parameters or {},
        "enabled": True,
        "note": "",
    }


def read_pipeline(console, identity):
    return console.get(f"/designer/pipelines/{identity}")


def open_pipeline(page, console, identity):
    """Opens a pipeline in a page that is signed in already, or by the token."""
    token = urllib.parse.quote(console.token)
    page.goto(f"{console.address}/console/designer/{urllib.parse.quote(identity)}#token={token}")
    canvas = Canvas(page)
    expect(canvas.area).to_be_visible()
    return canvas


def new_pipeline(page, name):
    """Makes an empty pipeline from the list of pipelines, by mouse."""
    page.get_by_role("link", name="Designer").click()
    page.get_by_role("button", name="New pipeline").first.click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("dialog").get_by_role("button", name="New pipeline").click()
    canvas = Canvas(page)
    expect(canvas.area).to_be_visible()
    return canvas
