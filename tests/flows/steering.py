"""Runs of workflows whose nodes steer others, for the tests of them."""


def run(flows, *arguments, status=0, **files):
    flows.write(**files)
    done = flows.run(*arguments)
    assert done.returncode == status, done.stderr
    return done


def log(flows, node, number="last"):
    return flows.flow("log", number, node).stdout
