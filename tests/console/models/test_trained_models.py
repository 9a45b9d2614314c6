"""A model that a component has trained: what the console says of its training, and the lineage through it."""

import pytest
from console_home import Console

playwright = pytest.importorskip("playwright.sync_api", reason="scripts/setup --console installs it")
expect = playwright.expect


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    made = Console(tmp_path_factory.mktemp("trained"))
    made.run(
        "CREATE TABLE houses (id BIGINT, area DOUBLE, price DOUBLE)",
        "INSERT INTO houses VALUES (1, 50, 101), (2, 60, 121), (3, 70, 141), (4, 80, 161)",
        "PAI -name linearregression -DinputTableName=houses -DfeatureColNames=area -DlabelColName=price"
        " -DmodelName=prices",
        "PAI -name prediction -DinputTableName=houses -DmodelName=prices -DappendColNames=id -DoutputTableName=told",
    )
    made.start()
    yield made
    made.stop()


def lineage(console, **parameters):
    answer = console.get("/tables/lineage", **parameters)
    while answer["read"] < answer["sources"]:
        answer = console.get("/tables/lineage", **parameters)
    return answer


def test_tells_the_training(trained):
    [version] = trained.get("/models/one", model="prices")["versions"]
    assert version["job"] and version["format"] == "linear_regression" and version["can_deploy"]
    training = version["training"]
    assert [one["url"] for one in training["inputs"]] == ["odps://default_project/tables/houses"]
    assert training["parameters"]["featureColNames"] == "area"
    uses = trained.get("/tables/uses", table="houses")["uses"]
    assert ("model", "prices:1") in {(one["kind"], one["name"]) for one in uses}


def test_the_lineage_of_jobs_goes_through_the_model(trained):
    graph = lineage(trained, model="prices")
    levels = {one["key"]: one["level"] for one in graph["nodes"]}
    houses, prices, told = "default_project.houses", "model:default_project.prices", "default_project.told"
    assert levels == {houses: -1, prices: 0, told: 1}
    edges = {(one["from"], one["to"]): one["makers"] for one in graph["edges"]}
    assert set(edges) >= {(houses, prices), (prices, told)}
    [version] = trained.get("/models/one", model="prices")["versions"]
    [maker] = edges[houses, prices]
    assert (maker["kind"], maker["id"]) == ("job", version["job"])
    around = lineage(trained, table="told")
    assert {one["key"] for one in around["nodes"]} >= {houses, prices, told}


def test_leads_from_the_model_to_its_table_and_job(trained, new_page):
    page = new_page(trained.at("/models?model=prices"))
    page.get_by_role("tab", name="Training").click()
    [version] = trained.get("/models/one", model="prices")["versions"]
    job = page.get_by_role("link", name=version["job"])
    expect(job).to_have_attribute("href", f"/console/logview/{version['job']}")
    expect(page.get_by_role("cell", name="featureColNames")).to_be_visible()
    job.click()  # which has no name, and is called by its component
    expect(page.get_by_role("heading", level=1)).to_have_text("linearregression")
    page.get_by_role("tab", name="Logs").click()
    expect(page.get_by_text("Nothing was printed")).to_be_visible()
    page.goto(f"{trained.address}/console/models?model=prices")
    page.get_by_role("tab", name="Lineage").click()
    expect(page.get_by_role("button", name="told", exact=True)).to_be_visible()
    page.get_by_role("tab", name="Training").click()
    page.get_by_role("link", name="odps://default_project/tables/houses").click()
    expect(page.get_by_role("heading", name="houses")).to_be_visible()
