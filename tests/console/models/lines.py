"""Models of a straight line in PMML, which need no other program."""

import os

MODEL = """<PMML version="4.2"><DataDictionary>
<DataField name="x" optype="continuous" dataType="double"/>
<DataField name="y" optype="continuous" dataType="double"/></DataDictionary>
<RegressionModel functionName="regression"><MiningSchema><MiningField name="x"/>
<MiningField name="y" usageType="target"/></MiningSchema>
<RegressionTable intercept="{intercept}"><NumericPredictor name="x" coefficient="2"/></RegressionTable>
</RegressionModel></PMML>"""


def fill(console, folder):
    """A model of two versions, and another one."""
    paths = []
    for intercept in (1, 1000):
        paths.append(os.path.join(str(folder), f"plus{intercept}.pmml"))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(MODEL.format(intercept=intercept))
    console.run(
        f"CREATE MODEL line FROM '{paths[0]}' COMMENT '<b>a line</b> 直线';",
        f"ALTER MODEL line ADD VERSION FROM '{paths[1]}';",
        f"CREATE MODEL other FROM '{paths[0]}';",
    )


def add_line(console, folder, name):
    """One more model of that name."""
    path = os.path.join(str(folder), f"{name}.pmml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(MODEL.format(intercept=1))
    console.run(f"CREATE MODEL {name} FROM '{path}';")


def ended(console, path, body, **parameters):
    """(status, body) of a statement that runs as an instance, once it has ended."""
    status, answer = console.ask("POST", path, body, **parameters)
    while status == 200 and answer["state"] in ("waiting", "running"):
        status, answer = console.ask("POST", path, body, **parameters, instance=answer["instance"])
    return status, answer
