"""The list of pipelines, and pipelines as files."""

import re

import pytest
from canvas_page import Canvas, make_pipeline, new_pipeline, open_pipeline
from playwright.sync_api import expect

NODES = [
    ("read", "Read", "data_source", {"table": "t"}, 0, 0),
    ("split", "Split", "split", {"fraction": "0.8"}, 0, 160),
]
EDGES = [("read", "outputTable", "split", "inputTableName")]


def row(page, name):
    return page.get_by_role("row", name=re.compile("^" + re.escape(name)))


def choose(page, name, action):
    page.get_by_role("button", name=f"Actions of {name}", exact=True).click()
    page.get_by_role("menuitem", name=action).click()


def test_pipelines_are_renamed_copied_and_deleted(shared_console, shared_page, no_axe_violations):
    make_pipeline(shared_console, "Listed", NODES, EDGES)
    page = shared_page
    page.get_by_role("link", name="Designer").click()
    choose(page, "Listed", "Rename")
    page.get_by_label("Name", exact=True).fill("Renamed 流程")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(row(page, "Renamed 流程")).to_contain_text("2")
    choose(page, "Renamed 流程", "Copy")
    page.get_by_role("dialog").get_by_role("button", name="Copy").click()
    expect(row(page, "Renamed 流程 copy")).to_be_visible()
    no_axe_violations(page)
    choose(page, "Renamed 流程", "Delete")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name="Renamed 流程", exact=True)).to_have_count(0)
    page.get_by_label("Search pipelines").fill("copy")
    expect(row(page, "Renamed 流程 copy")).to_be_visible()


def test_an_exported_pipeline_is_imported_again(shared_console, shared_page, tmp_path):
    made = make_pipeline(shared_console, "Exported", NODES, EDGES)
    page = shared_page
    canvas = open_pipeline(page, shared_console, made)
    page.get_by_role("button", name="More").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Export as PAIFlow YAML").click()
    file = tmp_path / "again.yaml"
    download.value.save_as(file)
    assert "apiVersion: core/v1" in file.read_text(encoding="utf-8")

    page.get_by_role("toolbar", name="Pipeline").get_by_role("link", name="Designer").click()
    page.get_by_role("button", name="Import").click()
    page.get_by_role("dialog").get_by_label("Choose a file").set_input_files(file)
    page.get_by_role("dialog").get_by_role("button", name="Import").click()
    go = page.get_by_role("button", name="Open the pipeline")
    canvas = Canvas(page)
    expect(go.or_(canvas.area)).to_be_visible()
    if go.is_visible():
        go.click()
    expect(canvas.card("Read")).to_be_visible()
    expect(canvas.card("Split")).to_be_visible()
    expect(canvas.edges()).to_have_count(1)


def test_a_file_that_is_none_is_refused_in_the_dialog(shared_page):
    page = shared_page
    page.get_by_role("link", name="Designer").click()
    page.get_by_role("button", name="Import").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Or paste its text").fill("this: is not a pipeline")
    dialog.get_by_role("button", name="Import").click()
    expect(dialog.get_by_role("alert")).to_be_visible()


def test_a_node_is_copied_as_a_statement(shared_console, shared_page):
    made = make_pipeline(shared_console, "Statement", NODES, EDGES)
    canvas = open_pipeline(shared_page, shared_console, made)
    canvas.card("Split").click(button="right")
    shared_page.get_by_role("menuitem", name="Copy as PAI statement").click()
    expect(shared_page.get_by_text("The PAI statement is in the clipboard.")).to_be_visible()
    copied = shared_page.evaluate("navigator.clipboard.readText()")
    assert "PAI -name split" in copied and '-Dfraction="0.8"' in copied


@pytest.mark.parametrize("name", ["空 pipeline"])
def test_an_empty_pipeline_says_what_to_do(shared_page, name):
    canvas = new_pipeline(shared_page, name)
    expect(canvas.page.get_by_text("Drag a component from the list")).to_be_visible()
