"""Servers of Spark Connect for the tests, on ports of their choice: Sail's, one that only refuses, and a way to them
that can be cut."""

import socket
import subprocess
import threading

from conftest import PYTHON

_SAIL = """
import os, sys
from pysail.spark import SparkConnectServer
server = SparkConnectServer(sys.argv[1], int(sys.argv[2]))
server.start(background=True)
print(server.listening_address[1], flush=True)
sys.stdin.read()
os._exit(0)
"""

# Answers as a server of the version does, and to statements with the status.
_REFUSING = """
import sys
from concurrent import futures
import grpc
from pyspark.sql.connect.proto import base_pb2, base_pb2_grpc
class Service(base_pb2_grpc.SparkConnectServiceServicer):
    def AnalyzePlan(self, request, context):
        answer = base_pb2.AnalyzePlanResponse(session_id=request.session_id)
        answer.spark_version.version = sys.argv[1]
        return answer
    def Config(self, request, context):
        return base_pb2.ConfigResponse(session_id=request.session_id)
    def ExecutePlan(self, request, context):
        sent = dict(context.invocation_metadata()).get("authorization", "no token")
        context.abort(grpc.StatusCode[sys.argv[2]], "no room for an operation with " + sent)
server = grpc.server(futures.ThreadPoolExecutor(4))
base_pb2_grpc.add_SparkConnectServiceServicer_to_server(Service(), server)
port = server.add_secure_port("127.0.0.1:0", grpc.local_server_credentials())
server.start()
print(port, flush=True)
sys.stdin.read()
"""


class Server:
    """A process that says its port, and ends with its standard input."""

    def __init__(self, program, *arguments, host="127.0.0.1", prefix=()):
        self._host = host
        self.process = subprocess.Popen(
            [*prefix, PYTHON, "-c", program, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.port = int(self.process.stdout.readline())

    @property
    def remote(self):
        return "sc://%s:%d" % (self._host, self.port)

    def pid(self):
        return self.process.pid

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def sail(port=0, host="127.0.0.1", prefix=()):
    return Server(_SAIL, host, str(port), host=host, prefix=prefix)


def may_run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, check=False).returncode == 0


def refusing(version, status):
    return Server(_REFUSING, version, status)


class Proxy:
    """A way to a port whose connections can be cut."""

    def __init__(self, port):
        self._target, self._open = port, []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.accepted = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:  # the server has ended before
                near.close()
                continue
            self.accepted += 1
            self._open += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=(source, sink), daemon=True).start()

    @staticmethod
    def _pass(source, sink):
        try:
            while piece := source.recv(1 << 16):
                sink.sendall(piece)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def cut(self):
        """All connections that there are; new ones may be made."""
        for end in self._open:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()
        self._open = []

    def close(self):
        self._listener.close()
        self.cut()
