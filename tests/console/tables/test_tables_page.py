"""The page of tables in a browser: the tree, the tabs of a table, changes, and what goes wrong."""

import re

import pytest
from console_home import Console
from shop import ODD, fill

playwright = pytest.importorskip("playwright.sync_api", reason="scripts/setup --console installs it")
expect = playwright.expect


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    made = Console(tmp_path_factory.mktemp("shop"))
    fill(made)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def open_at(shop, new_page):
    def go(query="", **options):
        return new_page(shop.at(f"/tables{query}"), **options)

    return go


def test_finds_a_table_by_keyboard(open_at, no_axe_violations):
    page = open_at()
    expect(page.get_by_role("heading", name="Tables of default")).to_be_visible()
    expect(page.get_by_role("treeitem", name="orders", exact=True)).to_be_visible()
    expect(page.get_by_role("gridcell", name="3,000")).to_be_visible()
    no_axe_violations(page)
    # What scrolls are the panes; the page fits its window.
    assert page.get_by_role("main").evaluate("box => box.scrollHeight - box.clientHeight") == 0
    page.keyboard.press("/")
    page.keyboard.type("custom")
    expect(page.get_by_role("treeitem", name="orders", exact=True)).to_be_hidden()
    expect(page.get_by_role("treeitem", name="customers", exact=True)).to_be_visible()
    page.get_by_role("tree").press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="customers")).to_be_visible()
    assert "table=customers" in page.url
    page.go_back()
    expect(page.get_by_role("heading", name="Tables of default")).to_be_visible()


def test_long_names_show_both_ends(shop, open_at):
    names = [f"pai_temp_churn_of_customers_prediction_1a2b3c4d_{number}" for number in (1, 2, 3)]
    shop.run(*(f"CREATE TABLE {name} (a BIGINT)" for name in names))
    try:
        page = open_at()
        for name in names:
            line = page.get_by_role("treeitem", name=name, exact=True)
            end = line.get_by_text(name[-10:], exact=True)
            expect(end).to_be_visible()
            line_box, end_box = line.bounding_box(), end.bounding_box()
            assert end_box["x"] + end_box["width"] <= line_box["x"] + line_box["width"]
            expect(line.get_by_title(name)).to_be_visible()
    finally:
        shop.run(*(f"DROP TABLE {name}" for name in names))


def test_shows_columns_and_hostile_texts(open_at, no_axe_violations):
    page = open_at("?schema=default&table=orders")
    expect(page.get_by_text(ODD)).to_be_visible()
    expect(page.get_by_role("gridcell", name="number of the order")).to_be_visible()
    page.get_by_role("gridcell", name="items").click()
    expect(page.get_by_text(re.compile(r"ARRAY<\s*STRUCT<\s*sku: STRING,\s*count: BIGINT"))).to_be_visible()
    no_axe_violations(page)
    page.goto(page.url.replace("orders", "wide"))
    page.get_by_label("Find a column").fill("c999")
    expect(page.get_by_role("gridcell", name="column 999")).to_be_visible()


def test_previews_rows_and_whole_values(open_at):
    page = open_at("?schema=default&table=orders&tab=preview")
    expect(page.get_by_role("gridcell", name="9999999999999999.99")).to_be_visible()
    expect(page.get_by_role("gridcell", name="<script>alert(2)</script>")).to_be_visible()
    expect(page.get_by_role("gridcell", name="NULL").first).to_be_visible()
    page.get_by_role("gridcell", name=re.compile("^long long")).dblclick()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("14.6 KB")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_label("Partition").select_option(label="ds=20261128/hh=8")
    expect(page.get_by_role("gridcell", name="9007199254740993")).to_be_visible()
    page.get_by_role("gridcell", name=re.compile('"sku":"a"')).dblclick()
    expect(dialog.get_by_text('"count": 9223372036854775807')).to_be_visible()


def test_pages_partitions_and_previews_one(open_at):
    page = open_at("?schema=default&table=orders&tab=partitions")
    expect(page.get_by_text("2 partitions")).to_be_visible()
    page.get_by_label("Find a partition, as ds=2026").fill("hh=8")
    expect(page.get_by_text("1 partition", exact=True)).to_be_visible()
    page.get_by_role("gridcell", name="ds=20261128/hh=8").dblclick()
    expect(page.get_by_role("gridcell", name="9007199254740993")).to_be_visible()


def test_counts_a_column(open_at, no_axe_violations):
    page = open_at("?schema=default&table=numbers&tab=statistics")
    page.get_by_role("gridcell", name="root").click()
    page.get_by_role("button", name="Count", exact=True).click()
    expect(page.get_by_role("img", name="How the values of root are spread")).to_be_visible()
    expect(page.get_by_text("3,000").first).to_be_visible()
    no_axe_violations(page)


def test_follows_a_column_through_the_lineage(open_at, no_axe_violations):
    page = open_at("?schema=default&table=paid_by_city&tab=lineage")
    total = page.get_by_role("button", name="total", exact=True)
    expect(total).to_be_visible()
    total.focus()
    expect(page.get_by_role("button", name="amount", exact=True).first).to_have_attribute("aria-pressed", "true")
    total.press("Enter")
    panel = page.get_by_role("region", name="Lineage")
    expect(panel.get_by_role("cell", name="computed")).to_be_visible()
    expect(panel.get_by_role("link", name="default_project.paid_by_city")).to_be_visible()
    no_axe_violations(page)
    page.get_by_text("List", exact=True).click()
    expect(page.get_by_role("row", name="default_project.orders → default_project.paid_orders")).to_be_visible()


def test_shows_uses_history_and_ddl(open_at):
    page = open_at("?schema=default&table=orders&tab=uses")
    expect(page.get_by_role("link", name="default_project.paid_orders")).to_be_visible()
    page.get_by_role("tab", name="DDL").click()
    expect(page.get_by_text("PARTITIONED BY")).to_be_visible()
    page.goto(page.url.split("?")[0] + "?schema=default&table=ledger&tab=history")
    page.get_by_role("link", name="Show rows").nth(2).click()
    expect(page.get_by_text("Version 2")).to_be_visible()
    expect(page.get_by_role("gridcell", name="1.5")).to_be_visible()


def test_speaks_chinese_in_the_dark(open_at, no_axe_violations):
    page = open_at("?schema=default&table=orders", language="zh-CN", scheme="dark")
    expect(page.get_by_role("tab", name="数据预览")).to_be_visible()
    expect(page.get_by_role("gridcell", name="客户")).to_be_visible()
    no_axe_violations(page)


def test_tells_what_is_gone(open_at, shop):
    page = open_at("?schema=default&table=nothing")
    expect(page.get_by_text("This table is not there any more")).to_be_visible()
    expect(page.get_by_text("ODPS-0130131", exact=True)).to_be_visible()
    page.get_by_role("button", name="To the list").click()
    expect(page.get_by_role("heading", name="Tables of default")).to_be_visible()
    page.goto(f"{shop.address}/console/tables?table=orphan&tab=preview")
    expect(page.get_by_role("alert").get_by_text("ODPS-0130131", exact=True)).to_be_visible()


def test_drops_a_table_when_its_name_was_written(console, new_page):
    fill(console)
    page = new_page(console.at("/tables?table=customers"))
    page.get_by_role("button", name="Actions").click()
    page.get_by_role("menuitem", name="Set comment").click()
    dialog = page.get_by_role("dialog", name="Comment of customers")
    dialog.get_by_label("Comment").fill('who\'s "who" 表')
    expect(dialog.get_by_text("SET COMMENT 'who\\'s")).to_be_visible()
    dialog.get_by_role("button", name="Run").click()
    expect(page.get_by_text('who\'s "who" 表').first).to_be_visible()
    page.get_by_role("button", name="Actions").click()
    page.get_by_role("menuitem", name="Drop").click()
    dialog = page.get_by_role("dialog", name="Drop customers")
    expect(dialog.get_by_text("DROP TABLE `customers`")).to_be_visible()
    drop = dialog.get_by_role("button", name="Drop", exact=True)
    expect(drop).to_be_disabled()
    dialog.get_by_label("Write customers to confirm").fill("customers")
    drop.click()
    expect(page.get_by_role("heading", name="Tables of default")).to_be_visible()
    expect(page.get_by_role("treeitem", name="customers", exact=True)).to_be_hidden()
