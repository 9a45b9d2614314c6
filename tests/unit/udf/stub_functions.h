#pragma once

// A worker of functions for tests: a package of Python in a folder of the test, which a pool starts
// in place of the program's own. What it does stands in the name of the class.

#include <filesystem>
#include <fstream>
#include <string>

#include "unit/test_data.h"

namespace paisql::udf {

inline constexpr const char* kStubProgram = R"py(
import json, os, signal, socket, struct, sys, time

HEAD = struct.Struct("<QIIiBBH")
owner = socket.socket(fileno=3)
stream = owner.makefile("rb")


def send(kind, number, code=0, text="", payload=b""):
    text = text.encode()
    owner.sendall(HEAD.pack(number, len(text), len(payload), code, kind, 0, 0) + text + payload)


def answer(number, name, what, payload):
    if name == "x.Crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if name == "x.Kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "x.Leave":
        print("no more")
        sys.exit(3)
    if name == "x.Hang":
        time.sleep(1000)
    if name == "x.Fail":
        facts = {"trace": "Traceback (most recent call last):\nValueError: bad", "file": "x.py", "line": 7, "row": 1}
        return send(3, number, 0, json.dumps(facts))
    if name == "x.Print":
        print("hello from the function")
    if name == "x.Many":
        send(2, number, 1, "", payload)
        send(2, number, 1, "", payload)
    while name == "x.Endless":
        send(2, number, 1, "", payload)
    text = ""
    if name == "x.Pid":
        text = str(os.getpid())
    if name == "x.Folder":
        text = " ".join(sorted(os.path.join(root, file)[2:] for root, _, files in os.walk(".") for file in files))
    if name == "x.User":
        text = os.environ.get("USER", "") + os.environ.get("PAISQL_TEST_PASSWORD", "")
    send(2, number, 0, text, payload)


send(1, 0, 1, json.dumps({"kind": "functions"}))
opened = {}
while True:
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        break
    number, text_bytes, payload_bytes, _, _, _, _ = HEAD.unpack(head)
    request = json.loads(stream.read(text_bytes))
    payload = stream.read(payload_bytes)
    if request["do"] == "open":
        opened[request["id"]] = request["class"]
        if request["class"] == "x.Missing":
            send(3, number, 0, json.dumps({"trace": "ImportError: No module named x", "row": None}))
        else:
            send(2, number)
    else:
        answer(number, opened[request["id"]], request["do"], payload)
)py";

inline std::string TestPython() {
  return (TestData().parent_path().parent_path() / ".deps/venv/bin/python").string();
}

// Makes the package in `folder`.
inline void WriteStub(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder / "paisql/functions");
  for (const char* name : {"paisql/__init__.py", "paisql/functions/__init__.py"}) {
    std::ofstream(folder / name) << "";
  }
  std::ofstream(folder / "paisql/functions/worker.py") << kStubProgram;
}

}  // namespace paisql::udf
