"""What Spark runs in each task of the stage. Pickled by value: of this package the cluster needs the keeper alone."""


def runner(stage):
    """The function for mapInArrow. `stage` has `processes`, each with its duties, of which a task takes its own;
    `python_folder`, where the package lies; `pulse`, `lost_seconds`."""

    def run(batches):
        import json
        import os
        import subprocess
        import sys

        from pyspark import BarrierTaskContext

        for _ in batches:
            pass
        context = BarrierTaskContext.get()
        number = context.partitionId()
        process = stage["processes"][number]
        host = context.getTaskInfos()[number].address.rpartition(":")[0]
        held = hold_port() if process["stands_for"] else None
        own = "%s:%d" % (host, held.getsockname()[1]) if held else ""
        known = dict(zip([one["stands_for"] for one in stage["processes"]], context.allGather(own)))
        known.pop("", None)
        duties = {
            "folder": process["folder"],
            "pulse": stage["pulse"],
            "lost_seconds": stage["lost_seconds"],
            "command": [with_addresses(word, known) for word in process["command"]],
            "environment": {name: with_addresses(value, known) for name, value in process["environment"].items()},
            "working_folder": process["working_folder"],
            "data_bytes": process["data_bytes"],
            "address": own,
            "host": host,
            "socket": held.fileno() if held else -1,
            "task": os.getpid(),
        }
        cards = context.resources().get("gpu")
        if cards is not None:
            duties["environment"]["CUDA_VISIBLE_DEVICES"] = ",".join(cards.addresses)
        keeper = subprocess.Popen(
            [sys.executable, "-S", "-m", "paisql.stage.keeper"],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(held.fileno(),) if held else (),
            env=dict(os.environ, PYTHONPATH=stage["python_folder"]),
        )
        _, complaint = keeper.communicate(json.dumps(duties).encode())
        if keeper.returncode:
            words = complaint.decode("utf-8", "replace").strip().rpartition("\n")[2] or keeper.returncode
            raise RuntimeError("the keeper of %s on %s has ended: %s" % (process["name"], host, words))
        return iter(())

    def hold_port():
        """A port that is bound and never listened on: with SO_REUSEADDR the process may listen beside it, at each of
        its starts, and nobody else gets the number (src/jobs/place/held_port.h)."""
        import socket

        held = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("0.0.0.0", 0))
        return held

    def with_addresses(text, known):
        """Addresses, and hosts alone, in place of what stands for them."""
        for name, address in known.items():
            text = text.replace(name, address)
            text = text.replace(name.rpartition(":")[0], address.rpartition(":")[0])
        return text

    return run
