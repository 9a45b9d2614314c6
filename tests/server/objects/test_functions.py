"""Functions of all kinds, their owners, and resources of other projects in them."""

CLASS = """
from odps.udf import annotate

@annotate("bigint->bigint")
class Doubled(object):
    def evaluate(self, x):
        return x * 2
"""


def test_functions_in_sql_and_of_classes(shared_server):
    shared_server.sql(
        "CREATE PROJECT lib;",
        "CREATE SCHEMA fs;",
        "CREATE SQL FUNCTION Thrice(@x BIGINT) AS @x * 3;",
        "CREATE SQL FUNCTION default_project.fs.inner(@x BIGINT) AS @x;",
    )
    printed = shared_server.pyodps(
        """
        import sys
        o.create_resource("doubled.py", "py", file_obj=sys.argv[1], project="lib")
        made = o.create_function("doubled", class_type="doubled.Doubled", resources=["lib/resources/doubled.py"])
        print([res.full_resource_name for res in made.resources], made.is_sql_function)
        print(o.execute_sql("SELECT doubled(21L) AS y, thrice(2L) AS z;").open_reader(tunnel=False).raw.split()[1])
        print([one.name for one in o.list_functions()], [one.name for one in o.list_functions(prefix="THR")])
        print([one.name for one in o.list_functions(schema="fs")], o.exist_function("INNER", schema="fs"))
        sql = o.get_function("thrice")
        print(sql.is_sql_function, sql.class_type or "", list(sql.resources))
        made.owner = "ALIYUN$bob@aliyun.com"
        made.update()
        print(o.get_function("DOUBLED").owner, [one.name for one in o.list_functions(owner="aliyun$BOB@aliyun.com")])
        sql.update_owner("ALIYUN$eve@aliyun.com")
        print(o.get_function("THRICE").owner)
        print(o.execute_sql("SELECT doubled(4L) AS y;").open_reader(tunnel=False).raw.split()[1])
        for name in "none", "no`ne":
            try:
                o.get_function(name).update_owner("x")
            except Exception as error:
                print(type(error).__name__)
        o.delete_function("doubled")
        o.delete_function("thrice")
        print(list(o.list_functions()))
        """,
        CLASS,
    )
    assert printed == (
        "['lib/resources/doubled.py'] false\n42,6\n['doubled', 'thrice'] ['thrice']\n['inner'] True\ntrue  []\n"
        "ALIYUN$bob@aliyun.com ['doubled']\nALIYUN$eve@aliyun.com\n8\nNoSuchObject\nNoSuchObject\n[]\n"
    )


def test_schemas_with_comments(shared_server):
    printed = shared_server.pyodps(
        """
        from odps.errors import ODPSError
        url = o.endpoint + "/projects/default_project/schemas"
        def make(name, more=""):
            body = "<Schema><Name>%s</Name>%s</Schema>" % (name, more)
            try:
                return o.rest.post(url, data=body).status_code
            except ODPSError as error:
                return error.code
        print(make("told", "<Comment>of Java</Comment>"), o.get_schema("told").description)
        print(make("told", "<IfNotExists>true</IfNotExists>"), make("told"), make("TOLD"), make(""), make("a;b"))
        print([schema.name for schema in o.get_project().schemas.iterate(name="TO")], o.exist_schema("TOLD"))
        print([schema.name for schema in o.get_project().schemas.iterate(owner="nobody")])
        o.execute_sql("CREATE TABLE default_project.told.t (x BIGINT);")
        try:
            o.delete_schema("told")
        except ODPSError as error:
            print(error.code)
        o.execute_sql("DROP TABLE default_project.told.t;")
        o.delete_schema("told")
        print(o.exist_schema("told"))
        for name in "told", "default":
            try:
                o.delete_schema(name)
            except ODPSError as error:
                print(error.code)
        """
    )
    assert printed == (
        "201 of Java\n200 ObjectAlreadyExists ObjectAlreadyExists InvalidArgument InvalidArgument\n['told'] True\n[]\n"
        "InvalidArgument\nFalse\nNoSuchObject\nInvalidArgument\n"
    )


def test_a_function_of_another_schemas_resource(shared_server):
    shared_server.sql("CREATE SCHEMA of_files;", "CREATE SCHEMA of_functions;")
    printed = shared_server.pyodps(
        """
        import sys
        from odps.errors import ODPSError
        whole = "default_project/schemas/of_files/resources/"
        made = o.create_resource("halved.py", "py", file_obj=sys.argv[1], schema="of_files")
        o.create_function("halved", class_type="halved.Doubled", resources=[made], schema="of_functions")
        found = next(iter(o.list_functions(schema="of_functions")))
        print(found.resources[0].full_resource_name == whole + "halved.py", found.schema.name)
        print(o.execute_sql("SELECT of_functions.halved(4L) AS y;", hints={"odps.namespace.schema": "true"}).open_reader(tunnel=False).raw.split()[1])
        for wrong in whole + "none.py", "default_project/schemas//resources/x.py", "default_project/schemas/none/resources/x.py":
            try:
                o.create_function("wrong", class_type="x.Y", resources=[wrong])
            except ODPSError as error:
                print(error.code, end=" ")
        """,
        CLASS,
    )
    assert printed == "True of_functions\n8\nNoSuchObject NoSuchObject NoSuchObject "
