"""What an open page keeps of a service's curves (src/web/services/curves.ts), run by itself."""

import json
import os
import subprocess

import pytest
from console_home import ROOT

NODE = os.path.join(ROOT, ".deps", "venv", "bin", "node")
CURVES = os.path.join(ROOT, "src", "web", "services", "curves.ts")
# A point each two seconds: three hours, a call for each; version 1 goes after the first hour.
PROGRAM = """
const { joined, noCurves } = await import(process.argv[1]);
let kept = noCurves;
let most = 0;
for (let at = 1; at <= 5400; at += 1) {
  const value = [at];
  const versions = at <= 1800 ? { 1: value, 2: [null] } : { 2: value };
  const time_ms = [at * 2000];
  const more = { time_ms, rate: value, failed: value, refused: value, p50_ms: value, p95_ms: value, p99_ms: value };
  kept = joined(kept, { ...more, versions });
  most = Math.max(most, kept.time_ms.length);
}
console.log(JSON.stringify({ kept, most }));
"""


@pytest.mark.skipif(not os.path.exists(NODE), reason="scripts/setup --console installs Node.js")
def test_a_page_keeps_the_last_hour():
    command = [NODE, "--input-type=module", "-e", PROGRAM, CURVES]
    made = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    kept = made["kept"]
    assert made["most"] == 1801
    assert kept["time_ms"] == list(range(5400 * 2000 - 3_600_000, 5400 * 2000 + 1, 2000))
    hour = list(range(5400 - 1800, 5401))
    assert all(kept[name] == hour for name in ("rate", "failed", "refused", "p50_ms", "p95_ms", "p99_ms"))
    assert kept["versions"] == {"2": hour}
