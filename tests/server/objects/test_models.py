"""Offline models, components and streams as clients list and read them."""


def test_offline_models(shared_server):
    shared_server.sql(
        "CREATE TABLE points AS SELECT * FROM VALUES (1.0, 2.0), (2.0, 4.1), (3.0, 6.2), (4.0, 8.1) t (x, y);",
        "PAI -name linearregression -project algo_public -DinputTableName=points -DmodelName=line "
        "-DoutputTableName=weights -DfeatureColNames=x -DlabelColName=y;",
    )
    printed = shared_server.pyodps(
        """
        from odps.errors import ODPSError
        print([one.name for one in o.list_offline_models()], [one.name for one in o.list_offline_models(prefix="LI")])
        print(o.exist_offline_model("LINE"), o.exist_offline_model("none"))
        model = o.get_offline_model("line")
        print(model.owner != "", model.creation_time.year > 2000)
        print("<PMML" in model.get_model(), "RegressionModel" in model.get_model())
        copy = model.copy("other")
        print(copy.name, [one.name for one in o.list_offline_models()], "<PMML" in copy.get_model())
        for call in lambda: o.delete_offline_model("none"), lambda: o.get_offline_model("none").get_model(), \\
                lambda: model.copy("a b"), lambda: o.get_offline_model("none").copy("x"):
            try:
                call()
            except ODPSError as error:
                print(type(error).__name__, end=" ")
        o.delete_offline_model("other")
        print([one.name for one in o.list_offline_models()])
        """
    )
    assert printed == (
        "['line'] ['line']\nTrue False\nTrue True\nTrue True\nother ['line', 'other'] True\n"
        "NoSuchObject NoSuchObject InvalidParameter ODPSError ['line']\n"
    )


def test_components(shared_server):
    printed = shared_server.pyodps(
        """
        from odps.errors import ODPSError
        names = [one.name for one in o.list_xflows()]
        print(len(names) > 50, len(names) == len(set(names)), names == [one.name for one in o.list_xflows("algo_public")])
        print(o.exist_xflow(names[0]), o.exist_xflow("linearregression", project="algo_public"), o.exist_xflow("none"))
        flow = o.get_xflow("linearregression")
        flow.reload()
        print(flow.owner, b"<Name>labelColName</Name><Required>true</Required>" in flow.xml_source)
        for call in lambda: o.delete_xflow("linearregression"), lambda: o.get_project().xflows.create("<xflow/>"):
            try:
                call()
            except ODPSError as error:
                print(error.code)
        """
    )
    assert printed == "True True True\nTrue True False\nalgo_public True\nMethodNotAllowed\nMethodNotAllowed\n"


def test_streams(shared_server):
    shared_server.sql(
        "CREATE TABLE delta (k BIGINT NOT NULL PRIMARY KEY, v STRING) TBLPROPERTIES ('transactional'='true');",
        "CREATE STREAM news ON TABLE delta;",
    )
    printed = shared_server.pyodps(
        """
        import re
        from odps.errors import ODPSError
        url = o.endpoint + "/projects/default_project/streamobjects"
        print(re.findall("<Name>(.*?)</Name>", o.rest.get(url).text))
        text = o.rest.get(url + "/NEWS").text
        print(re.findall("<(RefTable[PN]\\\\w+|RefTableVersion|version)>(.*?)<", text))
        try:
            o.rest.get(url + "/none")
        except ODPSError as error:
            print(error.code)
        """
    )
    assert printed == (
        "['news']\n[('RefTableProject', 'default_project'), ('RefTableName', 'delta'), ('RefTableVersion', '1'), "
        "('version', '1')]\nNoSuchObject\n"
    )
