"""Services in a browser: shares, calls, curves, and what tells nobody the token."""

import json

import pytest
import served


@pytest.fixture(scope="module")
def line(shared_console, tmp_path_factory):
    served.deploy(shared_console, tmp_path_factory.mktemp("models"))
    yield shared_console
    shared_console.run("DROP SERVICE IF EXISTS line;")


def open_page(console, new_page, path, **how):
    return new_page(console.at(path), **how)


def test_a_call_by_the_form(line, new_page, no_axe_violations):
    page = open_page(line, new_page, "/services")
    row = page.get_by_role("row", name="line")
    row.get_by_text("Running").wait_for()
    no_axe_violations(page)
    page.get_by_role("link", name="line", exact=True).click()
    page.get_by_role("tab", name="Call").click()
    # The model computes without a value, so the form begins with none.
    page.get_by_text("DOUBLE [?] · Empty: the value is missing").wait_for()
    assert page.get_by_label("x", exact=True).input_value() == ""
    page.get_by_label("x", exact=True).fill("four")
    page.get_by_text("This input takes a number").wait_for()
    assert page.get_by_role("button", name="Send").is_disabled()
    page.get_by_label("x", exact=True).fill("4")
    page.get_by_role("button", name="Send").click()
    answer = page.get_by_role("region", name="Answer")
    answer.get_by_text("Status 200").wait_for()
    assert json.loads(answer.locator("pre").inner_text()) == [{"y": 9}]
    # An answer to a request that has changed says so; a missing value leaves the request.
    outdated = answer.get_by_text("The request has changed since this answer")
    assert outdated.count() == 0
    page.get_by_label("x", exact=True).fill("")
    outdated.wait_for()
    page.get_by_role("button", name="Send").click()
    outdated.wait_for(state="detached")
    answer.get_by_text('{"y": 1').wait_for()
    page.get_by_label("x", exact=True).fill("4")
    page.get_by_role("button", name="Send").click()
    outdated.wait_for(state="detached")
    no_axe_violations(page)
    page.get_by_role("button", name="Copy as curl").click()
    page.get_by_text("Copied").wait_for()
    curl = page.evaluate("navigator.clipboard.readText()")
    token = line.get("/services/line/token")["token"]
    assert "/api/predict/line'" in curl and '"Authorization: $TOKEN"' in curl and '[{"x": 4}]' in curl
    assert token not in curl and token not in page.content()
    # What is written by hand is sent as it is, and the whole error is shown.
    page.get_by_text("JSON", exact=True).click()
    page.get_by_role("textbox", name="Body of the request").fill('[{"x": "<b>four</b>"}]')
    page.get_by_role("button", name="Send").click()
    answer.get_by_text("Status 400").wait_for()
    assert "x" in answer.locator("pre").inner_text()


def test_shares_versions_and_the_token(line, new_page, no_axe_violations):
    page = open_page(line, new_page, "/services/line")
    page.get_by_text("All requests go to the main version.").wait_for()
    token = line.get("/services/line/token")["token"]
    assert token not in page.content()
    page.get_by_role("button", name="Show the token").click()
    page.get_by_text(token).wait_for()
    page.get_by_role("button", name="Hide the token").click()
    page.get_by_text(token).wait_for(state="detached")

    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Release a version beside it").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Version of the model").fill("2")
    dialog.get_by_label("Share of the requests, in percent").fill("120")
    dialog.get_by_text("A whole number from 0 to 100").wait_for()
    dialog.get_by_label("Share of the requests, in percent").fill("10")
    dialog.get_by_role("button", name="Apply").click()
    panel = page.get_by_role("region", name="Traffic between the versions")
    share = panel.get_by_label("Share of version 2 in percent")
    share.wait_for()
    no_axe_violations(page)
    share.fill("101")
    panel.get_by_role("status").get_by_text("A whole number from 0 to 100").wait_for()
    assert panel.get_by_role("button", name="Apply").is_disabled()
    panel.get_by_label("Share of version 2", exact=True).fill("35")
    panel.get_by_text("The main version has the rest: 65 %").wait_for()
    panel.get_by_role("button", name="Apply").click()
    page.get_by_role("table", name="Versions").get_by_text("35 %").wait_for()
    assert line.get("/services/line")["versions"][1]["weight"] == 35

    # What cannot be is told with its code, and stays until it is read.
    page.get_by_role("button", name="New version").click()
    dialog.get_by_label("Model", exact=False).first.fill("nothing_at_all")
    dialog.get_by_role("button", name="Apply").click()
    page.get_by_role("alert").get_by_text("ODPS-1228011", exact=True).wait_for()
    page.get_by_role("button", name="Close the message").click()


def test_curves_logs_and_the_end(line, new_page, no_axe_violations):
    page = open_page(line, new_page, "/services/line/curves", scheme="dark")
    page.get_by_role("img", name="Requests a second").wait_for()
    no_axe_violations(page)
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("log", name="Log of the service").get_by_text("is ready after").wait_for()
    no_axe_violations(page)
    page = open_page(line, new_page, "/services/line", language="zh-CN")
    page.get_by_role("button", name="停止", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="停止", exact=True).click()
    page.get_by_text("已停止").first.wait_for()
    page.get_by_role("button", name="启动").wait_for()
    page.get_by_role("button", name="更多操作").click()
    page.get_by_role("menuitem", name="删除服务").click()
    page.get_by_role("dialog").get_by_role("button", name="删除服务").click()
    page.get_by_text("尚未部署服务").wait_for()
