"""Resources and functions that PyODPS makes, reads, uses and drops."""

DOUBLED = """
from odps.udf import annotate

@annotate("bigint->bigint")
class Doubled(object):
    def evaluate(self, x):
        return None if x is None else x * %d
"""


def test_a_resource_is_made_read_and_dropped(server):
    printed = server.pyodps(
        """
        import io
        made = o.create_resource("words.txt", "file", file_obj=io.BytesIO(b"one\\ntwo\\n"), comment="a comment")
        found = o.get_resource("words.txt")
        print(found.type.name, found.size, found.comment, found.creation_time is not None)
        with found.open("r") as text:
            print(text.read().split())
        print(o.open_resource("words.txt", mode="rb").read(3))
        with found.open("w") as text:
            text.write("three")
        print(o.get_resource("words.txt").open("r").read())
        print([one.name for one in o.list_resources()], [one.name for one in o.list_resources(prefix="x")])
        print(o.exist_resource("words.txt"), o.exist_resource("none.txt"))
        o.delete_resource("words.txt")
        print(o.exist_resource("words.txt"))
        """
    )
    assert printed == ("FILE 8 a comment True\n['one', 'two']\nb'one'\nthree\n['words.txt'] []\nTrue False\nFalse\n")


def test_a_part_of_a_resource(server):
    printed = server.pyodps(
        """
        o.create_resource("digits", "file", file_obj="0123456789")
        resources = o.get_project().resources
        part = resources.read_resource(o.get_resource("digits"), offset=2, read_size=3)
        print(part.read(), part.is_eof)
        part = resources.read_resource(o.get_resource("digits"), offset=8, read_size=30)
        print(part.read(), part.is_eof)
        """
    )
    assert printed == "b'234' False\nb'89' True\n"


def test_names_that_are_not_of_files(server):
    printed = server.pyodps(
        """
        from odps.errors import ODPSError
        for name in "../x", "..", "a:b", "a/b":
            try:
                o.create_resource(name, "file", file_obj="x")
            except ODPSError as error:
                print(error.code)
        print(list(o.list_resources()))
        """
    )
    assert printed == "InvalidParameter\n" * 4 + "[]\n"


def test_a_name_twice(server):
    printed = server.pyodps(
        """
        from odps.errors import ODPSError
        o.create_resource("a.txt", "file", file_obj="x")
        try:
            o.create_resource("a.txt", "file", file_obj="y")
        except ODPSError as error:
            print("refused")
        print(o.get_resource("a.txt").open("r").read())
        """
    )
    assert printed == "refused\nx\n"


def test_a_function_is_made_used_changed_and_dropped(server):
    printed = server.pyodps(
        """
        import sys
        def doubled(x):
            with o.execute_sql("SELECT doubled(%dL) AS y;" % x).open_reader(tunnel=False) as rows:
                return rows[0]["y"]
        made = o.create_resource("doubled.py", "py", file_obj=sys.argv[1] % 2)
        function = o.create_function("doubled", class_type="doubled.Doubled", resources=[made])
        print(doubled(21), function.class_type, [one.name for one in function.resources])
        print([one.name for one in o.list_functions()], o.exist_function("doubled"), o.exist_function("other"))
        o.create_resource("tripled.py", "py", file_obj=sys.argv[1] % 3)
        function.class_type = "tripled.Doubled"
        function.resources = ["tripled.py"]
        function.update()
        print(doubled(21))
        o.delete_function("doubled")
        print(o.exist_function("doubled"))
        try:
            o.delete_function("doubled")
        except Exception as error:
            print(type(error).__name__)
        """,
        DOUBLED,
    )
    assert printed == ("42 doubled.Doubled ['doubled.py']\n['doubled'] True False\n63\nFalse\nNoSuchObject\n")


def test_functions_that_cannot_be(server):
    printed = server.pyodps(
        """
        from odps.errors import ODPSError
        for name, resource in ("f", "none.py"), ("f`", "a.py"), ("f", "a.py' -f"):
            try:
                o.create_function(name, class_type="a.A", resources=[resource])
            except ODPSError as error:
                print(error.code)
        print(list(o.list_functions()))
        """
    )
    assert printed == "NoSuchObject\nInvalidParameter\nInvalidParameter\n[]\n"
