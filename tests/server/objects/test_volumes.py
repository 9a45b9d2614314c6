"""Volumes by PyODPS: partitions with files, trees of folders, and their tunnels."""

import os


def test_a_volume_of_partitions(shared_server):
    printed = shared_server.pyodps(
        """
        volume = o.create_parted_volume("parted", comment="words & lists")
        print(volume.type.name, volume.comment, o.exist_volume("parted"), o.exist_volume("none"), volume.length)
        part = volume.get_partition("v1")
        print(volume.exist_partition("v1"))
        with part.open_writer() as writer:
            writer.write("a.txt", "one\\ntwo\\n")
            writer.open("b/c.bin").write(bytes(range(256)) * 5000)
        print(volume.exist_partition("v1"), [one.name for one in volume.list_partitions()])
        part = volume.get_partition("v1")
        print(part.length, part.file_number, [file.name for file in part.list_files()])
        with part.open_reader("a.txt") as reader:
            print(list(reader))
        with volume.open_reader("v1", "b/c.bin", start=255, length=3) as reader:
            print(reader.read())
        with o.open_volume_reader("parted", "v1", "b/c.bin", compress_algo="zlib") as reader:
            print(reader.read() == bytes(range(256)) * 5000)
        with o.open_volume_writer("parted", "v1", compress_algo="zlib") as writer:
            writer.write("a.txt", "three", compress=True)
        print(o.open_volume_reader("parted", "v1", "a.txt").read())
        volume.delete_partition("v1")
        print(volume.exist_partition("v1"))
        o.delete_volume("parted")
        print(o.exist_volume("parted"))
        """
    )
    assert printed == (
        "OLD words & lists True False 0\nFalse\nTrue ['v1']\n1280008 2 ['a.txt', 'b']\n['one\\n', 'two\\n']\n"
        "b'\\xff\\x00\\x01'\nTrue\nb'three'\nFalse\nFalse\n"
    )


def test_a_volume_of_folders(shared_server):
    printed = shared_server.pyodps(
        """
        import warnings
        warnings.simplefilter("ignore")
        volume = o.create_fs_volume("tree", comment="a tree")
        print(volume.type.name, [one.path for one in volume])
        folder = volume.create_dir("inner")
        print(folder.path, "inner" in volume, "other" in volume)
        with folder.open_writer("a.txt") as writer:
            writer.write("some content")
        file = volume["inner/a.txt"]
        print(file.length, type(file).__name__, file.open_reader().read())
        print(file.open_reader(start=5, length=3).read())
        print([one.path for one in volume], [one.path for one in folder])
        copies = [file.replication]
        file.replication = 5
        copies.append(volume["inner/a.txt"].replication)
        file.move("/tree/moved/b.txt")
        copies.append(volume["moved/b.txt"].replication)
        o.move_volume_file("/tree/moved/b.txt", "./c.txt", replication=7)
        o.move_volume_file("/tree/moved/c.txt", "./b.txt")
        print(copies, volume["moved/b.txt"].replication)
        for wrong in 0, -1, "x", 99999:
            try:
                file.replication = wrong
            except Exception as error:
                print(type(error).__name__, end=" ")
        print(file.path, [one.path for one in volume["moved"]], [one.path for one in volume["inner"]])
        try:
            volume["moved"].delete()
        except Exception as error:
            print(type(error).__name__)
        volume["moved"].delete(recursive=True)
        print([one.path for one in volume])
        o.delete_volume("tree")
        """
    )
    assert printed == (
        "NEW []\n/tree/inner True False\n12 FSVolumeFile b'some content'\nb'con'\n['/tree/inner'] ['/tree/inner/a.txt']\n"
        "[1, 5, 5] 7\nInvalidArgument InvalidArgument InvalidArgument InvalidArgument "
        "/tree/moved/b.txt ['/tree/moved/b.txt'] []\nInvalidArgument\n['/tree/inner']\n"
    )


def test_statements_and_clients_see_the_same_volumes(shared_server, tmp_path):
    path = os.path.join(str(tmp_path), "w.txt")
    with open(path, "w") as file:
        file.write("from the shell")
    shared_server.sql("FS -mkv Shared a comment;", f"FS -put {path} /Shared/p;")
    printed = shared_server.pyodps(
        """
        print([(one.name, one.comment, one.length, one.file_number) for one in o.list_volumes()])
        print(o.open_volume_reader("shared", "p", "w.txt").read())
        with o.open_volume_writer("Shared", "p") as writer:
            writer.write("x.txt", "from PyODPS")
        """
    )
    assert printed == "[('Shared', 'a comment', 14, 1)]\nb'from the shell'\n"
    assert shared_server.sql("FS -ls /Shared/p;").splitlines() == ["/Shared/p/w.txt", "/Shared/p/x.txt"]
    assert shared_server.sql("FS -meta /Shared;").splitlines()[1:] == ["Length\t25", "File number\t2"]
    shared_server.sql("FS -rmv /Shared;")


def test_wrong_requests_about_volumes(shared_server):
    printed = shared_server.pyodps(
        """
        import struct, zlib
        from odps.errors import ODPSError
        o.create_parted_volume("strict")
        volumes = o.endpoint + "/projects/default_project/volumes"
        tunnel = o.endpoint + "/projects/default_project/tunnel"
        def ask(method, url, **more):
            try:
                return getattr(o.rest, method)(url, **more).status_code
            except ODPSError as error:
                return error.code
        for name in "../x", ".hidden", "a b", "x" * 129, "", "STRICT":
            print(ask("post", volumes, data="<Meta><Name>%s</Name><Type>old</Type></Meta>" % name), end=" ")
        print(ask("post", volumes, data="<Meta><Name>e</Name><Type>external</Type></Meta>"))
        for below in "..", "a/../b", "../../x", "/strict/../x":
            print(ask("get", volumes + "/strict?meta", headers={"x-odps-volume-fs-path": "/strict/" + below}), end=" ")
        print(ask("get", volumes + "/strict/%2e%2e?meta"), ask("delete", volumes + "/strict/.."))
        target = {"type": "volumefile", "target": "default_project/strict/p/"}
        upload = o.rest.post(tunnel + "/uploads", params=target).json()["UploadID"]
        good = struct.pack(">I", 4) + b"abcd" + struct.pack(">I", zlib.crc32(b"\\0\\0\\0\\4abcd"))
        def put(body, name="f"):
            return ask("post", tunnel + "/uploads/" + upload, params={"blockid": name}, data=body)
        print(put(good), put(good[:-1]), put(good[:-1] + b"x"), put(good[:5]), put(b""), put(b"\\0\\0\\0\\0"))
        print(put(b"\\xff\\xff\\xff\\xff"), put(good + b"zzzz"), put(good + b"zzzzz"), put(good, "../../f"), put(good, ""))
        print([f["FileName"] for f in o.rest.get(tunnel + "/uploads/" + upload).json()["FileList"]])
        print(ask("put", tunnel + "/uploads/" + upload), ask("put", tunnel + "/uploads/" + upload), put(good))
        print(o.open_volume_reader("strict", "p", "f").read(), ask("put", tunnel + "/uploads/none"))
        for target in "default_project/strict/p/none", "default_project/strict/p", "other/strict/p/f", "a", "":
            print(ask("post", tunnel + "/downloads", params={"type": "volumefile", "target": target}), end=" ")
        print()
        """
    )
    assert printed == (
        "InvalidArgument InvalidArgument InvalidArgument InvalidArgument InvalidArgument InvalidArgument "
        "InvalidParameter\nInvalidArgument InvalidArgument InvalidArgument InvalidArgument InvalidArgument "
        "MethodNotAllowed\n200 InvalidArgument InvalidArgument InvalidArgument InvalidArgument InvalidArgument\n"
        "InvalidArgument InvalidArgument InvalidArgument InvalidArgument InvalidArgument\n['f']\n"
        "200 200 InvalidArgument\nb'abcd' NoSuchObject\n"
        "NoSuchObject InvalidArgument InvalidArgument InvalidArgument InvalidArgument \n"
    )
