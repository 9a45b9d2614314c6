"""A service that begins in a moment: a model of PMML, which needs no other program."""

import os

FIELDS = '<DataField name="x" optype="continuous" dataType="double"/>'
MODEL = """<PMML version="4.2"><DataDictionary>
{fields}<DataField name="y" optype="continuous" dataType="double"/></DataDictionary>
<RegressionModel functionName="regression"><MiningSchema>
{mining}<MiningField name="y" usageType="target"/></MiningSchema>
<RegressionTable intercept="{intercept}"><NumericPredictor name="x" coefficient="2"/></RegressionTable>
</RegressionModel></PMML>"""


def write(folder, intercept):
    """A model that answers 2 x + the intercept."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"plus{intercept}.pmml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(MODEL.format(fields=FIELDS, mining='<MiningField name="x"/>', intercept=intercept))
    return path


def deploy(console, folder, name="line"):
    """A model of two versions, and a service of the first one."""
    console.run(
        f"CREATE MODEL {name}_model FROM '{write(folder, 1)}';",
        f"ALTER MODEL {name}_model ADD VERSION FROM '{write(folder, 1000)}';",
        f"DEPLOY SERVICE {name} USING MODEL {name}_model;",
    )


def act(console, name, **action):
    """Does it, and waits for its end."""
    begun = console.post(f"/services/{name}", action)
    while not (told := console.get(f"/service-actions/{begun['instance']}"))["ended"]:
        pass
    return begun["statement"], told
