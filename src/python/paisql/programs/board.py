"""The program of the algorithm `tensorboard`: serves TensorBoard on this machine until SIGTERM.

    board.py --logdir=FOLDER

The job's other arguments, if any, are passed over. It tells its address twice: as a line for people,
and to the job's supervisor (docs/internals/formats.md, "Progress"). Exit status 0 after SIGTERM; an exception when TensorBoard is not installed
or cannot serve.
"""

import argparse
import os
import signal
import warnings

from paisql.monitoring import progress


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--logdir", required=True)
    arguments, _ = parser.parse_known_args()

    # At any time, also while TensorBoard starts; nothing needs to be put in order.
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    # Its import warns of how it finds its own files.
    warnings.filterwarnings("ignore", message="pkg_resources is deprecated")
    from tensorboard import program, version

    board = program.TensorBoard()
    # Port 0 is a free one; the address is this machine's own, which no other machine reaches.
    board.configure(argv=[None, "--logdir", arguments.logdir, "--host=127.0.0.1", "--port=0"])
    address = board.launch()
    print("TensorBoard %s at %s" % (version.VERSION, address), flush=True)
    progress.report(address=address)
    while True:
        signal.pause()


if __name__ == "__main__":
    main()
