"""Every public name of PyODPS works in a node or is an error that says what to use instead."""

from conftest import ROOT
from test_pyodps import run

CALLS = ROOT / "tests" / "flows" / "pyodps_calls.tsv"


def test_every_name_works_or_says_what_to_use(flows):
    said = run(
        flows,
        """
import inspect
t = o.create_table('t', ('id bigint, s string', 'ds string'), comment='a "b"', lifecycle=3)
o.write_table('t', [[1, 'a'], [2, 'b']], partition='ds=1', create_partition=True)
instance = o.execute_sql("SELECT * FROM t WHERE ds = '1'")
faces = {'o': o, 'Table': t, 'Partition': t.get_partition('ds=1'), 'Instance': instance,
         'Record': t.new_record([1, 'a', '1']), 'Schema': t.table_schema, 'Reader': instance.open_reader()}
works = {}
for line in open(args['calls']):
    if line.startswith('#'):
        continue
    face, name, kind, parameters = line.rstrip('\\n').split('\\t')
    try:
        found = getattr(faces[face], name)
    except AttributeError as failure:
        if f'{face}.{name} is not offered here: ' not in str(failure):
            print('no cure:', face, name, failure)
        continue
    works[face] = works.get(face, 0) + 1
    if kind == 'call':
        try:
            inspect.signature(found).bind_partial(**{one: None for one in parameters.split(',') if one})
        except TypeError as failure:
            print('takes less:', face, name, failure)
print(works)
for face, one in faces.items():
    try:
        one.no_such_name
    except AttributeError as failure:
        assert 'no_such_name' in str(failure), failure
    else:
        print('takes any name:', face)
""",
        calls=str(CALLS),
    )
    assert said == ("{'o': 53, 'Table': 47, 'Partition': 20, 'Instance': 30, 'Record': 7, 'Schema': 17, 'Reader': 6}\n")


def test_tables_and_partitions(flows):
    assert (
        run(
            flows,
            """
from datetime import datetime
from odps import ODPS
from odps.models import Column, TableSchema
t = o.create_table('t', ('id bigint, s string', 'ds string, hh string'), comment='it\\'s\\n"b"', lifecycle=3)
for ds, hh in (('1', '1'), ('2', '1'), ('2', '2')):
    t.create_partition({'ds': ds, 'hh': hh})
o.write_table(t, [[n, 'x'] for n in range(5)], partition='ds=2,hh=1')
print(repr(t.comment), t.lifecycle, t.size > 0, t.file_num, t.type, t.is_virtual_view, t.record_num)
print([type(getattr(t, one)) is datetime for one in ('creation_time', 'last_meta_modified_time',
                                                     'last_data_modified_time')], t.owner == o.execute_sql('SELECT 1').owner)
print(t.get_max_partition().name, t.get_max_partition(skip_empty=False).name, t.get_max_partition(reverse=True).name,
      t.get_max_partition('ds=1'), t.exist_partitions('ds=2'), t.exist_partitions('ds=3'))
one = t.get_partition('ds=2,hh=1')
print(one.partition_spec.kv, one.partition_spec['hh'], one.record_num, one.size > 0, one.last_data_modified_time.year > 2000)
print([p.name for p in t.iterate_partitions('ds=2', reverse=True)], t.exist_partition(partition_spec=one))
print(one.to_pandas(start=1, count=2).id.tolist(), [len(f) for f in one.iter_pandas(batch_size=2)],
      list(one.to_pandas(append_partitions=False).columns), len(one.head(3)))
with one.open_reader(arrow=True) as reader:
    print([batch.num_rows for batch in reader], reader.read_all().num_rows)
print([r.id for r in o.read_table('t', limit=2, start=1, partition=one, step=2)])
t.add_columns([Column('x', 'double', 'more')])
t.rename_column('x', 'y')
t.set_comment('new')
t.set_lifecycle(9)
print(t.table_schema.names, t.table_schema['y'].type, t.comment, t.lifecycle)
t.delete_columns('y')
t.rename('u')
print(o.exist_table('t'), o.get_table('u').table_schema.names)
t.touch()
one = o.get_table('u').get_partition('ds=2,hh=1')
one.truncate()
print(o.get_table('u').record_num, [p.drop() for p in t.partitions][:1], list(t.partitions))
o.execute_sql('CREATE VIEW v AS SELECT id FROM u')
v = o.get_table('v')
print(v.type, v.view_text, [one.name for one in o.list_tables(type='virtual_view')])
v.drop()
made = TableSchema.from_dict({'a': 'bigint'}, {'ds': 'string'})
print(t.gen_create_table_sql('w', made, comment="it's", lifecycle=2).replace('\\n', ' '))
o.write_sql_result_to_table('p', "SELECT 1 AS id, 'k' AS ds", partition_cols='ds', create_table=True)
o.write_sql_result_to_table('p', "SELECT 2 AS id", partition='ds=l', create_partition=True)
print(sorted(r.values for r in o.get_table('p').open_reader()), [p.name for p in o.get_table('p').partitions])
for other in (ODPS.from_global(), ODPS.from_environments(), ODPS(o.account.access_id, o.account.secret_access_key,
              o.project, endpoint=o.endpoint), o.as_account('a', 'b')):
    assert other.exist_table('p') and other.get_project().name == o.project
print([one.name for one in o.list_projects()])
""",
        )
        == r"""'it\'s\n"b"' 3 True 1 MANAGED_TABLE False 5
[True, True, True] True
ds='2',hh='1' ds='2',hh='2' ds='2',hh='1' None True False
{'ds': '2', 'hh': '1'} 1 5 True True
["ds='2',hh='2'", "ds='2',hh='1'"] True
[1, 2] [2, 2, 1] ['id', 's'] 3
[5] 5
[1, 3]
['id', 's', 'y'] double new 9
False ['id', 's']
0 [None] []
VIRTUAL_VIEW SELECT id FROM u ['v']
CREATE TABLE `w` (   `a` bigint ) COMMENT 'it\'s' PARTITIONED BY (   `ds` string ) LIFECYCLE 2
[[1, 'k'], [2, 'l']] ["ds='k'", "ds='l'"]
['default_project']
"""
    )


def test_instances(flows):
    assert (
        run(
            flows,
            """
from odps import errors
from odps.models import Instance
i = o.run_sql('SELECT 1 AS a, NULL AS b')
i.wait_for_success(timeout=100)
print(i.status == Instance.Status.TERMINATED, i.status == 'Terminated', i.is_running(), i.end_time >= i.start_time)
print(i.get_task_names(), repr(i.get_task_result()), i.get_task_results() == {'AnonymousSQLTask': 'a,b\\n1,'})
print([t.status.value for t in i.get_task_statuses().values()], i.get_sql_query(), i.to_pandas().shape)
print(o.get_instance(i.id) is i, o.exist_instance('20260101'), repr(i.get_logview_address()), i in list(o.list_instances()))
bad = o.run_sql('SELECT 1 +')
bad.wait_for_completion()
print([t.status.value for t in bad.tasks])
for odd in (lambda: bad.wait_for_success(), lambda: o.get_table('no').record_num, lambda: o.get_instance('1'),
            lambda: bad.get_task_progress, lambda: o.list_roles, lambda: o.create_volume, lambda: errors.Nothing):
    try:
        odd()
    except errors.ODPSError as failure:
        print(type(failure).__name__)
    except AttributeError as failure:
        print(failure)
o.execute_sql('CREATE TABLE m (a BIGINT)')
print(o.execute_merge_files('m').is_successful(), list(o.iter_xflow_sub_instances(i, check=True)))
r = o.get_table('m').new_record([7])
r.set_by_name('a', 8)
print(r.get_by_name('a'), 'a' in r, r.n_columns)
""",
        )
        == r"""True True False True
['AnonymousSQLTask'] 'a,b\n1,' True
['SUCCESS'] SELECT 1 AS a, NULL AS b (1, 2)
True False '' True
['FAILED']
ParseError
NoSuchTable
NoSuchObject
Instance.get_task_progress is not offered here: `paisql flow log RUN NODE` shows what the node printed (docs/flows.md, PyODPS)
o.list_roles is not offered here: one user owns the home, and nothing is forbidden: leave it out (docs/flows.md, PyODPS)
o.create_volume is not offered here: statements make, fill and read volumes: FS -mkv, FS -put, FS -get (docs/flows.md, PyODPS)
odps.errors.Nothing is not offered here: ODPSError is the class of all errors (docs/flows.md, PyODPS)
True []
8 True 1
"""
    )
