"""One process of a job: its place in the cluster, its rows, the user's main, its answer."""

import importlib.util
import os
import re
import sys
import traceback

from paisql.alink_task import TaskError, cluster, hints, lazy, python_env, task_settings, threads
from paisql.manifest import TableUrl, current_job

_FOLDER = os.path.dirname(os.path.abspath(__file__))
# What lies beside the user's files: the program, and a folder of each process.
_OURS = re.compile(r"alink_job\.py|__pycache__|(worker|ps|stream)-[0-9]+", re.ASCII)
_OWN = (_FOLDER, os.path.join(os.path.dirname(_FOLDER), "alink_stream"))


def run():
    """Runs the task; a failure ends the process with 1, behind the traceback of the script alone."""
    try:
        _run(task_settings())
    except (Exception, KeyboardInterrupt) as error:
        show(error)
        sys.stderr.flush()
        sys.exit(1)
    except SystemExit as end:
        if not isinstance(end.code, str):
            raise
        show(end)
        sys.stderr.flush()
        sys.exit(1)


def call(main, config):
    """The user's main; exit(0) in it is its end. A child that it has forked and that comes back ends here."""
    process, leave = os.getpid(), os._exit

    def leave_before_the_end(status):
        if os.getpid() == process and status == 0:
            sys.stderr.write(
                "TaskError: os._exit(0) in main ends the process before its rows are complete; return from main, "
                "or sys.exit(0)\n"
            )
            sys.stderr.flush()
            status = 1
        leave(status)

    os._exit = leave_before_the_end
    try:
        main(config)
    except SystemExit as end:
        if end.code not in (None, 0):
            raise
    except Exception as error:
        hints.add_to(error, main, config)
        raise
    finally:
        os._exit = leave
    if os.getpid() != process:
        # What it shares with its parent, rows among it, is the parent's.
        os._exit(0)


def show(error):
    """Prints the traceback of an error. Frames of ours are left out: the first one is that of the user's script."""
    place = error.__traceback__
    while place is not None and not _is_users(place.tb_frame.f_code.co_filename):
        place = place.tb_next
    lines = traceback.format_exception(type(error), error, place)
    if isinstance(error, TaskError):
        # Its class says nothing to a reader of the last line.
        lines[-1] = "TaskError: %s\n" % error
    lines[-1] = _with_hint(lines[-1], hints.of(error))
    if place is None:
        lines.insert(0, "Traceback (most recent call last):\n")
    sys.stderr.write("".join(lines))


def _with_hint(said, hint):
    """An error's own words with a hint in their first line, which is what the job's error has of them."""
    if hint is None:
        return said
    first, end, rest = said.partition("\n")
    words, operation, name = first.partition(" [Op:")
    return "%s (%s)%s%s%s%s" % (words, hint, operation, name, end, rest)


def _is_users(path):
    folder = os.path.dirname(os.path.abspath(path))
    return folder not in _OWN and os.path.basename(path) != "alink_job.py" and "importlib" not in path


def _run(settings):
    files = os.getcwd()
    if settings["kind"] == "stream" and os.environ["PAISQL_PROCESS"].startswith("stream-"):
        from paisql.alink_stream import coordinator

        return coordinator.run(settings)
    place = cluster.export()
    work_dir = _work_folder(files)
    threads.use(settings["intra_op"])
    python_env.add(settings.get("python_env"), files, place.is_chief)
    main = _main_of(os.path.join(files, settings["main"]))
    os.chdir(work_dir)
    threads.tell()
    if settings["kind"] == "stream":
        from paisql.alink_stream import worker

        return worker.run(settings, place, main, _common(settings, place, work_dir))
    _run_on_table(settings, place, main, work_dir)


def _run_on_table(settings, place, main, work_dir):
    # Behind the script's own first lines, which need not wait for them.
    from akdl.runner import config, output_writer
    from paisql.alink_task import broadcast, context, dataset, rows, tensors

    given = dataset.WorkerRows(settings, place, work_dir)
    tensors.write(work_dir, settings, given.range.columns, given.tensors)
    common = _common(settings, place, work_dir)
    common["user_params"] = dict(common["user_params"], **broadcast.write(settings, work_dir))
    asked = {"dataset_file": given.file, "dataset_length": given.length}
    output = current_job().find_output(TableUrl(settings["output"]))
    written = rows.ExampleRows(output, place)
    common["tf_context"] = context.TaskContext(
        settings, place, given, written, work_dir, given.range.columns, output.columns
    )
    writer = output_writer.DirectOutputWriter(rows=written)
    if settings["kind"] == "train":
        folder, kept = os.path.join(work_dir, "savedmodel"), _checkpoint_folder(settings, work_dir)
        common.update(saved_model_dir=folder, latest_ckpt_dir=kept)
        call(main, lazy.config(config.TrainTaskConfig, asked, **common))
        if place.is_chief:
            _emit_model(folder, kept, writer)
    else:
        written.begin()
        call(main, lazy.config(config.BatchTaskConfig, asked, output_writer=writer, **common))
    written.close()
    given.remove()


def _emit_model(folder, checkpoint, writer):
    """Writes the model that a script has exported as rows, and the folder of its checkpoint behind it, if any."""
    from paisql.alink_task import model_table

    found = model_table.find_model(folder)
    if checkpoint is None:
        model_table.emit(found, writer)
    else:
        model_table.emit_with_checkpoint(found, checkpoint, writer)


def _checkpoint_folder(settings, work_dir):
    """Where the script keeps its newest checkpoint when the model shall have it; else None."""
    asked = settings["user_params"].get("ALINK:save_latest_checkpoint", "")
    if str(asked).lower() in ("", "0", "false", "no"):
        return None
    return os.path.join(work_dir, "latest_ckpt")


def _common(settings, place, work_dir):
    """What the configs of all kinds of tasks are told."""
    return dict(
        num_workers=place.workers,
        cluster=place.cluster,
        task_type=place.task_type,
        task_index=place.task_index,
        work_dir=work_dir,
        user_params=settings["user_params"],
    )


def _work_folder(files):
    """A folder of this process, in which the user's files are found under their names."""
    folder = os.path.join(files, os.environ.get("PAISQL_PROCESS", "worker-0"))
    os.makedirs(folder, exist_ok=True)
    for name in os.listdir(files):
        path, link = os.path.join(files, name), os.path.join(folder, name)
        if not _OURS.fullmatch(name) and not os.path.lexists(link):
            os.symlink(path, link)
    return folder


def _main_of(path):
    """The function main of the user's script, whose module is called tf_user_main."""
    if os.path.dirname(path) not in sys.path:
        sys.path.insert(0, os.path.dirname(path))
    spec = importlib.util.spec_from_file_location("tf_user_main", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["tf_user_main"] = module
    spec.loader.exec_module(module)
    main = getattr(module, "main", None)
    if not callable(main):
        raise TaskError(
            "%s has no function main(task_config), with which a script component begins" % os.path.basename(path)
        )
    return main
