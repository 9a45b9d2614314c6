#!/usr/bin/env python3
"""Builds the pages of the console and writes what makes them a part of the program (cmake/Console.cmake).

usage: scripts/embed_pages.py NODE VITE WEB FOLDER

Runs VITE of Node.js on the folder WEB. FOLDER gets dist/ with the files, gz/ with each of them packed, an
assembler file that holds what is packed, and C++ with the table of them.
"""

import gzip
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}


def build(node, vite, web, dist):
    """Runs Vite, and shows what it said where it failed."""
    done = subprocess.run(
        [node, vite, "build", "--logLevel", "warn"],
        cwd=web,
        env={**os.environ, "PAISQL_CONSOLE_OUT": str(dist)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        sys.exit(done.stdout + "embed_pages: the pages of the console could not be built")


def pack(file, packed):
    """The same file gives the same bytes, whenever it is packed."""
    packed.write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))


def assembler_of(packed):
    """Each file between two labels, in read-only memory."""
    lines = ['        .section .rodata, "a"']
    for number, file in enumerate(packed):
        lines += [
            f"        .globl paisql_page_{number}",
            f"        .globl paisql_page_{number}_end",
            f"paisql_page_{number}:",
            f'        .incbin "{file}"',
            f"paisql_page_{number}_end:",
        ]
    return "\n".join([*lines, '        .section .note.GNU-stack, "", @progbits', ""])


def table_of(names):
    """The C++ that tells the path, the type and the bytes of each file."""
    numbers = range(len(names))
    labels = "".join(f"extern const char paisql_page_{n}[], paisql_page_{n}_end[];\n" for n in numbers)
    rows = "".join(
        f'    {{"{name}", "{TYPES[Path(name).suffix]}",\n'
        f"     {{paisql_page_{n}, static_cast<size_t>(paisql_page_{n}_end - paisql_page_{n})}}}},\n"
        for n, name in zip(numbers, names)
    )
    return (
        '#include "console/pages/embedded.h"\n\n'
        f'extern "C" {{\n{labels}}}\n\n'
        "namespace paisql::console {\n\n"
        "std::span<const EmbeddedPage> EmbeddedPages() {\n"
        f"  static const EmbeddedPage pages[] = {{\n{rows}  }};\n"
        "  return pages;\n"
        "}\n\n"
        "}  // namespace paisql::console\n"
    )


def main():
    node, vite, web, folder = (Path(argument).absolute() for argument in sys.argv[1:])
    dist, gz = folder / "dist", folder / "gz"
    build(node, vite, web, dist)
    names = sorted(file.relative_to(dist).as_posix() for file in dist.rglob("*") if file.is_file())
    gz.mkdir(parents=True, exist_ok=True)
    packed = [gz / (name.replace("/", "+") + ".gz") for name in names]
    with ThreadPoolExecutor() as pool:
        list(pool.map(pack, [dist / name for name in names], packed))
    for left in set(gz.iterdir()) - set(packed):
        left.unlink()
    (folder / "embedded.cpp").write_text(table_of(names), encoding="utf-8")
    (folder / "embedded.S").write_text(assembler_of(packed), encoding="utf-8")


if __name__ == "__main__":
    main()
