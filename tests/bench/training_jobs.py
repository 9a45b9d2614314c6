"""Measures of training jobs, each against the same work without paisql. scripts/bench calls them.

Every function takes the bench's `program`: a function from statements to a command line of paisql on
the bench's home; and gives seconds or megabytes, as it says.
"""

import os
import re
import socket
import subprocess
import sys
import time

# A parameter server and workers in the oldest form, without anything of paisql.
PARAMETER_SERVER = """
import sys
import tensorflow.compat.v1 as tf
tf.disable_v2_behavior()
flags = tf.app.flags
flags.DEFINE_string("ps_hosts", "", "")
flags.DEFINE_string("worker_hosts", "", "")
flags.DEFINE_string("job_name", "", "")
flags.DEFINE_integer("task_index", 0, "")
FLAGS = flags.FLAGS

def main(_):
    cluster = tf.train.ClusterSpec(
        {"ps": FLAGS.ps_hosts.split(","), "worker": FLAGS.worker_hosts.split(",")})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
    own = "/job:worker/task:%d" % FLAGS.task_index
    with tf.device(tf.train.replica_device_setter(worker_device=own, cluster=cluster)):
        weights = tf.get_variable("w", [1000], initializer=tf.zeros_initializer())
        step = tf.train.get_or_create_global_step()
        loss = tf.reduce_mean(tf.square(weights - 1.0))
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
    from tensorflow.python.training import session_manager
    wait = session_manager.SessionManager.__init__
    def impatient(self, *args, **kwargs):
        wait(self, *args, **dict(kwargs, recovery_wait_secs=1))
    session_manager.SessionManager.__init__ = impatient
    with tf.train.MonitoredTrainingSession(
            master=server.target, is_chief=FLAGS.task_index == 0,
            config=tf.ConfigProto(device_filters=["/job:ps", own]),
            hooks=[tf.train.StopAtStepHook(num_steps=1000)]) as session:
        while not session.should_stop():
            session.run(train)

tf.app.run()
"""

CHATTY = "import sys\nfor i in range(2_000_000):\n    print(i, 'a line of some length, as logs have them, ' * 2)\n"


def seconds_of(command, **options):
    start = time.perf_counter()
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options
    )
    if done.returncode != 0:
        sys.exit("%s ended with %d:\n%s" % (command[:6], done.returncode, done.stdout.decode()[-2000:]))
    return time.perf_counter() - start, done.stdout.decode()


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def cluster(program, python, folder):
    """Seconds of a job of one parameter server and two workers, and of its processes by hand."""
    script = os.path.join(folder, "servers.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(PARAMETER_SERVER)
    statement = (
        'PAI -name tensorflow1120 -Dscript=file://%s -Dcluster=\'{"ps":{"count":1},"worker":{"count":2}}\';' % script
    )
    ours, _ = seconds_of(program(statement))
    hosts = ["127.0.0.1:%d" % port for port in free_ports(3)]
    start = "%s %s --ps_hosts=%s --worker_hosts=%s,%s" % (python, script, *hosts)
    text = "set -e\n%s --job_name=ps --task_index=0 & ps=$!\n" % start
    for index in range(2):
        text += "%s --job_name=worker --task_index=%d & worker%d=$!\n" % (start, index, index)
    text += "wait $worker0; wait $worker1; kill $ps\n"
    by_hand, _ = seconds_of(["bash", "-c", text])
    return ours, by_hand


def ticks(pid):
    """CPU seconds of a process itself, its children apart."""
    with open("/proc/%d/stat" % pid, encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_megabytes(pid):
    with open("/proc/%d/status" % pid, encoding="utf-8") as file:
        return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1024


def chatty(program, python, folder):
    """A job that prints some 200 MB: its seconds, those of the script into a file, and of its
    supervisor the CPU seconds and the peak memory in MB."""
    script = os.path.join(folder, "chatty.py")
    with open(script, "w", encoding="utf-8") as file:
        # The supervisor is the parent; it is looked at when everything is printed.
        file.write(CHATTY + "sys.stdout.flush()\nimport os\n")
        file.write("open(%r, 'w').write(str(os.getppid()))\n" % os.path.join(folder, "supervisor"))
        file.write("open(%r).read()\n" % os.path.join(folder, "go"))
    go = os.path.join(folder, "go")
    if not os.path.exists(go):
        os.mkfifo(go)
    statement = "SET paisql.job.async=true; PAI -name tensorflow1120 -Dscript=file://%s;" % script
    start = time.perf_counter()
    _, output = seconds_of(program(statement))
    with open(go, "w", encoding="utf-8"):  # waits for the script
        ours = time.perf_counter() - start
        with open(os.path.join(folder, "supervisor"), encoding="utf-8") as file:
            supervisor = int(file.read())
        cpu, memory = ticks(supervisor), peak_megabytes(supervisor)
    identity = re.search(r"ID = (\S+)", output)[1]
    seconds_of(program("WAIT %s;" % identity))
    plain_script = os.path.join(folder, "plain.py")
    with open(plain_script, "w", encoding="utf-8") as file:
        file.write(CHATTY)
    plain, _ = seconds_of(["bash", "-c", "%s -u %s > %s/out.txt" % (python, plain_script, folder)])
    return ours, plain, cpu, memory


def queue(program, folder, jobs, together):
    """Seconds of many one-second jobs that one session submits, `together` of them at a time."""
    with open(os.path.join(folder, "second.py"), "w", encoding="utf-8") as file:
        file.write("import select\nselect.select([], [], [], 1)\n")
    text = "SET paisql.quota.cpu=%d;\nSET paisql.job.async=true;\n" % together
    text += "PAI -name tensorflow1120 -Dscript=file://second.py -DgpuRequired=0;\n" * jobs
    script = os.path.join(folder, "queue.sql")
    with open(script, "w", encoding="utf-8") as file:
        file.write(text)
    command = program("SELECT 1;")
    head = command[: command.index("-e")]
    start = time.perf_counter()
    _, output = seconds_of(head + ["-f", script])
    submitted = time.perf_counter() - start
    identities = re.findall(r"ID = (\S+)", output)
    if len(identities) != jobs:
        sys.exit("%d of %d jobs were submitted" % (len(identities), jobs))
    seconds_of(program("".join("WAIT %s;" % identity for identity in identities)))
    return time.perf_counter() - start, submitted
