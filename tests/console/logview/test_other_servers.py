"""Instances that another server of the home runs."""

import pytest
from console_home import Console

expect = pytest.importorskip("playwright.sync_api").expect

ENDLESS = (
    "SELECT /*+ MAPJOIN(b) */ MAX(a.n * b.n) FROM (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) a "
    "CROSS JOIN (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) b"
)


@pytest.fixture
def consoles(tmp_path):
    """Two of one home."""
    both = [Console(tmp_path).start() for _ in range(2)]
    yield both
    for one in both:
        one.stop()


def begin(console, text):
    tab = console.post("/editor/tabs", {})["tab"]
    return console.post(f"/editor/tabs/{tab}/statements", {"text": text})["id"]


def test_an_instance_of_another_server_is_seen_and_stopped(consoles, new_page):
    runs, shows = consoles
    ended, endless = begin(runs, "SELECT 'of the other' AS s"), begin(runs, ENDLESS)
    page = new_page(shows.at("/logview"))
    row = page.get_by_role("row", name=endless)
    expect(row).to_contain_text("Running")
    row.click()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("dialog", name="Stop this instance?").get_by_role("button", name="Stop").click()
    expect(page.locator("main header").get_by_text("Cancelled")).to_be_visible()
    assert runs.get(f"/editor/instances/{endless}", wait_ms=20000)["state"] == "cancelled"
    page.goto(shows.at(f"/logview/{ended}/result"))
    expect(page.get_by_role("grid", name="Rows of the result")).to_contain_text("of the other")


def test_the_editor_shows_and_stops_what_another_server_runs(consoles):
    runs, shows = consoles
    ended, endless = begin(runs, "SELECT 1 AS n"), begin(runs, ENDLESS)
    assert runs.get(f"/editor/instances/{ended}", wait_ms=20000)["state"] == "success"
    assert [one["id"] for one in shows.get("/editor/instances")["instances"]] == [endless, ended]
    assert shows.get(f"/editor/instances/{ended}/rows")["rows"] == [["1"]]
    assert shows.get(f"/editor/instances/{endless}")["ended_ms"] == 0
    shows.post(f"/editor/instances/{endless}/cancel")
    assert runs.get(f"/editor/instances/{endless}", wait_ms=20000)["state"] == "cancelled"
    assert shows.get(f"/editor/instances/{endless}", wait_ms=20000)["state"] == "cancelled"
