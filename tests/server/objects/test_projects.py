"""Projects: lists and their filters, properties, the tenant and the quota, schemas as places of statements."""

PUT = """
import re
from odps.errors import ODPSError
def put(project, **properties):
    body = "<Project><Properties>%s</Properties></Project>" % "".join(
        "<Property><Name>%s</Name><Value>%s</Value></Property>" % (key.replace("__", "."), value)
        for key, value in properties.items()
    )
    return o.rest.put("%s/projects/%s" % (o.endpoint, project), data=body)
def read(project, **params):
    text = o.rest.get("%s/projects/%s" % (o.endpoint, project), params=params).text
    return dict(re.findall("<Property><Name>(.*?)</Name><Value>(.*?)</Value></Property>", text))
"""


def test_filters_of_the_list(shared_server):
    shared_server.sql("CREATE PROJECT filter_a;", "CREATE PROJECT filter_b;")
    printed = shared_server.pyodps(
        """
        owner = o.get_project().owner
        def names(**wish):
            return [project.name for project in o.projects.iterate(name="filter_", **wish)]
        print(names(), names(owner=owner), names(owner="nobody"), names(user=owner), names(user="nobody"))
        print(names(region_id="local"), names(region_id="cn-hangzhou"), names(tenant_id="x"), names(group="g"))
        print(names(quota_nick_name="default"), names(quota_nick_name="other"), names(max_items=1))
        print([project.name for project in o.projects.iterate(name="FILTER_A")])
        """
    )
    assert printed == (
        "['filter_a', 'filter_b'] ['filter_a', 'filter_b'] [] ['filter_a', 'filter_b'] []\n"
        "['filter_a', 'filter_b'] [] [] []\n['filter_a', 'filter_b'] [] ['filter_a', 'filter_b']\n['filter_a']\n"
    )


def test_properties_are_kept_and_count_for_statements(shared_server):
    shared_server.sql("CREATE PROJECT kept;")
    printed = shared_server.pyodps(
        PUT
        + """
def hour(**hints):
    text = "SELECT CAST(FROM_UNIXTIME(0) AS STRING) AS t;"
    return o.execute_sql(text, project="kept", hints=hints).open_reader(tunnel=False).raw.split('"')[3]
print(read("kept")["odps.sql.timezone"], hour())
answer = put("kept", odps__sql__timezone="UTC", my__own="a &amp; b", odps__schema__model__enabled="true")
print(answer.status_code, answer.headers["x-paisql-without-effect"])
print(read("kept") == {"odps.sql.timezone": "UTC", "my.own": "a &amp; b", "odps.schema.model.enabled": "true"})
print(hour(), hour(**{"odps.sql.timezone": "Asia/Tokyo"}))
project = o.get_project("kept")
print(project.get_property("my.own"), project.get_property("odps.sql.type.system.odps2"))
put("kept", MY__OWN="", odps__sql__timezone="")
print(sorted(read("kept")), hour())
print(o.get_project().properties["odps.schema.model.enabled"])
"""
    )
    assert printed == (
        "Asia/Shanghai 1970-01-01 08:00:00\n200 my.own\nTrue\n1970-01-01 00:00:00 1970-01-01 09:00:00\na & b true\n"
        "['odps.schema.model.enabled', 'odps.sql.timezone'] 1970-01-01 08:00:00\nfalse\n"
    )


def test_wrong_properties_change_nothing(shared_server):
    shared_server.sql("CREATE PROJECT wrong;")
    printed = shared_server.pyodps(
        PUT
        + """
for properties in (
    {"odps__sql__timezone": "Mars/Base"}, {"odps__sql__allow__fullscan": "maybe"}, {"a b": "x"}, {"": "x"},
    {"odps__schema__model__enabled": "2"}, {"x": "y" * 5000}, {"good": "x", "odps__sql__timezone": "no"},
):
    try:
        put("wrong", **properties)
    except ODPSError as error:
        print(error.code)
print(sorted(read("wrong")))
for body in "", "<Project>", "<!DOCTYPE x [<!ENTITY e 'x'>]><Project>&e;</Project>":
    try:
        o.rest.put(o.endpoint + "/projects/wrong", data=body)
    except ODPSError as error:
        print(error.code)
try:
    put("nosuch", x="y")
except ODPSError as error:
    print(error.code)
"""
    )
    assert printed == (
        "InvalidParameter\n" * 7
        + "['odps.schema.model.enabled', 'odps.sql.timezone']\n"
        + "InvalidParameter\n" * 3
        + "NoSuchProject\n"
    )


def test_the_tenant_and_its_quota(shared_server):
    printed = shared_server.pyodps(
        """
        print(o.default_tenant.name, o.default_tenant.tenant_state.name)
        print(sorted(quota.nickname for quota in o.list_quotas()), o.exist_quota("default"), o.exist_quota("other"))
        quota = o.get_quota("default")
        print(quota.cpu > 0, quota.memory > 0, quota.is_enabled, quota.status.name, quota.is_interactive_quota())
        print(o.get_project().default_quota_nickname, o.get_project().tenant_id)
        """
    )
    assert printed == ("local NORMAL\n['default', 'maxqa'] True False\nTrue True True ON False\ndefault local\n")


def test_statements_of_a_schema(shared_server):
    shared_server.sql("CREATE SCHEMA place;", "CREATE TABLE t AS SELECT 1L AS x;")
    printed = shared_server.pyodps(
        """
        from odps.errors import ODPSError
        s = ODPS('id', 'secret', 'default_project', endpoint=o.endpoint, schema="place")
        s.execute_sql("CREATE TABLE t AS SELECT 2L AS x;")
        def value(entry, text, **args):
            return entry.execute_sql(text, **args).open_reader(tunnel=False).raw.split()[1]
        print(value(o, "SELECT x FROM t;"), value(s, "SELECT x FROM t;"), value(o, "SELECT x FROM place.t;", hints={
            "odps.namespace.schema": "true"}), value(o, "SELECT x FROM default_project.place.t;"))
        print([table.name for table in s.list_tables()], s.exist_table("t"), len(list(o.list_instances())) > 3)
        gone = ODPS('id', 'secret', 'default_project', endpoint=o.endpoint, schema="gone")
        try:
            gone.execute_sql("SELECT x FROM t;")
        except ODPSError as error:
            print(error.code)
        print(gone.exist_table("t"), gone.exist_resource("r"), gone.exist_function("f"))
        print(value(gone, "/* dbt's first question */ SELECT 1 AS x;"))
        gone.execute_sql("CREATE SCHEMA gone;")
        gone.execute_sql("CREATE TABLE t AS SELECT 3L AS x;")
        print(value(gone, "SELECT x FROM t;"))
        try:
            o.execute_sql("SELECT 1;", project="nosuch")
        except ODPSError as error:
            print(error.code, o.exist_project("nosuch"))
        """
    )
    assert printed == "1 2 2 2\n['t'] True True\nNoSuchObject\nFalse False False\n1\n3\nNoSuchProject False\n"
