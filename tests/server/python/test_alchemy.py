"""SQLAlchemy's dialect of PyODPS, pandas by it, and what Superset asks an engine."""

ENGINE = """
import warnings
warnings.simplefilter("ignore")
import sqlalchemy
from sqlalchemy import text
engine = sqlalchemy.create_engine("odps://id:secret@default_project/?endpoint=" + o.endpoint)
"""


def test_reflection_and_rows(shared_server):
    shared_server.sql(
        "DROP TABLE IF EXISTS sale;",
        "CREATE TABLE sale (id BIGINT COMMENT 'a number', city STRING, paid DECIMAL(10,2)) PARTITIONED BY (ds STRING);",
        "INSERT INTO sale PARTITION (ds='1') VALUES (1, 'a', 2.5), (2, NULL, 3);",
        "CREATE OR REPLACE VIEW seen AS SELECT id FROM sale WHERE ds = '1';",
    )
    printed = shared_server.pyodps(
        ENGINE
        + """
inspector = sqlalchemy.inspect(engine)
print(inspector.get_schema_names(), sorted(inspector.get_table_names()), inspector.get_view_names())
print([(column["name"], str(column["type"]), column["comment"]) for column in inspector.get_columns("sale")])
print(inspector.has_table("sale"), inspector.has_table("nosuch"))
sale = sqlalchemy.Table("sale", sqlalchemy.MetaData(), autoload_with=engine)
with engine.connect() as connection:
    query = sqlalchemy.select(sale.c.city, sqlalchemy.func.sum(sale.c.paid).label("paid")).where(sale.c.ds == "1")
    print(connection.execute(query.group_by(sale.c.city).order_by(sale.c.city).limit(5)).fetchall())
    print(connection.execute(text("SELECT 1")).scalar())
    try:
        connection.execute(text("SELECT nosuch FROM sale WHERE ds = '1'"))
    except Exception as error:
        print(type(error).__name__, "ODPS-0130071:[1,8]" in str(error))
import pandas
print(pandas.read_sql("SELECT id, city FROM sale WHERE ds = '1' ORDER BY id LIMIT 5", engine).values.tolist())
"""
    )
    lines = printed.splitlines()
    assert lines[0] == "['default'] ['sale', 'seen'] []" or lines[0] == "['default'] ['sale'] ['seen']"
    assert lines[1:] == [
        "[('id', 'BIGINT', 'a number'), ('city', 'VARCHAR', ''), ('paid', 'DECIMAL', ''), ('ds', 'VARCHAR', '')]",
        "True False",
        "[(None, Decimal('3')), ('a', Decimal('2.5'))]",
        "1",
        "ODPSError True",
        "[[1, 'a'], [2, None]]",
    ]


def test_what_superset_asks(shared_server):
    printed = shared_server.pyodps(
        ENGINE
        + """
from odps.dbapi import connect
connection = connect(o)
cursor = connection.cursor()
cursor.execute("SELECT id, city FROM (SELECT 1L AS id, 'a' AS city) t")
print([column[0] for column in cursor.description], cursor.fetchmany(5))
cursor.execute("SELECT :a AS a", {"a": "one"})
print(cursor.fetchone())
print(engine.dialect.do_ping(engine.raw_connection()))
"""
    )
    assert printed.splitlines() == ["['id', 'city'] [[1, 'a']]", "['one']", "True"]
