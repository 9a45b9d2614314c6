"""A server over a fresh home with two projects: one of two tiers and one whose names have three parts."""

import os
import shutil
import subprocess
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = os.path.abspath(os.environ.get("PAISQL_BINARY", os.path.join(ROOT, "build", "paisql")))

PROPERTIES = "<Project><Properties><Property><Name>{}</Name><Value>{}</Value></Property></Properties></Project>"


class Server:
    project = "prj"
    tiers = "prj3"

    def __init__(self, folder, log, keep):
        self.folder = folder
        self.keep = keep
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(os.path.join(folder, "user"))
        home = os.path.join(folder, "home")
        for name in (self.project, self.tiers):
            words = ["--home", home, "--project", name, "-e", "CREATE TABLE first (a BIGINT); DROP TABLE first;"]
            subprocess.run([BINARY, *words], check=True, capture_output=True)
        self.log = open(log, "w", encoding="utf-8")
        command = [BINARY, "server", "--home", home, "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.endpoint = self.process.stdout.readline().strip()
        assert self.endpoint.startswith("http"), f"the server has not begun: {log}"
        self.give("odps.schema.model.enabled", "true")
        # The tests read whole partitioned tables, as the projects that they are made for allow.
        self.give("odps.sql.allow.fullscan", "true", self.project)

    def give(self, name, value, project=tiers):
        """Sets a property of the project, by default that of three parts."""
        address = f"{self.endpoint}/projects/{project}"
        body = PROPERTIES.format(name, value).encode()
        urllib.request.urlopen(urllib.request.Request(address, body, method="PUT")).close()

    def sql(self, statements):
        """Runs statements in the project of three parts, beside the server."""
        words = ["--home", os.path.join(self.folder, "home"), "--project", self.tiers, "-e", statements]
        subprocess.run([BINARY, *words], check=True, capture_output=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)
        self.process.stdout.close()
        self.log.close()
        if not self.keep:
            shutil.rmtree(self.folder, ignore_errors=True)
