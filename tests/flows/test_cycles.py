"""Nodes that are due several times a day: an instance for each time."""

FLOW = """
nodes:
  base: {kind: VIRTUAL, cron: '00 00 05 * * ?'}
  load: {file: load.sh, cron: '00 00 */8 * * ?', depends: [base], parameters: [$cyctime, $bizdate]}
  clean: {file: clean.sh, cron: '00 30 */8 * * ?', depends: [load], parameters: ['$[hh24mi]']}
  report: {file: report.sh, cron: '00 00 06 * * ?', depends: [clean], parameters: [$cyctime]}
"""


def test_all_times_of_a_day_in_their_order(flows):
    flows.write(
        flow_yaml=FLOW,
        load_sh="echo load $1 $2 >> lines; test ! -f fail_$1\n",
        clean_sh="echo clean $1 >> lines\n",
        report_sh="echo report $1 >> lines\n",
    )
    (flows.folder / "fail_20260102080000").touch()
    failed = flows.run("--quiet")
    assert failed.returncode == 1
    lines = (flows.folder / "lines").read_text().splitlines()
    # One that fails keeps the later ones of its node from nothing.
    assert [line for line in lines if line.startswith("load")] == [
        f"load 20260102{hour}0000 20260101" for hour in ("00", "08", "16")
    ]
    assert [line for line in lines if line.startswith("clean")] == ["clean 0030", "clean 1630"]
    assert flows.states() == {
        "base": "SUCCESS",
        "load@0000": "SUCCESS",
        "load@0800": "FAILURE",
        "load@1600": "SUCCESS",
        "clean@0030": "SUCCESS",
        "clean@0830": "NOT_RUN",
        "clean@1630": "SUCCESS",
        "report": "NOT_RUN",
    }
    # What resumes runs that one, and what waits for it.
    (flows.folder / "fail_20260102080000").unlink()
    (flows.folder / "lines").unlink()
    done = flows.run("--quiet", "--resume")
    assert done.returncode == 0, done.stderr
    assert (flows.folder / "lines").read_text().splitlines() == [
        "load 20260102080000 20260101",
        "clean 0830",
        "report 20260102060000",
    ]
    # By its own name a node is all its instances; one of them, and one time, can be had alone.
    done, events = flows.events("--select", "load clean@0830")
    assert events[0]["nodes"] == ["load@0000", "load@0800", "load@1600", "clean@0830"]
    done, events = flows.events("--freeze", "load", "--to", "load@0800")
    assert done.returncode == 1 and flows.states()["load@0000"] == "NOT_RUN"
    done = flows.flow("run", "--cyctime", "20260102080000", "--quiet")
    assert done.returncode == 0, done.stderr
    assert set(flows.states()) == {"base", "load@0800", "clean@0800", "report"}
    dry = [line.split() for line in flows.run("--dry-run").stdout.splitlines()]
    assert ["load@1600", "1", "$cyctime", "20260102160000", "node"] in dry
