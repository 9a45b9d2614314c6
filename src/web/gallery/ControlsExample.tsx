import { useState } from 'react';
import { ApiError } from '../app/api';
import { Button } from '../widgets/controls/Button';
import { CheckField, SearchField, SelectField, TextArea, TextField } from '../widgets/controls/Field';
import { IconButton } from '../widgets/controls/IconButton';
import { Menu } from '../widgets/controls/Menu';
import { Segmented } from '../widgets/controls/Segmented';
import { ListTable } from '../widgets/data/ListTable';
import { ConfirmDialog, Dialog } from '../widgets/feedback/Dialog';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { type State, StateBadge } from '../widgets/feedback/StateBadge';
import { toast } from '../widgets/feedback/Toast';
import { Icon } from '../widgets/Icon';
import { type IconName, icons } from '../widgets/icons';
import { PropertyList } from '../widgets/layout/PropertyList';
import { type Tab, TabPanel, Tabs } from '../widgets/layout/Tabs';
import styles from './gallery.module.css';

const states: State[] = ['waiting', 'running', 'success', 'failed', 'cancelled', 'paused', 'skipped', 'unknown'];
const refusal = new ApiError(400, {
  code: 'ODPS-0130131',
  message: 'table "iris" is not there',
  cure: 'CREATE TABLE iris (…) makes it.',
  line: 3,
  column: 15,
});

/** All controls in their states. */
export default function ControlsExample() {
  const [text, setText] = useState('');
  const [on, setOn] = useState(true);
  const [done, setDone] = useState('');
  const [open, setOpen] = useState<'' | 'dialog' | 'confirm'>('');
  const [tabs, setTabs] = useState<Tab[]>([
    { id: 'q1', title: 'query 1', closable: true, icon: 'editor' },
    { id: 'q2', title: 'query 2', closable: true, badge: 3 },
    { id: 'log', title: 'Log' },
  ]);
  const [tab, setTab] = useState('q1');
  return (
    <>
      <div className={styles.row}>
        <Button kind="primary" icon="play" onClick={() => toast.good('It runs.')}>
          Run
        </Button>
        <Button icon="stop" onClick={() => toast.bad(refusal)}>
          Stop
        </Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger" icon="trash" onClick={() => setOpen('confirm')}>
          Delete
        </Button>
        <Button disabled>Disabled</Button>
        <Button kind="primary" busy>
          Busy
        </Button>
        <Button small onClick={() => setOpen('dialog')}>
          Open
        </Button>
        <IconButton icon="refresh" label="Refresh" />
        <IconButton icon="pin" label="Pin" pressed={on} onClick={() => setOn(!on)} />
        <Menu
          label="More actions"
          items={[
            { label: 'Rename', icon: 'edit', keys: 'F2', onSelect: () => setDone('rename') },
            { label: 'Copy', icon: 'copy', disabled: true },
            'separator',
            { label: 'Delete', icon: 'trash', danger: true, onSelect: () => setOpen('confirm') },
          ]}
        />
        <Menu
          label="Format"
          text="CSV"
          icon="download"
          items={[
            { label: 'CSV', checked: true },
            { label: 'TSV', checked: false },
          ]}
        />
        <Segmented
          label="View"
          options={[
            { value: 'grid', label: 'Grid', icon: 'grid' },
            { value: 'chart', label: 'Chart', icon: 'chart' },
          ]}
          value={on ? 'grid' : 'chart'}
          onChange={(value) => setOn(value === 'grid')}
        />
        <output>{done}</output>
      </div>
      <div className={styles.row}>
        <TextField label="Name" value={text} onChange={setText} required hint="Letters and digits." />
        <TextField label="Rate" value="-1" onChange={setText} error="It is at least 0." />
        <SelectField
          label="Engine"
          value="b"
          onChange={setText}
          options={[
            { value: 'a', label: 'a' },
            { value: 'b', label: 'tensorflow' },
          ]}
        />
        <TextArea label="Comment" value={text} onChange={setText} />
        <SearchField label="Search tables" value={text} onChange={setText} />
        <CheckField label="Overwrite" checked={on} onChange={setOn} />
        <TextField label="Disabled" value="cannot be changed" onChange={setText} disabled />
      </div>
      <div className={styles.row}>
        {states.map((state) => (
          <StateBadge key={state} state={state} />
        ))}
        <StateBadge state="failed" compact />
      </div>
      <div className={styles.row}>
        <div className={styles.card}>
          <ErrorBox
            error={refusal}
            onRetry={() => setDone('again')}
            onPlace={(line, column) => setDone(`${line}:${column}`)}
          />
        </div>
        <div className={styles.card}>
          <PropertyList
            rows={[
              ['Owner', 'alice'],
              ['Created', '2026-11-30 12:00:00'],
              ['Lifecycle', undefined],
              ['Comment', '鸢尾花 <b>'],
            ]}
          />
        </div>
        <div className={styles.row}>
          {Object.keys(icons).map((name) => (
            <Icon key={name} name={name as IconName} size={20} />
          ))}
        </div>
      </div>
      <Tabs
        id="example"
        label="Queries"
        tabs={tabs}
        selected={tab}
        onSelect={setTab}
        onClose={(id) => setTabs(tabs.filter((one) => one.id !== id))}
        onRename={(id, title) => setTabs(tabs.map((one) => (one.id === id ? { ...one, title } : one)))}
        onAdd={() => setTabs([...tabs, { id: `n${tabs.length}`, title: 'new', closable: true }])}
      />
      <TabPanel of="example" tab={tab}>
        <ListTable
          label="Instances"
          columns={[
            { key: 'id', title: 'Instance', render: (row) => row.id, sortable: true },
            { key: 'state', title: 'State', render: (row) => <StateBadge state={row.state} /> },
            { key: 'rows', title: 'Rows', align: 'right', render: (row) => row.rows },
          ]}
          rows={states.map((state, index) => ({ id: `20261130${index}`, state, rows: index * 1000 }))}
          rowKey={(row) => row.id}
          rowLabel={(row) => row.id}
          onOpen={(row) => setDone(row.id)}
          sort={{ key: 'id', descending: true }}
          onSort={(key) => setDone(`sort ${key}`)}
        />
      </TabPanel>
      <Dialog
        open={open === 'dialog'}
        title="New table"
        onClose={() => setOpen('')}
        actions={
          <Button kind="primary" onClick={() => setOpen('')}>
            Create
          </Button>
        }
      >
        <TextField label="Table name" value={text} onChange={setText} />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Delete the table?"
        confirm="Delete"
        danger
        onClose={() => setOpen('')}
        onConfirm={() => {
          setOpen('');
          setDone('deleted');
        }}
      >
        Its rows are lost.
      </ConfirmDialog>
    </>
  );
}
