"""What the tensors of a stream are: all its workers go by the first row that one of them has got.

It stands in the file tensors.json of the job's directory, so that a worker that is started again goes by it,
too.
"""

import json
import os

from paisql.alink_task import tensors


def tell(settings, given, work_dir):
    """Waits for the first row where columns hold tensors; tells the Feed `given` and the script of them."""
    wanted = settings.get("tensor_cols") or []
    if wanted:
        found = _kept(lambda: _of_first_row(wanted, given))
        given.tensors = {name: tuple(kind) for name, kind in found.items()}
    tensors.write(work_dir, settings, [], given.tensors)


def _of_first_row(wanted, given):
    row = given.first_row()
    return {} if row is None else tensors.first_kinds(wanted, [row])


def _kept(find):
    """What the file says; what find() gives, which it says from then on, where there is none."""
    path = os.path.join(os.environ["PAISQL_JOB"], "tensors.json")
    if not os.path.exists(path):
        found = find()
        if not found:
            return found
        own = "%s.%d" % (path, os.getpid())
        with open(own, "w", encoding="utf-8") as stream:
            json.dump(found, stream)
        try:
            os.link(own, path)
        except FileExistsError:
            pass  # another worker was first
        os.remove(own)
    with open(path, encoding="utf-8") as stream:
        return json.load(stream)
