"""The frame of the pages: signing in, navigation, languages, colours, keys, and a server that goes away."""

import os
import re

import pytest
from console_home import Console

expect = pytest.importorskip("playwright.sync_api", reason="scripts/setup --console installs it").expect

PAGES = ["SQL", "Designer", "Logview", "Workflows", "Tables", "Services", "Models"]
# What the first page may bring over the wire.
FIRST_LOAD_BYTES = 350_000
PAGE_IS_THERE = "main :is(h1, h2, button, input, [role=toolbar], [role=tablist], [role=tree])"
SHELL_BYTES = 100_000


def nav(page):
    return page.get_by_role("navigation", name="Pages")


def test_the_first_page(shared_page, no_axe_violations):
    page = shared_page
    page.get_by_role("heading", level=1).first.wait_for()
    assert [link.inner_text() for link in nav(page).get_by_role("link").all()] == PAGES
    assert nav(page).locator("[aria-current=page]").inner_text() == "SQL"
    # The token is neither in the address nor in the history.
    assert "token" not in page.url and page.url.endswith("/console/editor")
    # It is kept for the tab alone.
    kept = page.evaluate("[localStorage, sessionStorage].map(area => JSON.stringify(area).includes('paisql.token'))")
    assert kept == [False, True] and page.context.cookies() == []
    assert page.title() == "SQL · paisql"
    no_axe_violations(page)


@pytest.mark.skipif("PAISQL_CONSOLE_PAGES" in os.environ, reason="files of a folder are not packed")
def test_what_the_first_page_brings(shared_page):
    page = shared_page
    page.get_by_role("heading", level=1).first.wait_for()
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate(
        "() => Object.fromEntries(performance.getEntries().filter(one => one.transferSize !== undefined)"
        ".map(one => [one.name.replace(/.*\\//, ''), one.encodedBodySize]))"
    )
    shell = {name: size for name, size in sizes.items() if re.match(r"(libraries|frame|index|rolldown)\b.*js$", name)}
    assert sum(sizes.values()) < FIRST_LOAD_BYTES, sizes
    assert sum(shell.values()) < SHELL_BYTES, shell


def test_pages_are_reached_by_mouse_and_keys(shared_page):
    page = shared_page
    for number, name in enumerate(PAGES, 1):
        page.keyboard.press(f"Alt+{number}")
        expect(page).to_have_title(f"{name} · paisql")
    nav(page).get_by_role("link", name="Tables").click()
    page.wait_for_url("**/console/tables")
    page.go_back()
    page.wait_for_url("**/console/models")
    page.reload()
    expect(page).to_have_title("Models · paisql")


def test_an_address_that_is_not_a_page(shared_page):
    shared_page.goto(shared_page.url.split("/console")[0] + "/console/nowhere/<b>")
    shared_page.get_by_text("This page does not exist").wait_for()
    shared_page.get_by_role("button", name="Open the SQL page").click()
    shared_page.wait_for_url("**/console/editor")


def test_language_and_colours_are_kept(shared_console, new_page, no_axe_violations):
    page = new_page(shared_console.url, scheme="dark")
    page.get_by_role("button", name="Language").click()
    page.get_by_role("menuitemradio", name="中文").click()
    page.get_by_role("navigation", name="页面").get_by_role("link", name="数据表").wait_for()
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    no_axe_violations(page)
    page.get_by_role("button", name="配色").click()
    page.get_by_role("menuitemradio", name="浅色").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
    no_axe_violations(page)
    page.reload()
    page.get_by_role("navigation", name="页面").wait_for()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"


def test_a_browser_in_chinese_sees_chinese(shared_console, new_page):
    page = new_page(shared_console.url, language="zh-CN")
    page.get_by_role("navigation", name="页面").wait_for()


def test_the_list_of_keys(shared_page, no_axe_violations):
    # The editor of the first page takes the focus when it comes, and with it the key.
    nav(shared_page).get_by_role("link", name="Models").click()
    shared_page.wait_for_url("**/console/models")
    shared_page.keyboard.press("?")
    dialog = shared_page.get_by_role("dialog", name="Keyboard shortcuts")
    dialog.get_by_text("Open page 1 to 7").wait_for()
    no_axe_violations(shared_page)
    shared_page.keyboard.press("Escape")
    dialog.wait_for(state="detached")


def test_a_tablet_sees_all_of_it(shared_console, new_page):
    page = new_page(shared_console.url, size={"width": 768, "height": 1024}, touch=True)
    nav(page).get_by_role("link", name="Models").tap()
    page.wait_for_url("**/console/models")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.get_by_role("button", name="Account").bounding_box()["x"] < 768 - 28


def test_the_project_is_that_of_all_requests(console, new_page):
    console.run("CREATE PROJECT IF NOT EXISTS other;")
    page = new_page(console.url)
    chooser = page.get_by_label("Project")
    chooser.select_option("other")
    with page.expect_request("**/console/api/**") as asked:
        page.reload()
    assert "project=other" in asked.value.url
    assert chooser.input_value() == "other"


def test_a_link_opens_in_a_tab_of_its_own(shared_page):
    nav(shared_page).wait_for()
    other = shared_page.context.new_page()
    other.goto(shared_page.url.replace("editor", "models"))
    nav(other).wait_for()


def test_a_tab_that_answers_late_signs_the_new_one_in(shared_console, new_page):
    late = new_page(f"{shared_console.address}/console/models")
    late.get_by_label("Address").wait_for()
    other = late.context.new_page()
    other.goto(shared_console.url)
    nav(other).wait_for()
    other.evaluate(
        "token => new BroadcastChannel('paisql.session').postMessage({token, project: ''})", shared_console.token
    )
    nav(late).wait_for()
    assert late.url.endswith("/console/models")


def test_a_wrong_token_asks_for_the_address(shared_console, new_page, no_axe_violations):
    page = new_page(f"{shared_console.address}/console/tables#token=wrong")
    address = page.get_by_label("Address")
    address.wait_for()
    assert page.get_by_label("Access id").count() == 0
    no_axe_violations(page)
    address.fill("http://127.0.0.1/console/")
    page.get_by_role("button", name="Open").click()
    page.get_by_text("This address holds no token").wait_for()
    address.fill(shared_console.url.replace("token=", "token=x"))
    page.get_by_role("button", name="Open").click()
    page.get_by_text("does not take this token").wait_for()
    address.fill(shared_console.url)
    page.get_by_role("button", name="Open").click()
    nav(page).wait_for()
    assert page.url.endswith("/console/tables")


def test_users_sign_in(tmp_path, new_page, no_axe_violations):
    file = tmp_path / "users"
    file.write_text("id1 secret1 -\nid2 secret2 ALIYUN$reader@example.com\n")
    os.chmod(file, 0o600)
    server = Console(tmp_path).start_server("--user-file", str(file))
    try:
        page = new_page(f"{server.address}/console/")
        page.get_by_label("Access id").fill("id2")
        page.get_by_label("Access secret").fill("wrong")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_text("does not take this access id").wait_for()
        no_axe_violations(page)
        page.get_by_label("Access secret").fill("secret2")
        page.keyboard.press("Enter")
        nav(page).wait_for()
        page.get_by_role("button", name="Account").click()
        page.get_by_role("menuitem", name="ALIYUN$reader@example.com").wait_for()
        page.get_by_role("menuitem", name="Sign out").click()
        page.get_by_label("Access id").wait_for()
        page.reload()
        # Another user sees nothing of what was fetched for the first or typed by them: the page is loaded anew.
        for user, name in [(2, "ALIYUN$reader@example.com"), (1, "Owner of this home")]:
            page.get_by_label("Access id").fill(f"id{user}")
            page.get_by_label("Access secret").fill(f"secret{user}")
            page.evaluate("window.kept = true")
            page.keyboard.press("Enter")
            page.get_by_role("button", name="Account").click()
            page.get_by_role("menuitem", name=name).wait_for()
            assert page.evaluate("!!window.kept") == (user == 2)
            page.keyboard.press("Escape")
            text = page.get_by_role("textbox", name="SQL text")
            expect(text).not_to_contain_text("of the reader")
            if user == 2:
                text.fill("SELECT 'of the reader';")
                page.get_by_role("button", name="Account").click()
                page.get_by_role("menuitem", name="Sign out").click()
    finally:
        server.stop()


def test_another_home_at_the_same_address_has_texts_of_its_own(tmp_path, new_page):
    first, second = Console(tmp_path / "first").start(), Console(tmp_path / "second")
    try:
        page = new_page(first.url)
        text = page.get_by_role("textbox", name="SQL text")
        text.fill("SELECT 'of the first home';")
        port = first.port
        first.stop()
        second.start(port=port)
        # The open page asks for the address of the second home, and is loaded anew in it.
        page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
        dialog = page.get_by_role("dialog", name="Sign in again")
        dialog.get_by_label("Address").fill(second.url)
        page.keyboard.press("Enter")
        dialog.wait_for(state="detached")
        expect(text).not_to_contain_text("first home")
        text.fill("SELECT 'of the second home';")
        page.goto("about:blank")
        second.stop()
        first.start(port=port)
        page.goto(first.url)
        expect(text).to_contain_text("of the first home")
    finally:
        first.stop()
        second.stop()


def test_a_server_that_goes_away_and_comes_back(console, new_page):
    page = new_page(console.url)
    nav(page).wait_for()
    port = console.port
    console.stop()
    page.evaluate("window.kept = true")
    # A page whose file was never fetched: it waits for the server.
    nav(page).get_by_role("link", name="Models").click()
    told = page.get_by_role("banner").get_by_text("The server cannot be reached. Trying again")
    told.wait_for()
    console.start(port=port)
    told.wait_for(state="hidden")
    page.locator(PAGE_IS_THERE).first.wait_for()
    assert page.evaluate("window.kept")
    # A page at which nobody does anything sees it, too.
    console.stop()
    page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    told.wait_for()
    console.start(port=port)
    told.wait_for(state="hidden")


# The token of the page ends, and a button is pressed before the page has noticed it.
END_AND_PRESS = """button => {
  window.addEventListener('hashchange', () => button.click(), {once: true});
  location.hash = '#token=ended';
}"""


def test_a_token_that_ends_is_asked_for_over_the_page(shared_console, new_page, no_axe_violations):
    page = new_page(shared_console.url)
    nav(page).wait_for()
    page.evaluate("window.kept = true")
    with page.expect_response("**/editor/check*"):
        page.get_by_role("textbox", name="SQL text").fill("SELECT 1;")
    late = []
    page.route("**/console/api/editor/split*", lambda route: late.append(route))
    with page.expect_request("**/editor/split*"):
        page.get_by_role("button", name="Run", exact=True).evaluate(END_AND_PRESS)
    dialog = page.get_by_role("dialog", name="Sign in again")
    dialog.wait_for()
    page.keyboard.press("Escape")
    no_axe_violations(page)
    dialog.get_by_label("Address").fill(shared_console.url)
    page.keyboard.press("Enter")
    dialog.wait_for(state="detached")
    # What was asked with the old token, and is refused only now, asks for nothing.
    with page.expect_response("**/editor/split*"):
        late[0].continue_()
    page.get_by_text("the token does not hold here").wait_for()
    nav(page).wait_for()
    assert dialog.count() == 0 and page.evaluate("window.kept")


def test_every_page_opens_by_its_address(shared_page):
    page = shared_page
    nav(page).wait_for()
    for path in ["editor", "designer", "logview", "workflows", "tables", "services", "models"]:
        page.goto(f"{page.url.split('/console')[0]}/console/{path}")
        page.locator(PAGE_IS_THERE).first.wait_for()
        page.get_by_role("heading", level=1).first.wait_for(state="attached")
        assert page.url.endswith(f"/console/{path}")
