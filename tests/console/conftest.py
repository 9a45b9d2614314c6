"""Consoles over homes of their own, and pages in a real browser that show them."""

import contextlib
import os
import shutil
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]

from console_home import ROOT, Console  # noqa: E402

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = os.path.join(ROOT, ".deps", "console", "node_modules", "axe-core", "axe.min.js")
SIZE = {"width": 1280, "height": 720}

# What a browser says of a request that a test has refused on purpose, or of a server that restarts.
EXPECTED_NOISE = ("Failed to load resource", "net::ERR_CONNECTION_REFUSED", "net::ERR_EMPTY_RESPONSE")


@pytest.fixture
def console(tmp_path):
    made = Console(tmp_path).start()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def shared_console(tmp_path_factory):
    """One console for all tests of a file."""
    made = Console(tmp_path_factory.mktemp("console")).start()
    yield made
    made.stop()


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="scripts/setup --console installs it")
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed: scripts/setup --console")
    # As long as pages wait for what a test presses.
    sync_api.expect.set_options(timeout=20_000)
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


class Faults:
    """What a page did that no page may do."""

    def __init__(self, page):
        self.seen = []
        page.on("pageerror", lambda error: self.seen.append(f"uncaught: {error}"))
        page.on("console", self._take)
        page.on("response", self._judge)
        page.on("request", self._watch)

    def _watch(self, request):
        """No page asks any other place than this machine."""
        if not request.url.startswith(("http://127.0.0.1:", "http://localhost:", "data:", "blob:")):
            self.seen.append(f"asked elsewhere: {request.url}")

    def _judge(self, response):
        if response.status >= 500 and "/console/api/" in response.url:
            self.seen.append(f"{response.status}: {response.url}")

    def _take(self, message):
        if message.type == "error" and not any(noise in message.text for noise in EXPECTED_NOISE):
            self.seen.append(message.text)


@contextlib.contextmanager
def pages_of(browser):
    """Opens pages, each in a browser context of its own; fails at the end when one of them had a fault."""
    contexts, faults = [], []

    def make(url=None, *, size=None, language="en-US", scheme="light", touch=False):
        context = browser.new_context(
            viewport=size or SIZE, locale=language, color_scheme=scheme, has_touch=touch, accept_downloads=True
        )
        context.set_default_timeout(20_000)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        faults.append(Faults(page))
        if url is not None:
            page.goto(url)
        return page

    yield make
    for context in contexts:
        context.close()
    assert [fault for one in faults for fault in one.seen] == []


@pytest.fixture
def new_page(browser):
    """Opens pages for the test."""
    with pages_of(browser) as make:
        yield make


@pytest.fixture(scope="module")
def kept_pages(browser):
    """Opens pages for all tests of a file."""
    with pages_of(browser) as make:
        yield make


@pytest.fixture(scope="module")
def kept_page(shared_console, kept_pages):
    """One page of `shared_console` for all tests of a file, signed in, at 1280×720."""
    return kept_pages(shared_console.url)


@pytest.fixture
def page(console, new_page):
    """The first page of `console`, signed in, at 1280×720."""
    return new_page(console.url)


@pytest.fixture
def shared_page(shared_console, new_page):
    """The first page of `shared_console`, signed in, at 1280×720."""
    return new_page(shared_console.url)


# What comes into sight little by little has its contrast at the end; what turns for ever never ends.
AT_REST = """() => Promise.race([
  Promise.allSettled(document.getAnimations()
    .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime) && one.playState === 'running')
    .map((one) => one.finished)),
  new Promise((resolve) => setTimeout(resolve, 2000)),
])"""


@pytest.fixture
def no_axe_violations():
    """Fails for what axe finds wrong with the page as it is now: names, roles, contrast."""
    with open(AXE, encoding="utf-8") as file:
        source = file.read()

    def check(page, *, without=()):
        page.evaluate(AT_REST)
        page.evaluate(source)
        rules = {rule: {"enabled": False} for rule in without}
        found = page.evaluate("rules => axe.run(document, {rules})", rules)
        told = [
            f"{one['id']}: {one['help']}: {', '.join(node['html'] for node in one['nodes'][:3])}"
            for one in found["violations"]
        ]
        assert told == []

    return check
