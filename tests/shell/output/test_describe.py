"""DESC whose answers hold times, which .test files cannot compare."""


def test_an_extended_project_tells_what_it_holds(shell):
    shell.ok(
        "CREATE TABLE two (a BIGINT); INSERT INTO TABLE two VALUES (1), (2);CREATE VIEW of_two AS SELECT a FROM two;"
    )
    plain = dict(shell.rows("DESC PROJECT default_project;"))
    assert plain["Tables"] == "2"
    assert "RecordNum" not in plain
    extended = dict(shell.rows("DESC PROJECT -extended default_project;"))
    assert extended["RecordNum"] == "2"
    assert extended["Resources"] == "0"
    assert int(extended["Size"]) > 0
