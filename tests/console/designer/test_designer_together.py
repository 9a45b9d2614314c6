"""Two people in one pipeline, and a server that goes away under an open page."""

import json

from canvas_page import make_pipeline, open_pipeline, read_pipeline
from playwright.sync_api import expect

NODES = [("a", "A", "sql", {"sql": "SELECT 1 AS x"}, 0, 0), ("b", "B", "sql", {"sql": "SELECT 2 AS x"}, 300, 0)]


def save_elsewhere(console, identity, change):
    """What another person does: reads, changes, and saves."""
    pipeline = read_pipeline(console, identity)
    change(pipeline)
    status, answer = console.ask("PUT", f"/designer/pipelines/{identity}", pipeline)
    assert status == 200, answer


def rename_first(name):
    def change(pipeline):
        pipeline["nodes"][0]["name"] = name

    return change


def test_of_two_versions_the_reader_chooses(shared_console, new_page):
    made = make_pipeline(shared_console, "Both", NODES)
    page = new_page()
    canvas = open_pipeline(page, shared_console, made)
    panel = canvas.open("B")
    save_elsewhere(shared_console, made, rename_first("Theirs"))
    panel.get_by_label("Name of the node").fill("Mine")
    dialog = page.get_by_role("dialog", name="Somebody else has changed this pipeline")
    expect(dialog).to_contain_text("Node changed: Mine")
    expect(dialog.get_by_role("img", name="Yours")).to_be_visible()
    dialog.get_by_role("button", name="Keep mine as a copy").click()
    expect(page.get_by_role("heading", name="Both copy", level=1)).to_be_visible()
    expect(canvas.card("Mine")).to_be_visible()
    assert [node["name"] for node in read_pipeline(shared_console, made)["nodes"]] == ["Theirs", "B"]


def test_the_saved_version_is_taken(shared_console, new_page):
    made = make_pipeline(shared_console, "Taken", NODES)
    page = new_page()
    canvas = open_pipeline(page, shared_console, made)
    panel = canvas.open("B")
    save_elsewhere(shared_console, made, rename_first("Theirs"))
    panel.get_by_label("Name of the node").fill("Mine")
    page.get_by_role("button", name="Take the saved one").click()
    expect(canvas.card("Theirs")).to_be_visible()
    expect(canvas.card("B")).to_be_visible()
    canvas.expect_saved()


def test_a_page_without_changes_of_its_own_follows(shared_console, new_page):
    made = make_pipeline(shared_console, "Follows", NODES)
    canvas = open_pipeline(new_page(), shared_console, made)
    expect(canvas.card("A")).to_be_visible()
    save_elsewhere(shared_console, made, rename_first("Theirs"))
    expect(canvas.card("Theirs")).to_be_visible()


def test_a_restarted_server_loses_nothing(console, new_page):
    made = make_pipeline(console, "Restarted", NODES)
    page = new_page()
    canvas = open_pipeline(page, console, made)
    panel = canvas.open("B")
    expect(canvas.field("SQL")).to_contain_text("SELECT 2")
    port = console.port
    console.stop()
    panel.get_by_label("Name of the node").fill("Typed while it was gone")
    expect(page.get_by_text("Server not reached: kept in this browser")).to_be_visible()
    console.start(port=port)
    if console.token not in page.url:
        page.evaluate("token => { location.hash = 'token=' + encodeURIComponent(token) }", console.token)
    canvas.expect_saved()
    assert read_pipeline(console, made)["nodes"][1]["name"] == "Typed while it was gone"


def test_a_draft_outlives_its_page(console, new_page):
    made = make_pipeline(console, "Draft", NODES)
    page = new_page()
    canvas = open_pipeline(page, console, made)
    panel = canvas.open("B")
    expect(canvas.field("SQL")).to_contain_text("SELECT 2")
    port = console.port
    console.stop()
    panel.get_by_label("Name of the node").fill("Kept")
    expect(page.get_by_text("Server not reached: kept in this browser")).to_be_visible()
    page.goto("about:blank")
    console.start(port=port)
    canvas = open_pipeline(page, console, made)
    expect(canvas.card("Kept")).to_be_visible()
    canvas.expect_saved()
    assert read_pipeline(console, made)["nodes"][1]["name"] == "Kept"


def test_a_draft_of_an_older_version_never_overwrites_a_newer_one(shared_console, new_page):
    made = make_pipeline(shared_console, "Older draft", NODES)
    page = new_page()
    canvas = open_pipeline(page, shared_console, made)
    older = read_pipeline(shared_console, made)
    save_elsewhere(shared_console, made, rename_first("Theirs"))
    newest = read_pipeline(shared_console, made)
    older["nodes"][1]["name"] = "Mine"
    draft = {"version": older["version"], "document": {key: older[key] for key in ("nodes", "edges", "parameters")}}
    page.evaluate(
        "([key, text]) => localStorage.setItem(key, text)",
        [f"paisql.{shared_console.get('/me')['keeper']}.designer.draft.{older['project']}/{made}", json.dumps(draft)],
    )
    dialog = page.get_by_role("dialog", name="Somebody else has changed this pipeline")
    for _ in range(2):
        page.reload()
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(canvas.card("Mine")).to_be_visible()
        page.keyboard.press("Control+s")
        expect(dialog).to_be_visible()
        assert read_pipeline(shared_console, made) == newest
    dialog.get_by_role("button", name="Take the saved one").click()
    expect(canvas.card("Theirs")).to_be_visible()
    canvas.expect_saved()
    page.reload()
    expect(canvas.card("Theirs")).to_be_visible()
    expect(dialog).to_have_count(0)
