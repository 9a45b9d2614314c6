"""One process of a job: its place in the cluster, its rows, the user's main, its answer."""

import importlib.util
import os
import re
import sys

from paisql.alink_task import TaskError, lazy, python_env, task_cluster, task_settings, threads, users_main
from paisql.job.manifest import TableUrl, current_job

# What lies beside the user's files: the program, and a folder of each process.
_OURS = re.compile(r"alink_job\.py|__pycache__|(worker|ps|stream)-[0-9]+", re.ASCII)


def run():
    """Runs the task; a failure ends the process with 1, after the traceback of the script alone."""
    try:
        _run(task_settings())
    except (Exception, KeyboardInterrupt) as error:
        users_main.show(error)
        sys.stderr.flush()
        sys.exit(1)
    except SystemExit as end:
        if not isinstance(end.code, str):
            raise
        users_main.show(end)
        sys.stderr.flush()
        sys.exit(1)


def _run(settings):
    files = os.getcwd()
    if settings["kind"] == "stream" and os.environ["PAISQL_PROCESS"].startswith("stream-"):
        from paisql.alink_stream import coordinator

        return coordinator.run(settings)
    place = task_cluster.export()
    work_dir = _work_folder(files)
    threads.use(settings["intra_op"])
    python_env.add(settings.get("python_env"), files, place.is_chief)
    main = _main_of(os.path.join(files, settings["main"]))
    os.chdir(work_dir)
    threads.tell()
    if settings["kind"] == "stream":
        from paisql.alink_stream import stream_worker

        return stream_worker.run(settings, place, main, _common(settings, place, work_dir))
    _run_on_table(settings, place, main, work_dir)


def _run_on_table(settings, place, main, work_dir):
    # After the script's own first lines, which need not wait for them.
    from akdl.runner import config, output_writer
    from paisql.alink_task import broadcast, context, example_rows, tensors, worker_rows

    given = worker_rows.WorkerRows(settings, place, work_dir)
    tensors.write(work_dir, settings, given.range.columns, given.tensors)
    common = _common(settings, place, work_dir)
    common["user_params"] = dict(common["user_params"], **broadcast.write(settings, work_dir))
    asked = {"dataset_file": given.file, "dataset_length": given.length}
    output = current_job().find_output(TableUrl(settings["output"]))
    written = example_rows.ExampleRows(output, place)
    common["tf_context"] = context.TaskContext(
        settings, place, given, written, work_dir, given.range.columns, output.columns
    )
    writer = output_writer.DirectOutputWriter(rows=written)
    if settings["kind"] == "train":
        folder, kept = os.path.join(work_dir, "savedmodel"), _checkpoint_folder(settings, work_dir)
        common.update(saved_model_dir=folder, latest_ckpt_dir=kept)
        users_main.call(main, lazy.config(config.TrainTaskConfig, asked, **common))
        if place.is_chief:
            _emit_model(folder, kept, writer)
    else:
        written.begin()
        users_main.call(main, lazy.config(config.BatchTaskConfig, asked, output_writer=writer, **common))
    written.close()
    given.remove()


def _emit_model(folder, checkpoint, writer):
    """Writes the model that a script has exported as rows, and the folder of its checkpoint after it, if any."""
    from paisql.alink_task import exported_model

    found = exported_model.find_model(folder)
    if checkpoint is None:
        exported_model.emit(found, writer)
    else:
        exported_model.emit_with_checkpoint(found, checkpoint, writer)


def _checkpoint_folder(settings, work_dir):
    """Where the script keeps its newest checkpoint when the model shall have it; else None."""
    asked = settings["user_params"].get("ALINK:save_latest_checkpoint", "")
    if str(asked).lower() in ("", "0", "false", "no"):
        return None
    return os.path.join(work_dir, "latest_ckpt")


def _common(settings, place, work_dir):
    """The attributes of all kinds of configs."""
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
