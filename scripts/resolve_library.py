#!/usr/bin/env python3
"""Writes a copy of a shared library whose own symbols need no search when it is loaded.

usage: scripts/resolve_library.py LIBRARY COPY

A C++ library refers to most of its own functions by name, so that a program could replace them. The
dynamic linker then searches for each name: 41,000 of libduckdb's when it is loaded, and 24,500 functions
when they are first called. This program opens the library so that it finds its own symbols first
(RTLD_DEEPBIND, src/engine/duckdb/values/api.cpp), which decides every one of these searches beforehand.
The copy has the answers in it:

- R_X86_64_64 and R_X86_64_GLOB_DAT of a symbol that the library defines become R_X86_64_RELATIVE,
- the slot of a function that the library defines holds the function instead of the search for it.

What the process decides stays as it is: undefined symbols, STB_GNU_UNIQUE ones, which all libraries
of a process share, IFUNCs, and thread-local ones. Sizes and places in the file do not change. The
library itself is only read. x86-64 ELF alone; anything else ends with status 1 and no copy, and so does
a copy of libduckdb that, opened as the program opens it, does not compute, or cannot throw.
"""

import ctypes
import os
import struct
import subprocess
import sys

R_64, R_GLOB_DAT, R_JUMP_SLOT, R_RELATIVE = 1, 6, 7, 8
STB_GLOBAL, STB_WEAK = 1, 2
STT_NOTYPE, STT_OBJECT, STT_FUNC = 0, 1, 2
DT_RELA, DT_RELASZ, DT_SYMTAB, DT_SYMENT, DT_PLTRELSZ, DT_JMPREL, DT_RELAENT, DT_RELACOUNT = (
    7,
    8,
    6,
    11,
    2,
    23,
    9,
    0x6FFFFFF9,
)
PT_LOAD, PT_DYNAMIC = 1, 2
RELA = struct.Struct("<QQq")
SYMBOL = struct.Struct("<IBBHQQ")


class NotForUs(Exception):
    """The file is not a library that this program can rewrite."""


class Library:
    """An ELF file in memory."""

    def __init__(self, data):
        self.data = data
        if data[:4] != b"\x7fELF" or data[4] != 2 or data[5] != 1:
            raise NotForUs("it is not a 64-bit little-endian ELF file")
        kind, machine = struct.unpack_from("<HH", data, 16)
        if kind != 3 or machine != 62:
            raise NotForUs("it is not a shared library for x86-64")
        (offset,) = struct.unpack_from("<Q", data, 32)
        size, count = struct.unpack_from("<HH", data, 54)
        self.loads, self.dynamic = [], None
        for i in range(count):
            kind, _, start, address, _, in_file, _, _ = struct.unpack_from("<IIQQQQQQ", data, offset + i * size)
            if kind == PT_LOAD:
                self.loads.append((address, start, in_file))
            elif kind == PT_DYNAMIC:
                self.dynamic = (start, in_file)
        if self.dynamic is None:
            raise NotForUs("it has no dynamic section")
        self.entries = {}  # tag: (place of its value, value)
        for place in range(self.dynamic[0], sum(self.dynamic), 16):
            tag, value = struct.unpack_from("<qQ", data, place)
            if tag == 0:
                break
            self.entries[tag] = (place + 8, value)

    def value(self, tag):
        if tag not in self.entries:
            raise NotForUs(f"its dynamic section lacks the entry {tag:#x}")
        return self.entries[tag][1]

    def place(self, address):
        """Where the bytes of an address stand in the file."""
        for start, offset, size in self.loads:
            if start <= address < start + size:
                return offset + address - start
        raise NotForUs(f"the address {address:#x} is not in the file")

    def own_address(self, index):
        """Of a symbol that the library may decide by itself, else None."""
        _, info, _, section, value, _ = SYMBOL.unpack_from(
            self.data, self.place(self.value(DT_SYMTAB)) + index * SYMBOL.size
        )
        binding, kind = info >> 4, info & 15
        own = 0 < section < 0xFF00 and binding in (STB_GLOBAL, STB_WEAK) and kind in (STT_NOTYPE, STT_OBJECT, STT_FUNC)
        return value if own else None


def resolve(data):
    """Rewrites the library in place; gives how many relocations and slots were resolved."""
    library = Library(data)
    if library.value(DT_SYMENT) != SYMBOL.size or library.value(DT_RELAENT) != RELA.size:
        raise NotForUs("its tables have other entries")
    first, size = library.place(library.value(DT_RELA)), library.value(DT_RELASZ)
    relative, others, resolved = [], [], 0
    for place, info, addend in RELA.iter_unpack(bytes(data[first : first + size])):
        kind = info & 0xFFFFFFFF
        address = library.own_address(info >> 32) if kind in (R_64, R_GLOB_DAT) else None
        if kind == R_RELATIVE:
            relative.append((place, info, addend))
        elif address is not None:
            # GLOB_DAT has no addend.
            relative.append((place, R_RELATIVE, address + (addend if kind == R_64 else 0)))
            resolved += 1
        else:
            others.append((place, info, addend))
    # The linker's fast loop takes the first DT_RELACOUNT ones; in the order of their places it reads on.
    relative.sort()
    data[first : first + size] = b"".join(RELA.pack(*entry) for entry in relative + others)
    struct.pack_into("<Q", data, library.entries[DT_RELACOUNT][0], len(relative))

    slots = 0
    first, size = library.place(library.value(DT_JMPREL)), library.value(DT_PLTRELSZ)
    for place, info, _ in RELA.iter_unpack(bytes(data[first : first + size])):
        if info & 0xFFFFFFFF != R_JUMP_SLOT:
            raise NotForUs("its table of functions holds something else")
        address = library.own_address(info >> 32)
        if address is not None:
            struct.pack_into("<Q", data, library.place(place), address)
            slots += 1
    return resolved, slots


def use(path):
    """Opens the copy and asks it: files, threads, and an error, which C++ throws through the library."""
    library = ctypes.CDLL(path, mode=os.RTLD_LAZY | os.RTLD_LOCAL | os.RTLD_DEEPBIND)
    database, connection = ctypes.c_void_p(), ctypes.c_void_p()
    result = (ctypes.c_uint64 * 16)()
    library.duckdb_value_int64.restype = ctypes.c_int64
    library.duckdb_value_int64.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64]

    def ask(sql):
        return library.duckdb_query(connection, sql.encode(), ctypes.byref(result)) == 0

    def number(sql):
        return library.duckdb_value_int64(ctypes.byref(result), 0, 0) if ask(sql) else None

    file = path + ".parquet"
    works = (
        library.duckdb_open(None, ctypes.byref(database)) == 0
        and library.duckdb_connect(database, ctypes.byref(connection)) == 0
        and number("SELECT sum(i % 7)::BIGINT FROM range(1000000) t(i)") == 2999997
        and not ask("SELECT CAST(concat('x', i) AS INTEGER) FROM range(9) t(i)")
        and ask(f"COPY (SELECT i, concat('v', i) s FROM range(300000) t(i)) TO '{file}' (FORMAT parquet)")
        and number(f"SELECT count(DISTINCT s) FROM '{file}' WHERE s LIKE 'v1%'") == 111111
        and not ask("SELECT regexp_matches('a', '(')")
        and not ask("SELECT")
        and number("SELECT json_extract('{\"a\":[1,2]}', '$.a[1]')::BIGINT + year(TIMESTAMP '2024-02-29 00:00:00')")
        == 2026
    )
    library.duckdb_disconnect(ctypes.byref(connection))
    library.duckdb_close(ctypes.byref(database))
    sys.exit(0 if works else 1)


def is_usable(path):
    """In a process of its own, which a broken copy may end."""
    try:
        status = subprocess.run(
            [sys.executable, __file__, "--use", path],
            timeout=120,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ).returncode
    except subprocess.TimeoutExpired:
        status = 1
    if os.path.exists(path + ".parquet"):
        os.unlink(path + ".parquet")
    return status == 0


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--use":
        use(sys.argv[2])
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n\n")[1])
    source, copy = sys.argv[1:]
    with open(source, "rb") as file:
        data = bytearray(file.read())
    try:
        if DT_RELACOUNT not in Library(data).entries:
            raise NotForUs("it does not count its relative relocations")
        resolved, slots = resolve(data)
    except (NotForUs, struct.error, IndexError) as problem:
        sys.exit(f"{source} stays as it is: {problem}")
    with open(copy + ".new", "wb") as file:
        file.write(data)
    os.chmod(copy + ".new", 0o755)
    if not is_usable(copy + ".new"):
        os.unlink(copy + ".new")
        sys.exit(f"{source} stays as it is: the copy does not work")
    os.replace(copy + ".new", copy)
    print(f"{resolved} relocations and {slots} functions resolved")


if __name__ == "__main__":
    main()
