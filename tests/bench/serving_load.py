"""Load on the prediction server, by wrk in a process of its own, against calls within a process and against a
server in Python. For scripts/bench."""
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request

TESTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'serving')
SECONDS = 5
CONNECTIONS = (1, 8, 64)
UNITS = {'us': 1e-6, 'ms': 1e-3, 's': 1.0}


def varint(number):
    out = b''
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def field(number, data):
    return bytes([number << 3 | 2]) + varint(len(data)) + data


def message(width):
    """A PredictRequest of one row of zeros, input x."""
    array = b'\x08\x01' + field(2, field(1, varint(1) + varint(width))) + field(3, bytes(4 * width))
    return field(2, field(1, b'x') + field(2, array))


def lua(folder, name, body, headers):
    path = os.path.join(folder, name + '.lua')
    text = ''.join(f'\\{byte:03d}' for byte in body)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f'wrk.method = "POST"\nwrk.body = "{text}"\n')
        for key, value in headers.items():
            file.write(f'wrk.headers["{key}"] = "{value}"\n')
    return path


def load(url, script, connections):
    """Requests a second, and p50 and p99 in seconds."""
    done = subprocess.run(['wrk', '-t1', f'-c{connections}', f'-d{SECONDS}s', '--latency', '-s', script, url],
                          check=True, capture_output=True, text=True).stdout
    if 'Non-2xx' in done or 'Socket errors' in done:
        sys.exit(done)
    times = {part: float(number) * UNITS[unit]
             for part, number, unit in re.findall(r'(50|99)%\s+([\d.]+)(us|ms|s)', done)}
    return float(re.search(r'Requests/sec:\s+([\d.]+)', done).group(1)), times['50'], times['99']


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as server:
        return server.getsockname()[1]


def await_python(url, body):
    """Asks until the server in Python answers; the last error after a minute."""
    end = time.monotonic() + 60
    while True:
        try:
            request = urllib.request.Request(url, body, {'Content-Type': 'application/json'})
            return urllib.request.urlopen(request, timeout=5).read()
        except OSError:
            if time.monotonic() > end:
                raise


def measure(paisql, calls_program, python, site_packages, folder):
    """In-process calls a second, and (what, connections, requests a second, p50, p99) for each load."""
    subprocess.run([python, os.path.join(TESTS, 'make_models.py'), folder], check=True, capture_output=True)
    model = os.path.join(folder, 'dense')
    calls = json.loads(subprocess.run([calls_program, python, os.path.join(model, '7'), str(SECONDS)], check=True,
                                      capture_output=True, text=True).stdout)['calls_per_second']
    body = json.dumps({'instances': [[0.5] * 32]}).encode()
    rows = []
    server = subprocess.Popen([paisql, 'serve', '--model', model, '--token', 'bench', '--set',
                               'metadata.rpc.max_batch_size=64'], stdout=subprocess.PIPE, text=True)
    other_port = free_port()
    other = subprocess.Popen([python, os.path.join(os.path.dirname(TESTS), 'bench', 'python_server.py'),
                              os.path.join(model, '7'), str(other_port), site_packages])
    try:
        address = server.stdout.readline().strip()
        host = address.split('/api/')[0]
        token = {'Authorization': 'bench'}
        url = f'http://127.0.0.1:{other_port}/predict'
        await_python(url, body)
        forms = [('protocol buffers', address, lua(folder, 'message', message(32), token)),
                 ('JSON', host + '/v1/models/dense:predict', lua(folder, 'json', body, token)),
                 ('JSON, FastAPI and uvicorn', url, lua(folder, 'other', body, {'Content-Type': 'application/json'}))]
        for connections in CONNECTIONS:
            for what, where, script in forms:
                load(where, script, connections)
                rows.append((what, connections, *load(where, script, connections)))
    finally:
        for process in (server, other):
            process.terminate()
            process.wait()
    return calls, rows
