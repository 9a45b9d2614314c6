"""A node of PyODPS: `o` and `args` are there, as on the platform."""

day = args["bizdate"]
table = o.get_table("orders")
assert table.exist_partition("ds=" + day)
sql = "SELECT customer, SUM(amount) AS total FROM orders WHERE ds='%s' GROUP BY customer ORDER BY total DESC LIMIT 9"
rows = []
with o.execute_sql(sql % day).open_reader() as reader:
    for record in reader:
        rows.append([record.customer, record["total"]])
        print("%s %.1f" % tuple(rows[-1]))
o.create_table("report", ("customer string, total double", "ds string"), if_not_exists=True)
o.write_table("report", rows, partition="ds=" + day, create_partition=True, overwrite=True)
