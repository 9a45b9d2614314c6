"""What PyODPS asks about partitions, and how it adds and drops them."""


def test_list_and_filter(server):
    server.sql(
        "CREATE TABLE t (x BIGINT) PARTITIONED BY (pt STRING, hh INT);",
        "INSERT INTO t PARTITION (pt='a', hh=1) VALUES (1), (2);",
        "ALTER TABLE t ADD PARTITION (pt='a', hh=12);",
        "ALTER TABLE t ADD PARTITION (pt='b c', hh=2);",
    )
    printed = server.pyodps(
        """
        table = o.get_table("t")
        print([part.name for part in table.partitions])
        print([str(part.partition_spec) for part in table.iterate_partitions("pt='a'")])
        print([part.partition_spec["hh"] for part in table.iterate_partitions("pt=a", reverse=True)])
        print(table.get_max_partition(skip_empty=False).name)
        one = table.get_partition("pt='a',hh='01'")
        print(one.file_num, one.is_archived, one.is_exstore, one.lifecycle, one.is_loaded)
        print(one.size > 0, one.record_num, one.is_loaded)
        first = next(iter(table.partitions))
        print(first.size == one.size, first.record_num, first.creation_time == one.creation_time)
        """
    )
    assert printed == (
        "[\"pt='a',hh='1'\", \"pt='a',hh='12'\", \"pt='b c',hh='2'\"]\n"
        "[\"pt='a',hh='1'\", \"pt='a',hh='12'\"]\n['12', '1']\npt='b c',hh='2'\n"
        "1 False False -1 False\nTrue 2 True\nTrue 2 True\n"
    )


def test_partitions_that_are_there_and_that_are_not(server):
    server.sql("CREATE TABLE t (x BIGINT) PARTITIONED BY (pt STRING);", "ALTER TABLE t ADD PARTITION (pt='1');")
    printed = server.pyodps(
        """
        table = o.get_table("t")
        print(table.exist_partition("pt=1"), table.exist_partition("pt='2'"))
        print(table.exist_partitions("pt=1"), table.exist_partitions("pt=2"))
        try:
            table.get_partition("pt=2").reload()
        except Exception as error:
            print(type(error).__name__)
        """
    )
    assert printed == "True False\nTrue False\nNoSuchPartition\n"


def test_added_and_dropped(server):
    server.sql("CREATE TABLE t (x BIGINT) PARTITIONED BY (pt STRING);")
    printed = server.pyodps(
        """
        table = o.get_table("t")
        table.create_partition("pt='9'", if_not_exists=True)
        table.create_partition("pt='9'", if_not_exists=True)
        print([part.name for part in table.partitions])
        table.delete_partition("pt='9'", if_exists=True)
        print([part.name for part in table.partitions])
        """
    )
    assert printed == "[\"pt='9'\"]\n[]\n"


def test_pages_of_partitions(server):
    adds = " ".join("PARTITION (pt='%d')" % number for number in range(5))
    server.sql("CREATE TABLE t (x BIGINT) PARTITIONED BY (pt STRING);", "ALTER TABLE t ADD %s;" % adds)
    printed = server.pyodps(
        """
        import re
        url, marker, pages = o.endpoint + "/projects/default_project/tables/t", "", []
        while True:
            params = {"expectmarker": "true", "maxitems": 2, "marker": marker}
            text = o.rest.get(url, action="partitions", params=params).text
            pages.append(re.findall('Value="(.*?)"', text))
            marker = re.search("<Marker>(.*?)</Marker>", text).group(1)
            if not marker:
                break
        print(pages)
        """
    )
    assert printed == "[['0', '1'], ['2', '3'], ['4']]\n"
