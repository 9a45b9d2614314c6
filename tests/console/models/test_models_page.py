"""Models in the console: what is known of them, and their deployment."""

import pytest
from console_home import Console
from lines import add_line, ended, fill

playwright = pytest.importorskip("playwright.sync_api", reason="scripts/setup --console installs it")
expect = playwright.expect


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lines")
    made = Console(folder)
    fill(made, folder)
    made.start()
    yield made
    made.run("DROP SERVICE IF EXISTS asked;", "DROP SERVICE IF EXISTS pressed;")
    made.stop()


def test_lists_models(lines):
    page = lines.get("/models")
    assert [(one["name"], one["versions"]) for one in page["models"]] == [("line", 2), ("other", 1)]
    assert lines.get("/models", q="直线")["total"] == 1
    assert [one["name"] for one in lines.get("/models", **{"from": 1})["models"]] == ["other"]


def test_tells_versions_and_signatures(lines):
    model = lines.get("/models/one", model="LINE")
    assert [one["version"] for one in model["versions"]] == [2, 1]
    first = model["versions"][1]
    assert first["is_default"] and first["can_deploy"] and first["bytes"] > 0
    [signature] = first["signatures"]
    assert [one["name"] for one in signature["inputs"]] == ["x"]
    assert first["has_text"] and "<PMML" in lines.get("/models/text", model="line", version=1)["text"]
    status, refusal = lines.ask("GET", "/models/one", model="nothing")
    assert (status, refusal["error"]["code"]) == (404, "ODPS-1228011")


def test_deploys_and_changes_by_statements(lines):
    body = {"service": "asked", "version": 2, "instances": 1}
    shown = lines.post("/models/deploy", body, model="line")
    assert shown["statement"] == "DEPLOY SERVICE asked USING MODEL line VERSION 2"
    status, answer = ended(lines, "/models/deploy", {**body, "run": True}, model="line")
    assert status == 200, answer
    [served] = lines.get("/models/one", model="line")["versions"][0]["services"]
    assert (served["name"], served["role"], served["weight"]) == ("asked", "main", 100)
    # A page asks on by the instance while a model takes long to load.
    run = {**body, "run": True}
    assert lines.post("/models/deploy", run, model="line", instance=answer["instance"])["state"] == "success"
    assert ended(lines, "/models/deploy", {**body, "run": True}, model="line")[0] == 400  # the name is taken
    for wrong in ({"service": "a b"}, {"service": "x", "instances": 0}, {"service": ""}):
        assert lines.ask("POST", "/models/deploy", wrong, model="line")[0] == 400
    change = {"action": "default_version", "version": 2, "run": True}
    assert ended(lines, "/models/change", change, model="line")[0] == 200
    assert lines.get("/models/one", model="line")["default_version"] == 2
    assert ended(lines, "/models/change", {"action": "drop", "run": True}, model="other")[0] == 400
    drop = {"action": "drop", "confirm": "other", "run": True}
    assert ended(lines, "/models/change", drop, model="other")[0] == 200
    assert lines.get("/models")["total"] == 1


def test_shows_and_deploys_a_model_in_the_page(lines, new_page, no_axe_violations):
    page = new_page(lines.at("/models"))
    page.get_by_role("treeitem", name="line").click()
    expect(page.get_by_role("heading", name="line")).to_be_visible()
    expect(page.get_by_text("<b>a line</b> 直线")).to_be_visible()
    expect(page.get_by_role("cell", name="x", exact=True)).to_be_visible()
    no_axe_violations(page)
    page.get_by_label("Versions").select_option(label="Version 1")
    page.get_by_role("button", name="Deploy").click()
    dialog = page.get_by_role("dialog", name="Deploy line")
    expect(dialog.get_by_label("Name of the service")).to_have_value("line")
    dialog.get_by_label("Name of the service").fill("not a name")
    expect(dialog.get_by_role("alert")).to_be_visible()
    dialog.get_by_label("Name of the service").fill("pressed")
    expect(dialog.get_by_text("DEPLOY SERVICE pressed USING MODEL line VERSION 1")).to_be_visible()
    dialog.get_by_role("button", name="Deploy").click()
    expect(dialog.get_by_text("The service pressed answers.")).to_be_visible()
    expect(dialog.get_by_role("link", name="Open pressed")).to_have_attribute("href", "/console/services/pressed")
    dialog.get_by_role("button", name="Close").last.click()
    page.get_by_role("tab", name="Services").click()
    expect(page.get_by_role("link", name="pressed")).to_be_visible()
    page.get_by_role("tab", name="Training").click()
    expect(page.get_by_text("It is not known which job made it.")).to_be_visible()
    page.get_by_role("tab", name="Lineage").click()
    expect(page.get_by_text("Nothing is known that makes or reads it")).to_be_visible()


def test_proposes_short_names_that_are_free(lines, new_page, tmp_path):
    """A model of a pipeline has a long name of its own making."""
    taken, free = "xlab_m_taken_1a2b3c4d_1", "xlab_m_churn_linear_regression_of_customers_1a2b3c4d_1"
    add_line(lines, tmp_path, taken)
    add_line(lines, tmp_path, free)
    body = {"service": "taken", "version": 1, "instances": 1, "run": True}
    assert ended(lines, "/models/deploy", body, model=taken)[0] == 200
    try:
        for model, name in ((taken, "taken_2"), (free, "churn_linear_regression_of_custo")):
            page = new_page(lines.at(f"/models?model={model}"))
            page.get_by_role("button", name="Deploy").click()
            dialog = page.get_by_role("dialog", name=f"Deploy {model}")
            expect(dialog.get_by_label("Name of the service")).to_have_value(name)
            expect(dialog.get_by_text(f"DEPLOY SERVICE {name} USING MODEL")).to_be_visible()
    finally:
        lines.run("DROP SERVICE taken", f"DROP MODEL {taken}", f"DROP MODEL {free}")


def test_speaks_chinese_of_models(lines, new_page, no_axe_violations):
    page = new_page(lines.at("/models?model=line"), language="zh-CN", scheme="dark")
    expect(page.get_by_role("button", name="模型部署")).to_be_visible()
    no_axe_violations(page)
