"""The SQL page of a browser, as a person uses it."""

ENDLESS = (
    "SELECT /*+ MAPJOIN(b) */ MAX(a.n * b.n) FROM (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) a "
    "CROSS JOIN (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) b;"
)


class Editor:
    def __init__(self, page):
        self.page = page
        self.code = page.get_by_role("textbox", name="SQL text")
        self.code.wait_for()

    def write(self, text):
        self.code.click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def run_all(self, text):
        self.write(text)
        self.page.keyboard.press("Control+Shift+Enter")

    def result(self, name):
        return self.page.get_by_role("tab", name=name)

    @property
    def grid(self):
        return self.page.get_by_role("grid", name="Rows of the result")

    def cell(self, text):
        return self.grid.get_by_role("gridcell", name=text, exact=True)

    def text(self):
        return self.code.evaluate("box => box.cmTile?.view?.state.doc.toString() ?? box.innerText")

    def new_tab(self):
        self.page.get_by_role("button", name="New tab").click()
        self.code.click()
