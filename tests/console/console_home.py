"""A home of its own with `paisql console` or `paisql server` over it, and what a page asks it."""

import json
import os
import subprocess
import urllib.error
import urllib.parse
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = os.path.abspath(os.environ.get("PAISQL_BINARY", os.path.join(ROOT, "build", "paisql")))


class Console:
    """A home, and the program that shows it."""

    def __init__(self, folder):
        self.home = os.path.join(str(folder), "home")
        self.process = None
        self.address = ""  # "http://127.0.0.1:8080", whatever serves
        self.token = ""

    @property
    def url(self):
        """The address of the first page, with the token."""
        return self.at("/")

    def at(self, path):
        """The address of a page, "/tables?table=t", with the token."""
        return f"{self.address}/console{path}#token={urllib.parse.quote(self.token)}"

    def start(self, *flags, port=0, env=None):
        """Starts `paisql console`; `port` lets an open page find the next process again, None leaves it out."""
        chosen = [] if port is None else ["--port", str(port)]
        command = [BINARY, "console", "--home", self.home, *chosen, *flags]
        self._open(command, env)
        printed = self.process.stdout.readline().strip()
        assert "#token=" in printed, "the console has not begun"
        place, self.token = printed.split("/console/#token=")
        self.token = urllib.parse.unquote(self.token)
        self.address = place
        return self

    def start_server(self, *flags, port=0, env=None, messages=None):
        """Starts `paisql server`, whose users sign in where a file names them; `messages`: a file for stderr."""
        command = [BINARY, "server", "--home", self.home, "--port", str(port), *flags]
        self._open(command, env, messages)
        printed = self.process.stdout.readline().strip()
        assert printed.startswith("http"), "the server has not begun"
        self.address = printed.removesuffix("/api")
        return self

    def _open(self, command, env, messages=None):
        assert self.process is None
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=messages,
            stdin=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **(env or {})},
        )

    @property
    def port(self):
        return int(self.address.rsplit(":", 1)[1])

    def stop(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
            self.process.stdout.close()
            self.process = None

    def restart(self):
        """The same address again, with the same home."""
        port = self.port
        self.stop()
        return self.start(port=port)

    def run(self, *statements, project=None):
        """Runs statements by the program itself; what it prints as tsv."""
        words = [word for statement in statements for word in ("-e", statement)]
        place = ["--project", project] if project else []
        command = [BINARY, "--home", self.home, *place, "--format", "tsv", "--no-header", *words]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ask(self, method, path, body=None, token=None, headers=None, **parameters):
        """What the console answers to a request of a page: (status, the body read as JSON)."""
        query = "?" + urllib.parse.urlencode(parameters) if parameters else ""
        request = urllib.request.Request(f"{self.address}/console/api{path}{query}", method=method)
        request.add_header("Authorization", f"Bearer {self.token if token is None else token}")
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, _read(answer.read())
        except urllib.error.HTTPError as refusal:
            return refusal.code, _read(refusal.read())

    def get(self, path, **parameters):
        """The body of an answer that has to be 200."""
        status, body = self.ask("GET", path, **parameters)
        assert status == 200, body
        return body

    def post(self, path, body=None, **parameters):
        status, answer = self.ask("POST", path, body if body is not None else {}, **parameters)
        assert status == 200, answer
        return answer


def _read(text):
    try:
        return json.loads(text)
    except ValueError:
        return text.decode(errors="replace")
