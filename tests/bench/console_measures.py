"""The console in Chromium: what scripts/bench asks of it. Run by a Python that has playwright; prints JSON."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "console"))
from console_home import ROOT, Console  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

CHROMIUM = "/usr/bin/chromium"
SIZE = {"width": 1280, "height": 720}
LINES = 1000
NODES = 300
LOG_LINES = 1_000_000

# Counts the frames that are drawn from now on; `frames()` ends it and gives frames a second.
COUNT_FRAMES = """() => {
  const begin = performance.now(); let count = 0, going = true;
  const step = () => { if (going) { count += 1; requestAnimationFrame(step); } };
  requestAnimationFrame(step);
  window.frames_ = () => { going = false; return count * 1000 / (performance.now() - begin); };
}"""
# The time from a key to the frame after the one that shows it.
TIME_KEYS = """() => {
  window.keys_ = [];
  addEventListener('keydown', (event) => {
    const begin = event.timeStamp;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.keys_.push(performance.now() - begin);
      channel.port2.postMessage(0);
    });
  }, true);
}"""
LOADED = """() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
  .filter((one) => !one.name.includes('/api/'))
  .reduce((sum, one) => sum + one.transferSize, 0)"""


def first_page(browser, console):
    """Seconds from the address to the page, with an empty cache, and the bytes that came."""
    taken, size = [], 0
    for _ in range(5):
        context = browser.new_context(viewport=SIZE)
        page = context.new_page()
        begin = time.perf_counter()
        page.goto(console.url)
        page.get_by_role("navigation").first.wait_for()
        page.get_by_role("button", name="Run", exact=True).wait_for()
        taken.append(time.perf_counter() - begin)
        page.wait_for_load_state("networkidle")
        size = page.evaluate(LOADED)
        context.close()
    return statistics.median(taken), size


def key_to_screen(browser, console):
    """Seconds from a key to the screen in a text of 1,000 lines."""
    page = browser.new_context(viewport=SIZE).new_page()
    page.goto(console.url)
    text = page.locator(".cm-content").first
    text.click()
    lines = "\n".join(f"SELECT {i} AS a, 'text {i}' AS b FROM VALUES (1L) t (x) WHERE x > {i};" for i in range(LINES))
    page.keyboard.insert_text(lines)
    page.wait_for_timeout(2000)
    page.evaluate(TIME_KEYS)
    for letter in "SELECT abc FROM t WHERE x" * 2:
        page.keyboard.press("Space" if letter == " " else letter)
        page.wait_for_timeout(40)
    taken = page.evaluate("window.keys_")
    page.context.close()
    return statistics.median(taken) / 1000, sorted(taken)[int(len(taken) * 0.95)] / 1000


def pipeline_of(count):
    nodes = [
        {"id": f"n{i}", "name": f"SQL {i}", "component": "sql", "x": (i % 20) * 260, "y": (i // 20) * 120,
         "parameters": {"sql": "SELECT * FROM ${t1}"}, "enabled": True, "note": ""}
        for i in range(count)
    ]  # fmt: skip
    edges = [
        {"from": {"node": f"n{i}", "port": "outputTable"}, "to": {"node": f"n{i + 20}", "port": "t1"}}
        for i in range(count - 20)
    ]
    return {"name": "large", "nodes": nodes, "edges": edges}


def canvas(browser, console):
    """Frames a second while a node of a pipeline of 300 is dragged."""
    status, made = console.ask("POST", "/designer/pipelines", pipeline_of(NODES))
    assert status in (200, 201), made
    page = browser.new_context(viewport=SIZE).new_page()
    page.goto(console.url)
    page.get_by_role("navigation").first.wait_for()
    page.goto(f"{console.address}/console/designer/{made['id']}")
    page.locator(".react-flow__node").first.wait_for()
    page.wait_for_timeout(3000)
    box = page.locator(".react-flow__node").nth(5).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(COUNT_FRAMES)
    for i in range(120):
        page.mouse.move(x + (i % 40) * 6, y + (i % 30) * 4)
    frames = page.evaluate("window.frames_()")
    page.mouse.up()
    page.context.close()
    return frames


def log(browser, address):
    """Frames a second while a log of a million lines scrolls."""
    page = browser.new_context(viewport=SIZE).new_page()
    page.goto(f"{address}/console/gallery.html?log&lines={LOG_LINES}")
    page.wait_for_timeout(2000)
    page.mouse.move(600, 400)
    page.evaluate(COUNT_FRAMES)
    for i in range(120):
        page.mouse.wheel(0, -3000 if i % 50 < 30 else 3000)
        page.wait_for_timeout(5)
    frames = page.evaluate("window.frames_()")
    page.context.close()
    return frames


def gallery(folder):
    """The examples of the widgets, built into the folder; what serves them."""
    env = {**os.environ, "PAISQL_CONSOLE_PAGE": "gallery.html", "PAISQL_CONSOLE_OUT": folder}
    node = os.path.join(ROOT, ".deps", "venv", "bin", "node")
    web = os.path.join(ROOT, "src", "web")
    subprocess.run([node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], cwd=web, env=env, check=True)


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        told = {}
        console = Console(folder).start()
        told["first_page_s"], told["first_page_bytes"] = first_page(browser, console)
        told["key_s"], told["key_95_s"] = key_to_screen(browser, console)
        told["canvas_frames"] = canvas(browser, console)
        console.stop()
        gallery(os.path.join(folder, "pages"))
        console.start(env={"PAISQL_CONSOLE_PAGES": os.path.join(folder, "pages")})
        told["log_frames"] = log(browser, console.address)
        console.stop()
        browser.close()
    print(json.dumps(told))


if __name__ == "__main__":
    main()
