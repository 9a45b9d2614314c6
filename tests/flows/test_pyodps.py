"""Nodes of PyODPS: the face over the program, with the names that scripts of the platform use."""

import json

DAY = "20260101"


def run(flows, code, status=0, **parameters):
    given = json.dumps({"bizdate": "$bizdate", **parameters})
    flows.write(flow_yaml=f"nodes: {{node: {{kind: PYODPS3, parameters: {given}}}}}", node_py=code)
    done = flows.run()
    text = flows.flow("log", "last", "node").stdout
    assert done.returncode == status, text
    return text


def test_what_a_script_of_the_platform_does(flows):
    assert (
        run(
            flows,
            """'''PyODPS 3
author: somebody
'''
from odps import ODPS, options
from odps.models import Schema, Column, Partition
options.sql.settings = {'a': 'b'}
assert args['bizdate'] == '20260101' and '${bizdate}' == '$' + '{bizdate}'
schema = Schema(columns=[Column(name='id', type='bigint'), Column(name='s', type='string'),
                         Column('x', 'double')],
                partitions=[Partition(name='ds', type='string')])
t = o.create_table('t', schema, if_not_exists=True)
o.write_table('t', [[1, "it's, \\"so\\"", 0.5], [2, None, None]], partition="ds='%s'" % args['bizdate'],
              create_partition=True)
with t.open_writer(partition='ds=20260102', create_partition=True) as writer:
    writer.write(t.new_record([3, 'line\\nbreak', float('nan')]))
    writer.write([[4, '', 1e300]])
print([c.name + ' ' + c.type for c in t.table_schema.columns], t.exist_partition('ds=20260102'))
with o.execute_sql('SELECT * FROM t WHERE ds > 0 ORDER BY id LIMIT 9',
                   hints={'odps.sql.allow.fullscan': 'true'}).open_reader(tunnel=True) as reader:
    for r in reader:
        print(r['id'], repr(r.s), r[2], r['ds'], len(r.values))
    print(reader.count, reader[0]['id'])
print(odps.get_table('t').head(1, partition='ds=20260101')[0].keys(), o.exist_table('u'))
t.delete_partition('ds=20260102')
print([p.name for p in t.partitions], [one.name for one in o.list_tables()])
""",
        )
        == """['id bigint', 's string', 'x double', 'ds string'] True
1 'it\\'s, "so"' 0.5 20260101 4
2 None None 20260101 4
3 'line\\nbreak' None 20260102 4
4 '' 1e+300 20260102 4
4 1
['id', 's', 'x', 'ds'] False
["ds='20260101'"] ['t']
"""
    )


def test_frames_in_and_out(flows):
    assert (
        run(
            flows,
            """
import datetime, decimal
import numpy as np, pandas as pd, pyarrow as pa
from odps.df import DataFrame
frame = pd.DataFrame({'n': np.arange(3, dtype='int64'), 'x': np.array([0.1, np.nan, 3]), 's': ['a', None, 'c'],
                      'b': [True, False, True], 'd': [datetime.date(2026, 1, 1)] * 3,
                      't': pd.to_datetime(['2026-01-01 02:03:04.5'] * 3)})
o.write_table('made', frame, create_table=True)
back = o.get_table('made').to_pandas().sort_values('n')
print(list(back.n), list(back.s), back.x.isna().tolist(), list(back.b), back.d.iloc[0], back.t.iloc[0])
arrow = pa.table({'k': pa.array([decimal.Decimal('1.50')], pa.decimal128(10, 2)), 'v': [np.float64(2.5)]})
o.write_table('arrow', arrow, partition='ds=1', create_table=True, create_partition=True)
print(o.get_table('arrow').open_reader(partition='ds=1').to_arrow().to_pylist())
DataFrame(o.get_table('arrow')).persist('copy')
o.write_table('copy', [[1, 2.0, 'x']], overwrite=True)
print(o.execute_sql('SELECT COUNT(*) AS n FROM copy').open_reader()[0].n)
rows = 50000
o.write_table('large', pd.DataFrame({'n': range(rows), 's': ['text ' * 4] * rows}), create_table=True)
print(o.execute_sql('SELECT * FROM large').open_reader().count)
""",
        )
        == """[0, 1, 2] ['a', None, 'c'] [False, True, False] [True, False, True] 2026-01-01 2026-01-01 02:03:04.500000
[{'k': Decimal('1.50'), 'v': 2.5, 'ds': '1'}]
1
50000
"""
    )


def test_errors_are_those_of_the_platform(flows):
    said = run(
        flows,
        """
from odps.errors import ODPSError, NoSuchObject
try:
    o.execute_sql('SELECT * FROM nothing')
except ODPSError as failure:
    print(failure.code, isinstance(failure, NoSuchObject))
instance = o.run_sql('SELECT 1 +')
instance.wait_for_completion()
print(instance.is_successful())
try:
    o.write_table('nothing', [[1]])
except ODPSError as failure:
    print('no table')
try:
    o.execute_xflow('no_such_algorithm', 'algo_public', {'a': 'b c'})
except ODPSError as failure:
    print('no algorithm')
o.execute_sql('SELECT nobody')
""",
        status=1,
    )
    lines = said.splitlines()
    assert lines[0] == "ODPS-0130131 True"
    assert lines[1:4] == ["False", "no table", "no algorithm"]
    assert "ODPSError" in lines[-1] and "nobody" in lines[-1]


def test_texts_of_bytes_are_not_written_in_silence(flows):
    said = run(
        flows,
        """
import pandas as pd
t = o.create_table('t', 'a string, n bigint')
for text in ("b'u5'", "[b'x', 1]", 'b"its"'):
    for rows in ([[text, 1]], pd.DataFrame({'a': [text], 'n': [1]})):
        try:
            o.write_table('t', rows)
        except ValueError as failure:
            print("column 'a'" in str(failure), 'x.decode()' in str(failure))
o.write_table('t', [["b'c", 1], [b'plain', 2], ["a b'c' d", 3]])
options.sql.settings = {'paisql.bytes.text': 'write'}
o.write_table('t', [["b'u5'", 4]])
print([row[0] for row in o.read_table('t')])
""",
    )
    assert said.splitlines() == ["True True"] * 6 + ["[\"b'c\", 'plain', \"a b'c' d\", \"b'u5'\"]"]


def test_what_else_scripts_write(flows):
    assert (
        run(
            flows,
            """
from odps import ODPS, options
from odps.df import DataFrame
from odps.tunnel import TableTunnel
options.tunnel.limit_instance_tunnel = False
t = o.create_table('t', ('id bigint, name string, a array<bigint>, m map<string,double>', 'pt string'),
                   if_not_exists=True, lifecycle=7)
o.write_table(t, 0, [[1, 'a', [1, 2], {'k': 0.5}], [2, "b'c", None, None]], partition='pt=1',
              create_partition=True)
o.write_table('t', [[3, 'd', [], {}]], partition='pt=2', create_partition=True)
try:
    o.execute_sql('SELECT * FROM t')
except Exception as failure:
    print('full scan' in str(failure))
options.sql.settings = {'odps.sql.allow.fullscan': True}
print([r.values for r in o.execute_sql('SELECT * FROM t ORDER BY id LIMIT 9').open_reader()])
print(t.get_max_partition().name, t.record_num, t.schema.names, t.get_ddl().split('(')[0].strip())
with t.open_reader(partition='pt=1') as reader:
    print(reader.count, reader[0]['name'], [r.id for r in reader[0:1]], reader.to_pandas().shape)
frame = o.get_table('t').to_df()
print(frame.count(), len(frame.head(2)), len(DataFrame(o.get_table('t')).to_pandas()))
for odd in (lambda: frame[frame.id > 1], lambda: frame.groupby('id'), lambda: o.create_volume('f'),
            lambda: __import__('odps').inter):
    try:
        odd()
    except (NotImplementedError, AttributeError) as failure:
        print(failure)
tunnel = TableTunnel(o)
upload = tunnel.create_upload_session('t', partition_spec='pt=2')
with upload.open_record_writer(0) as writer:
    writer.write(upload.new_record([4, 'e', None, None]))
print(t.open_reader('pt=2').count)
upload.commit([0])
download = tunnel.create_download_session('t', partition_spec='pt=2')
with download.open_record_reader(1, 1, columns=['name']) as reader:
    print(download.count, [len(r) for r in reader])
o.create_resource('words.txt', 'file', file_obj='one two')
print(o.get_resource('words.txt').open().read(), [one.name for one in o.list_resources()],
      o.exist_resource('none'))
odd = "a b;c'd.txt"
o.create_resource(odd, 'file', file_obj='three')
print(o.get_resource(odd).open().read(), o.delete_resource(odd), o.exist_resource(odd))
print(ODPS('id', 'key', 'second').project, o.exist_project('nowhere'))
o.delete_table(t)
o.delete_table('t', if_exists=True)
print(o.exist_table('t'), [one.name for one in o.list_tables()])
""",
        )
        == """True
[[1, 'a', [1, 2], {'k': 0.5}, '1'], [2, "b'c", None, None, '1'], [3, 'd', [], {}, '2']]
pt='2' 3 ['id', 'name', 'a', 'm'] CREATE TABLE IF NOT EXISTS `t`
2 a [1] (2, 5)
3 2 3
DataFrame.id of odps.df is not offered here: to_pandas() gives all rows to pandas, and o.execute_sql(…) has the program work on them
DataFrame.groupby of odps.df is not offered here: to_pandas() gives all rows to pandas, and o.execute_sql(…) has the program work on them
o.create_volume is not offered here: statements make, fill and read volumes: FS -mkv, FS -put, FS -get (docs/flows.md, PyODPS)
odps.inter is not offered here (docs/flows.md, PyODPS)
1
2 [1]
one two ['words.txt'] False
three None False
second False
False []
"""
    )


def test_a_node_of_python_2_has_its_meaning(flows):
    """PYODPS is Python 2 there; assignments are, too, where their code shows it or `language` says it."""
    flows.write(
        flow_yaml="""
nodes:
  old: {kind: PYODPS, parameters: {x: $bizdate}}
  list: {kind: CONTROLLER_ASSIGNMENT, file: list.py}
  half: {kind: CONTROLLER_ASSIGNMENT, file: half.py, language: python2}
  show: {inputs: {l: list.outputs, h: half.outputs}, parameters: ['${l}', '${h}']}
  bad: {kind: PYODPS, depends: [old]}
""",
        old_py="""# -*- coding: utf-8 -*-
import sys
reload(sys)
sys.setdefaultencoding('utf8')
import words
print 'of', 7 / 2, args['x'], words.FIRST
with o.execute_sql("SELECT '中' AS s, 3 AS n").open_reader(tunnel=True) as reader:
    for r in reader:
        print r['s'] == '中', r.n / 2, '%s' % r[0]
for name, value in {'a': 1}.iteritems():
    print name, value
""",
        words_py="FIRST = map(unicode, xrange(3))[0]\n",
        list_py="print 'a,b'\n",
        half_py="print(3 / 2)\n",
        show_sh='echo "$@"\n',
        bad_py="import words\n\ndef fail():\n    raise ValueError, 'bad'\nfail()\n",
    )
    done = flows.run()
    assert "bad: ValueError: bad" in done.stderr
    assert flows.flow("log", "last", "old").stdout == f"of 3 {DAY} 0\nTrue 1 中\na 1\n"
    assert flows.flow("log", "last", "show").stdout == "a,b 1\n"
    assert flows.flow("log", "last", "bad").stdout == (
        f'Traceback (most recent call last):\n  File "{flows.folder}/bad.py", line 5, in <module>\n    fail()\n'
        f"  File \"{flows.folder}/bad.py\", line 4, in fail\n    raise ValueError, 'bad'\nValueError: bad\n"
    )


def test_python_nodes_have_it_where_they_use_it(flows):
    flows.write(
        flow_yaml="""
parameters: {bizdate: $bizdate}
nodes:
  uses: {file: uses.py, parameters: {'1': x, word: '${bizdate}!'}}
  plain: {file: plain.py, parameters: {'1': x}}
""",
        uses_py="""import sys
print(args['word'], '${word}', sys.argv[1:], [r.n for r in o.execute_sql('SELECT 1 AS n').open_reader()])
""",
        plain_py="""import sys
print(sys.argv[1:], 'o' in globals(), 'pyarrow' in sys.modules)
""",
    )
    done = flows.run()
    assert done.returncode == 0, done.stderr
    assert flows.flow("log", "last", "uses").stdout == f"{DAY}! {DAY}! ['x'] [1]\n"
    assert flows.flow("log", "last", "plain").stdout == "['x'] False False\n"
