"""Options of PAI statements that are taken without effect."""


def test_lineage_is_said_to_have_no_effect(home):
    statement = home.pai_statement("print('ran')").replace(" -D", " -lineage '{}' -D", 1)
    done = home.run(statement).ok()
    assert done.stderr.count("-lineage has no effect here") == 1
