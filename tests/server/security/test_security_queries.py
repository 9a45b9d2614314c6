"""Users, roles, policies and statements about them, as PyODPS asks for them."""

import base64
import json
import time

import pytest

from signing import KeptServer, ask_signed, error_code, send

USERS = """boss boss-secret
bob bob-secret bob@example.com
eve eve-secret eve@example.com
"""
CONNECT = """
import json
from odps import errors
from odps.accounts import BearerTokenAccount
endpoint = o.endpoint
def connect(name):
    return ODPS(name, name + "-secret", "default_project", endpoint=endpoint)
def bearer(token):
    return ODPS(account=BearerTokenAccount(token), project="default_project", endpoint=endpoint)
def told(ask):
    try:
        return ask()
    except errors.ODPSError as error:
        return error.code or type(error).__name__
boss = connect("boss")
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    made = KeptServer(
        tmp_path_factory.mktemp("queries"),
        USERS,
        "CREATE TABLE sale AS SELECT 1L AS amount;",
        "ADD USER bob@example.com;",
    )
    yield made
    made.stop()


def ran(kept, code):
    return kept.pyodps(CONNECT + code).splitlines()


def test_whoami(kept):
    assert ran(
        kept,
        """
for name in "boss", "bob", "eve":
    print(told(lambda: connect(name).get_project().current_user.display_name))
print(json.loads(boss.run_security_query("whoami;", output_json=False))["DisplayName"] == boss.get_project().owner)
""",
    )[1:] == ["ALIYUN$bob@example.com", "NoPermission", "True"]


def test_roles_are_made_granted_and_dropped(kept):
    assert ran(
        kept,
        """
project = boss.get_project()
role = project.roles.create("r1")
print(sorted(one.name for one in project.roles), "r1" in project.roles, "r2" in project.roles)
print(told(lambda: project.roles.create("r1")), told(lambda: project.roles.delete("r2")))
user = project.users["bob@example.com"]
role.grant_to(user)
print([one.display_name for one in role.users], [one.name for one in user.roles], role in user.roles)
print(told(lambda: role.grant_to("nobody@example.com")), told(lambda: project.roles["r2"].grant_to(user)))
role.revoke_from(user)
print(user in role.users)
project.roles.delete("r1")
print("r1" in project.roles)
""",
    ) == [
        "['admin', 'r1', 'super_administrator'] True False",
        "ObjectAlreadyExists NoSuchObject",
        "['ALIYUN$bob@example.com'] ['r1'] True",
        "NoSuchObject NoSuchObject",
        "False",
        "False",
    ]


def test_users_are_added_and_removed(kept):
    assert ran(
        kept,
        """
project = boss.get_project()
user = project.users.create("joe@example.com")
print("joe@example.com" in project.users, "jim@example.com" in project.users)
print([one.display_name for one in project.users])
print(told(lambda: project.users.create("joe@example.com")))
project.users.delete("joe@example.com")
print("joe@example.com" in project.users, told(lambda: project.users.delete("joe@example.com")))
""",
    ) == [
        "True False",
        "['ALIYUN$bob@example.com', 'ALIYUN$joe@example.com']",
        "ObjectAlreadyExists",
        "False NoSuchObject",
    ]


def test_policies(kept):
    assert ran(
        kept,
        """
project = boss.get_project()
print(project.policy)
policy = {"Statement": [{"Action": ["odps:Read"], "Effect": "Allow", "Principal": ["*"], "Resource": ["acs:odps:*:projects/default_project"]}], "Version": "1"}
project.policy = policy
again = connect("boss").get_project()
print(json.dumps(again.policy) == json.dumps(policy))
print(told(lambda: setattr(project, "policy", {"Statement": 1})))
project.policy = None
print(connect("boss").get_project().policy)
role = project.roles.create("r3")
print(role.policy)
del policy["Statement"][0]["Principal"]
role.policy = policy
print(connect("boss").get_project().roles["r3"].policy == policy)
project.roles.delete("r3")
""",
    ) == ["None", "True", "InvalidArgument", "None", "{'Statement': [], 'Version': '1'}", "True"]


def test_security_options(kept):
    assert ran(
        kept,
        """
print(boss.get_security_option("ObjectCreatorHasGrantPermission"), boss.get_security_option("LabelSecurity"))
boss.set_security_option("ObjectCreatorHasGrantPermission", False)
print(boss.get_security_option("ObjectCreatorHasGrantPermission"))
boss.set_security_option("ObjectCreatorHasGrantPermission", True)
print(boss.get_security_option("ObjectCreatorHasGrantPermission"))
print(told(lambda: boss.set_security_option("LabelSecurity", True)))
print(told(lambda: connect("bob").set_security_option("ObjectCreatorHasGrantPermission", False)))
""",
    ) == ["True False", "False", "True", "InvalidArgument", "NoPermission"]


def test_grants_as_json_and_text(kept):
    assert ran(
        kept,
        """
print(boss.run_security_query("GRANT Select, Describe ON TABLE sale TO USER bob@example.com;"))
print(boss.run_security_query("SHOW GRANTS FOR bob@example.com;"))
print(boss.run_security_query("list users"), boss.run_security_query("LIST ACCOUNTPROVIDERS"))
print(boss.run_security_query("REVOKE Select, Describe ON TABLE sale FROM USER bob@example.com;"))
for query in "SELECT 1;", "PUT POLICY /etc/passwd;", "list users; list roles", "GRANT", "DROP TABLE sale;", "":
    print(told(lambda: boss.run_security_query(query)))
""",
    ) == [
        "OK",
        "{'ACL': [{'Action': ['odps:Select', 'odps:Describe'], 'Effect': 'Allow', 'Principal': "
        "'user/ALIYUN$bob@example.com', 'Resource': 'projects/default_project/tables/sale'}]}",
        "['ALIYUN$bob@example.com'] ['ALIYUN', 'RAM']",
        "OK",
        "InvalidArgument",
        "InvalidArgument",
        "ParseError",
        "ParseError",
        "InvalidArgument",
        "InvalidArgument",
    ]


def test_who_has_no_role_sees_nothing_but_himself(kept):
    assert ran(
        kept,
        """
bob = connect("bob").get_project()
print(told(lambda: list(bob.users)), told(lambda: list(bob.roles)), told(lambda: bob.policy))
print(told(lambda: [one.name for one in bob.users["bob@example.com"].roles]))
print(told(lambda: bob.users["eve@example.com"].reload()), told(lambda: bob.roles["admin"].policy))
print(told(lambda: bob.users.create("x@example.com")), told(lambda: setattr(bob, "policy", None)))
print(told(lambda: bob.roles.create("x")), told(lambda: bob.roles.delete("x")))
""",
    ) == [
        "NoPermission NoPermission NoPermission",
        "[]",
        "NoPermission NoPermission",
        "NoPermission NoPermission",
        "NoPermission NoPermission",
    ]


def sign(kept, body, name="boss"):
    status, _, answer = ask_signed(
        kept,
        name,
        name + "-secret",
        "/projects/default_project/authorization?sign_bearer_token",
        "POST",
        {"Content-Type": "application/json"},
        body if isinstance(body, str) else json.dumps(body),
    )
    return status, answer


def token_for(kept, action, resource, name="boss", hours=1):
    policy = {"Version": "1", "Statement": [{"Effect": "Allow", "Action": action, "Resource": resource}]}
    status, answer = sign(kept, {"expires_in_hours": hours, "policy": policy}, name)
    assert status == 200, answer
    return answer.decode().split("<Result>")[1].split("</Result>")[0]


def test_a_token_of_a_logview(kept):
    lines = ran(
        kept,
        """
instance = boss.execute_sql("SELECT amount FROM sale;")
other = boss.execute_sql("SELECT amount FROM sale;")
token = instance.get_logview_address().split("token=")[1]
guest = bearer(token)
print(guest.get_instance(instance.id).status.name, guest.get_instance(instance.id).is_successful())
print(told(lambda: next(iter(guest.get_instance(instance.id).open_reader(tunnel=True)))["amount"]))
print(told(lambda: guest.get_instance(other.id).status), told(lambda: guest.get_instance(instance.id).stop()))
print(told(lambda: guest.execute_sql("SELECT 1;")), told(lambda: guest.get_table("sale").reload()))
print(told(lambda: list(guest.list_tables())), told(lambda: list(guest.list_instances())))
""",
    )
    assert lines == [
        "TERMINATED True",
        "1",
        "NoPermission NoPermission",
        "NoPermission NoPermission",
        "NoPermission NoPermission",
    ]


def test_a_token_holds_until_its_end(kept):
    token = token_for(kept, ["odps:Read"], "acs:odps:*:projects/default_project")
    end = int(base64.b64decode(token).decode().split(",")[2])
    assert 3500 < end - time.time() <= 3600
    target = "/projects/default_project"
    assert send(kept, "GET", target, {"x-odps-bearer-token": token})[0] == 200
    assert send(kept, "GET", target, {"x-odps-bearer-token": token[:-8] + "AAAAAAA="})[0] == 401
    assert send(kept, "GET", target, {"x-odps-bearer-token": "x"})[0] == 401
    short = token_for(kept, ["odps:Read"], "acs:odps:*:projects/default_project", hours=0.0003)
    status = 200
    deadline = time.monotonic() + 20
    while status == 200 and time.monotonic() < deadline:
        status, _, answer = send(kept, "GET", target, {"x-odps-bearer-token": short})
    assert status == 401 and b"expired" in answer


def test_a_token_gives_no_more_than_its_signer_has(kept):
    token = token_for(kept, ["odps:*"], "*", "bob")
    header = {"x-odps-bearer-token": token}
    assert send(kept, "GET", "/projects/default_project", header)[0] == 200
    status, _, answer = send(kept, "GET", "/projects/default_project/tables/sale", header)
    assert (status, error_code(answer)) == (403, "NoPermission")
    for method, target in [
        ("POST", "/projects/default_project/authorization"),
        ("POST", "/projects/default_project/authorization?sign_bearer_token"),
        ("GET", "/projects/default_project/users"),
    ]:
        assert send(kept, method, target, header, "{}")[0] == 403, target


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{",
        '{"policy": {}}',
        '{"policy": {"Version": "1", "Statement": [{"Effect": "Allow"}]}}',
        '{"expires_in_hours": -1, "policy": {"Version": "1", "Statement": []}}',
        '{"expires_in_hours": 1e300, "policy": {"Version": "1", "Statement": []}}',
        '{"expires_in_hours": "x", "policy": {"Version": "1", "Statement": []}}',
        "[" * 50000,
        '{"policy":' + "[" * 20000 + "]" * 20000 + "}",
        '{"policy": "' + "x" * 100000 + '"}',
    ],
)
def test_wishes_for_tokens_that_are_wrong(kept, body):
    status, answer = sign(kept, body)
    assert (status, error_code(answer)) == (400, "InvalidArgument")


def test_a_stranger_gets_no_token(kept):
    status, answer = sign(kept, {"policy": {"Version": "1", "Statement": []}}, "eve")
    assert (status, error_code(answer)) == (403, "NoPermission")
