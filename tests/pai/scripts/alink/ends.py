"""Writes three rows, and ends as user_params says."""

import os
import shutil
import subprocess
import sys

import killed


def main(config):
    how = config.user_params["how"]
    if how == "early":
        os._exit(0)
    for number in range(3):
        config.output_writer.write(killed.Row(number))
    if how == "exit 0":
        sys.exit(0)
    if how == "exit 3":
        sys.exit(3)
    if how == "exit text":
        sys.exit("there is nothing to do")
    if how == "_exit 0":
        os._exit(0)
    if how == "_exit 3":
        os._exit(3)
    if how == "interrupt":
        raise KeyboardInterrupt
    if how == "stdout":
        sys.stdout.close()
        os.close(1)
    if how == "folder":
        os.chdir("/")
        shutil.rmtree(config.work_dir)
    if how == "children":
        # One that outlives it, and one that comes back from main.
        kept = subprocess.Popen(["sleep", "3600"])
        with open(config.user_params["pid"], "w") as stream:
            stream.write(str(kept.pid))
        if os.fork() == 0:
            return
