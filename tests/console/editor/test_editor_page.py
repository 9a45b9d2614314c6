"""The SQL page in a browser."""

import re

import pytest
from sql_page import ENDLESS, Editor


@pytest.fixture
def editor(kept_page):
    """A new tab of a page that other tests have used."""
    made = Editor(kept_page)
    made.new_tab()
    yield made
    kept_page.unroute_all()


@pytest.fixture
def fresh_editor(shared_page):
    """A page of its own, for what the browser keeps."""
    return Editor(shared_page)


def test_statements_run_and_show_their_results(editor, no_axe_violations):
    editor.run_all("CREATE TABLE IF NOT EXISTS people (n BIGINT, name STRING);\n"
                   "INSERT OVERWRITE TABLE people VALUES (1L, '<script>alert(1)</script>'), (2L, ''), (3L, NULL), (4L, '你好 😀');\n"
                   "SELECT * FROM people ORDER BY n LIMIT 10;")  # fmt: skip
    editor.cell("<script>alert(1)</script>").wait_for()
    editor.cell("你好 😀").wait_for()
    editor.cell("NULL").wait_for()
    assert editor.grid.get_by_role("row").count() == 5
    editor.page.get_by_text("4 rows", exact=True).first.wait_for()
    editor.result("3 SELECT * FROM people").wait_for()
    editor.result("2 INSERT OVERWRITE TABLE").click()
    editor.page.get_by_text("4 rows written").wait_for()
    no_axe_violations(editor.page)


def test_the_statement_at_the_cursor_runs_and_the_selection(editor):
    editor.write("SELECT 'first';\nSELECT 'second';\nSELECT 'third';")
    editor.page.keyboard.press("Control+Home")
    editor.page.keyboard.press("ArrowDown")
    editor.page.keyboard.press("Control+Enter")
    editor.cell("second").wait_for()
    assert editor.page.get_by_role("tablist", name="Results").get_by_role("tab").count() == 1
    editor.page.keyboard.press("Home")
    editor.page.keyboard.press("Shift+Control+End")
    editor.page.get_by_role("button", name="Run selection").click()
    editor.result("2 SELECT 'third'").wait_for()
    editor.cell("third").wait_for()


def test_several_places_are_typed_into_at_once(editor):
    editor.write("SELECT one, one, one;")
    for key in ("Control+Home", "Control+ArrowRight", "Control+ArrowRight"):
        editor.page.keyboard.press(key)
    for _ in range(4):  # the word, and the same word further on
        editor.page.keyboard.press("Control+d")
    marks = editor.page.locator(".cm-more-selected")
    marks.nth(1).wait_for()
    assert marks.all_text_contents() == ["one", "one"]
    editor.page.keyboard.type("2")
    assert editor.text() == "SELECT 2, 2, 2;"
    assert editor.page.locator(".cm-more-caret").count() == 2
    editor.code.click()
    editor.page.locator(".cm-more-caret").first.wait_for(state="detached")


def test_an_error_is_underlined_and_ends_the_run(editor):
    editor.run_all("SELECT 1;\nSELECT * FROM nowhere WHERE a = 1;\nSELECT 3;")
    editor.page.get_by_role("alert").get_by_text("ODPS-0130131", exact=True).wait_for()
    assert editor.result("3 SELECT 3").get_by_text("Skipped").count() == 1
    editor.page.locator(".cm-lintRange-error", has_text="nowhere").hover()
    editor.page.locator(".cm-tooltip").get_by_text("table default_project.nowhere cannot be resolved").wait_for()
    editor.page.get_by_role("button", name="Line 2, column 15").click()
    assert editor.page.evaluate("getSelection().toString()") == "nowhere"
    editor.page.get_by_role("button", name="1 problem").click()
    editor.code.click()
    editor.page.keyboard.press("Control+Home")
    editor.page.keyboard.press("F8")
    assert editor.page.evaluate("getSelection().toString()") == "nowhere"


def test_a_change_that_has_run_is_no_problem(editor):
    page = editor.page
    editor.run_all("CREATE TABLE made_once (n BIGINT);")
    page.get_by_text("Done").first.wait_for()
    # The one is that of the query.
    editor.write("CREATE TABLE made_once (n BIGINT);\nSELECT nothing FROM made_once;")
    page.get_by_role("button", name="1 problem", exact=True).wait_for()
    editor.write("CREATE TABLE made_once (m BIGINT);\nSELECT nothing FROM made_once;")
    page.get_by_role("button", name="2 problems", exact=True).wait_for()


def test_a_change_that_could_not_run_again_is_a_problem(editor):
    page, copy = editor.page, "CREATE TABLE copied AS SELECT n FROM copied_from;"
    editor.run_all(f"CREATE TABLE copied_from (n BIGINT);\n{copy}\nDROP TABLE copied;\nDROP TABLE copied_from;")
    page.get_by_text("Done").first.wait_for()
    editor.write(copy)
    page.get_by_role("button", name="1 problem", exact=True).wait_for()


def test_a_signature_is_shown_within_its_brackets(editor):
    page = editor.page
    hint = page.get_by_text(re.compile(r"^substr\("))
    editor.write("-- What a comment's apostrophe (begins\n/* isn't\n(a text. */ SELECT 1 AS one, ")
    page.keyboard.type("SUBSTR('a)b', o")
    hint.wait_for()
    page.keyboard.press("ArrowLeft")
    hint.wait_for()
    page.keyboard.press("Home")
    hint.wait_for(state="detached")


def test_a_stale_check_is_dropped(editor):
    page = editor.page
    held = []
    page.route("**/editor/check*", lambda route: held.append(route))
    with page.expect_request("**/editor/check*"):
        editor.write("SELECT * FROM nowhere;")
    page.unroute("**/editor/check*")
    editor.write("SELECT 1 + 1;")
    for route in held:
        route.continue_()
    page.get_by_text("No problems").wait_for()
    assert page.locator(".cm-lintRange-error").count() == 0


def test_completion_asks_the_server(editor, shared_console):
    shared_console.run("CREATE TABLE IF NOT EXISTS completed_here (a_rare_column BIGINT COMMENT 'rare')")
    editor.write("SELECT * FROM ")
    editor.page.keyboard.type("completed")
    option = editor.page.get_by_role("option", name=re.compile("completed_here"))
    option.click()
    editor.page.keyboard.type(" WHERE a_ra")
    editor.page.get_by_role("option", name=re.compile("a_rare_column.*BIGINT")).wait_for()
    editor.page.keyboard.press("Tab")
    editor.write("PAI -name tensorflow1120_ext -Dsc")
    editor.page.keyboard.press("Control+Space")
    editor.page.get_by_role("option", name=re.compile("-Dscript=")).wait_for()


def test_words_are_coloured_by_the_grammar(editor):
    editor.write("SELECT SUBSTR(a, 1) FROM t LATERAL VIEW x;\nPAI -name tensorflow1120_ext -Dscript='oss://b/x.py';\n"
                 "SELECT '${x}';")  # fmt: skip
    editor.page.locator(".cm-pai-option", has_text="-Dscript=").wait_for()
    editor.page.locator(".cm-pai-algorithm", has_text="tensorflow1120_ext").wait_for()
    editor.page.locator(".cm-variable", has_text="${x}").wait_for()
    colours = editor.page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.cm-line span')]"
        ".map(one => [one.textContent, getComputedStyle(one).color]))"
    )
    assert colours["SELECT"] == colours["LATERAL"] != colours["SUBSTR"]


def test_variables_are_asked_for_and_remembered(editor):
    editor.run_all("SELECT '${greeting} ${whom}';")
    page = editor.page
    page.get_by_role("dialog").get_by_label("greeting").fill("hello")
    page.get_by_role("dialog").get_by_label("whom").fill("world")
    page.get_by_role("dialog").get_by_role("button", name="Run").click()
    editor.cell("hello world").wait_for()
    editor.new_tab()
    editor.run_all("SELECT '${whom}';")
    assert page.get_by_role("dialog").get_by_label("whom").input_value() == "world"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Variables").click()
    page.get_by_role("button", name="Forget whom").click()
    page.get_by_role("textbox", name="greeting").wait_for()
    # A secret is hidden, and not kept.
    editor.run_all("SELECT '${db_pwd}';")
    secret = page.get_by_role("dialog").get_by_label("db_pwd")
    assert secret.get_attribute("type") == "password"
    secret.fill("hunter2")
    page.keyboard.press("Enter")
    editor.cell("hunter2").wait_for()
    assert page.evaluate("Object.entries(localStorage).filter(([name, kept]) => /variables/.test(name)"
                         " && /db_pwd|hunter2/.test(kept)).length") == 0  # fmt: skip
    page.get_by_role("button", name="Variables").click()


def test_tabs_are_renamed_closed_and_come_back_after_a_reload(fresh_editor):
    editor = fresh_editor
    page = editor.page
    editor.run_all("SELECT 'of the first tab';")
    editor.cell("of the first tab").wait_for()
    editor.new_tab()
    editor.write("-- of the second tab")
    page.get_by_role("button", name="Actions of the tab").click()
    page.get_by_role("menuitem", name="Rename").click()
    page.get_by_role("textbox", name="Name").fill("<b>mine</b> 😀")
    page.keyboard.press("Enter")
    page.get_by_role("tab", name="<b>mine</b> 😀").wait_for()
    page.reload()
    page.get_by_role("tab", name="<b>mine</b> 😀").wait_for()
    page.get_by_text("-- of the second tab").wait_for()
    page.get_by_role("tab", name="Query 1").click()
    editor.cell("of the first tab").wait_for()
    page.get_by_role("tab", name="<b>mine</b> 😀").click()
    page.get_by_role("button", name="Actions of the tab").click()
    page.get_by_role("menuitem", name="Close").click()
    page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).last.click()
    page.get_by_role("tab", name="<b>mine</b> 😀").wait_for(state="detached")
    page.get_by_text("SELECT 'of the first tab';").wait_for()


def test_a_running_statement_is_stopped(editor):
    editor.run_all(ENDLESS + "\nSELECT 2;")
    editor.page.get_by_role("progressbar").wait_for()
    editor.page.get_by_role("button", name="Stop").click()
    editor.page.get_by_text("Cancelled").first.wait_for()
    assert editor.result("2 SELECT 2").get_by_text("Skipped").count() == 1


def test_stop_ends_a_statement_that_is_being_submitted(editor):
    page = editor.page
    held = []
    page.route("**/statements*", lambda route: held.append(route))
    with page.expect_request("**/statements*"):
        editor.run_all(ENDLESS)
    page.keyboard.press("Control+Alt+c")
    for route in held:
        route.continue_()
    page.get_by_text("Cancelled").first.wait_for()


def test_the_tab_and_the_chosen_project_are_one(fresh_editor, shared_console):
    editor = fresh_editor
    shared_console.run("CREATE PROJECT IF NOT EXISTS iris_project")
    shared_console.run("CREATE TABLE IF NOT EXISTS flowers (n BIGINT)", project="iris_project")
    page, chooser = editor.page, editor.page.get_by_label("Project", exact=True)
    page.reload()
    # A tab in which nothing has run, and one that has a session.
    for count in ("SELECT COUNT(*) + 10 AS c FROM flowers;", "SELECT COUNT(*) + 20 AS c FROM flowers;"):
        chooser.select_option("iris_project")
        editor.run_all(count)
        editor.cell(count[18:20]).wait_for()
        chooser.select_option("default_project")
        editor.run_all("SELECT 'back';")
        editor.cell("back").wait_for()
        page.get_by_text("Project default_project").wait_for()
    # A reload takes the choice over; another tab has its own.
    chooser.select_option("iris_project")
    page.get_by_text("Project iris_project").wait_for()
    page.reload()
    editor.run_all("SELECT COUNT(*) + 30 AS c FROM flowers;")
    editor.cell("30").wait_for()
    editor.new_tab()
    editor.run_all("USE default_project;")
    page.get_by_text("Project default_project").wait_for()
    assert chooser.input_value() == "default_project"
    page.get_by_role("tab", name="Query 1").click()
    page.get_by_text("Project iris_project").wait_for()
    assert chooser.input_value() == "iris_project"
    # A choice on another page is taken over, too, by a tab that the page has not shown yet.
    page.get_by_role("navigation").get_by_role("link", name="Logview").click()
    page.reload()
    chooser.select_option("default_project")
    page.get_by_role("navigation").get_by_role("link", name="SQL").click()
    page.get_by_text("Project default_project").wait_for()
    assert chooser.input_value() == "default_project"


def test_after_the_last_semicolon_the_last_statement_runs(editor):
    editor.write("SELECT 'first';\nSELECT 'last';\n\n  ")
    editor.page.keyboard.press("Control+Enter")
    editor.cell("last").wait_for()
    editor.write("SELECT 'first';\nSELECT 'latest';\n-- the end\n")
    editor.page.keyboard.press("Control+Enter")
    editor.cell("latest").wait_for()


def test_a_million_rows_scroll(editor):
    editor.run_all("SELECT n FROM (SELECT EXPLODE(SEQUENCE(1, 1000000)) AS n) a;")
    editor.cell("1").wait_for()
    editor.grid.focus()
    editor.page.keyboard.press("Control+End")
    editor.cell("1000000").wait_for()
    editor.page.keyboard.press("Control+Home")
    editor.cell("1").wait_for()
    editor.page.get_by_role("radio", name="Chart").check(force=True)
    editor.page.get_by_text("The first 10,000 of 1,000,000 rows").wait_for()
    editor.page.get_by_role("img", name="Chart: n").wait_for()


def test_long_cells_are_seen_whole_and_rows_are_copied_whole(editor):
    editor.run_all("SELECT REPEAT('0123456789', 1000) AS long;")
    cell = editor.grid.get_by_role("gridcell").first
    cell.get_by_text("0123456789").wait_for()
    cell.dblclick()
    editor.page.get_by_text("9.8 KB in all").wait_for()
    assert len(editor.page.get_by_role("textbox", name="long").input_value()) == 10000
    editor.page.keyboard.press("Escape")
    editor.grid.focus()
    editor.page.keyboard.press("Control+c")
    editor.page.get_by_text("Copied").wait_for()
    assert len(editor.page.evaluate("navigator.clipboard.readText()")) == 10000


def test_a_result_is_drawn_and_saved(editor, no_axe_violations):
    editor.run_all("SELECT * FROM VALUES ('2026-01-01', 1, 5.5), ('2026-01-02', 3, 2.5) AS t(day, n, m);")
    editor.page.get_by_role("radio", name="Chart").check(force=True)
    editor.page.get_by_role("img", name="Chart: n").wait_for()
    editor.page.get_by_role("checkbox", name="m").check()
    for kind in ("points", "line", "bars"):
        editor.page.get_by_label("Kind").select_option(kind)
        editor.page.get_by_role("img", name="Chart: n, m").wait_for()
    no_axe_violations(editor.page)
    with editor.page.expect_download() as download:
        editor.page.get_by_role("button", name="Save as CSV").click()
    with open(download.value.path(), encoding="utf-8-sig") as file:
        assert file.read() == "day,n,m\n2026-01-01,1,5.5\n2026-01-02,3,2.5\n"


def test_a_plan_is_a_tree_with_times(editor):
    editor.write("SELECT COUNT(*) FROM (SELECT EXPLODE(SEQUENCE(1, 10)) AS n) a WHERE n > 3;")
    editor.page.get_by_role("button", name="Run with times").click()
    tree = editor.page.get_by_role("tree", name="Operators of the plan")
    tree.get_by_role("treeitem", name=re.compile("^Aggregate")).first.wait_for()
    tree.get_by_text(re.compile(r"ms$")).first.wait_for()
    editor.write("SELECT 'planned' AS p;")
    editor.page.keyboard.press("Control+Alt+e")
    editor.result("EXPLAIN SELECT 'planned'").wait_for()
    tree.get_by_role("treeitem").first.wait_for()


def test_history_is_searched_and_opened(editor):
    editor.run_all("SELECT 'to be found' AS x;")
    editor.cell("to be found").wait_for()
    page = editor.page
    page.keyboard.press("Control+Alt+h")
    page.get_by_role("searchbox", name="Search statements").fill("be FOUND")
    line = page.get_by_role("list", name="History").get_by_role("listitem")
    line.get_by_text("SELECT 'to be found' AS x").wait_for()
    editor.run_all("SELECT 2;")
    editor.cell("2").wait_for()
    line.get_by_role("button").first.click()
    editor.cell("to be found").wait_for()
    line.get_by_role("button", name="Actions of the tab").click()
    page.get_by_role("menuitem", name="Open in a new tab").click()
    page.get_by_role("tab", name="select", exact=True).wait_for()


def test_a_restarted_server_loses_nothing_of_the_page(console, page):
    editor = Editor(page)
    editor.run_all("SET odps.sql.type.system.odps2=true;")
    page.get_by_text("Done").first.wait_for()
    console.stop()
    editor.write("SELECT CAST(1 AS TINYINT) AS t;")
    console.start(port=console.port)
    page.keyboard.press("Control+Enter")
    page.get_by_text("The server was started anew").wait_for()
    page.get_by_text("1 statements that set something were run again.").wait_for()
    editor.cell("1").wait_for()
    page.get_by_role("button", name="Understood").click()
    page.reload()
    page.get_by_text("SELECT CAST(1 AS TINYINT) AS t;").wait_for()
    editor.cell("1").wait_for()


def test_keys_lead_to_the_results_and_back(editor):
    editor.run_all("SELECT 'by keys' AS k;")
    editor.cell("by keys").wait_for()
    editor.page.keyboard.press("F6")
    assert editor.grid.evaluate("grid => grid === document.activeElement")
    editor.page.keyboard.press("Enter")
    assert editor.page.get_by_role("dialog").get_by_role("textbox").input_value() == "by keys"
    editor.page.keyboard.press("Escape")
    editor.page.keyboard.press("F6")
    assert editor.code.evaluate("code => code === document.activeElement")


def test_a_text_that_the_browser_cannot_keep_is_told(fresh_editor):
    editor = fresh_editor
    editor.page.evaluate("localStorage.setItem('filler', 'x'.repeat(5_200_000 - JSON.stringify(localStorage).length))")
    editor.write("-- a long text " + "x" * 100_000)
    editor.page.get_by_role("alert").get_by_text("no room to keep this text").wait_for()
    editor.page.evaluate("localStorage.removeItem('filler')")
    editor.write("SELECT 1;")
    editor.page.get_by_role("alert").wait_for(state="detached")


def test_two_windows_share_their_tabs(shared_console, new_page):
    first = new_page(shared_console.url)
    editor = Editor(first)
    second = first.context.new_page()
    second.goto(shared_console.url)
    other = Editor(second)
    editor.write("-- written in the first window")
    second.get_by_text("-- written in the first window").wait_for()
    other.run_all("SELECT 'from the second';")
    other.cell("from the second").wait_for()
    first.get_by_text("SELECT 'from the second';").wait_for()


def test_the_page_speaks_chinese_in_the_dark(shared_console, new_page, no_axe_violations):
    page = new_page(shared_console.url, language="zh-CN", scheme="dark")
    code = page.get_by_role("textbox", name="SQL 文本")
    code.click()
    page.keyboard.insert_text("SELECT * FROM nowhere;")
    page.get_by_role("button", name="运行", exact=True).click()
    page.get_by_role("alert").get_by_text("ODPS-0130131", exact=True).wait_for()
    page.get_by_text("失败").first.wait_for()
    page.evaluate("Promise.all(document.getAnimations().map(one => one.finished))")
    no_axe_violations(page)
