import { useText } from '../../app/i18n';
import { IconButton } from '../../widgets/controls/IconButton';
import { Menu, type MenuItem } from '../../widgets/controls/Menu';
import { copyText } from '../../widgets/copyText';
import { toast } from '../../widgets/feedback/Toast';
import type { Change, TableFacts } from '../client';
import { texts } from '../texts';

/** The menu of a table's changes. Changes that the user may not make are not offered. */
export function TableActions({
  facts,
  onChange,
  onRefresh,
}: {
  facts: TableFacts;
  onChange: (change: Change) => void;
  onRefresh: () => void;
}) {
  const t = useText(texts);
  const { Alter, Drop } = facts.rights;
  const copy = (text: string) => {
    copyText(text).then(() => toast.good(t.copied), toast.bad);
  };
  const items: MenuItem[] = [
    { label: t.copyName, icon: 'copy', onSelect: () => copy(qualifiedName(facts)) },
    { label: t.querySelect, icon: 'editor', onSelect: () => copy(selectOf(facts)) },
    'separator',
    {
      label: t.setComment,
      icon: 'text',
      disabled: !Alter,
      onSelect: () => onChange({ action: 'comment', value: facts.comment }),
    },
    {
      label: t.setLifecycle,
      icon: 'clock',
      disabled: !Alter || facts.shape === 'view',
      onSelect: () => onChange({ action: 'lifecycle', value: String(facts.lifecycle_days ?? 30) }),
    },
    {
      label: t.rename,
      icon: 'edit',
      disabled: !Alter || facts.shape === 'materialized',
      onSelect: () => onChange({ action: 'rename', value: facts.name }),
    },
    'separator',
    { label: t.drop, icon: 'trash', danger: true, disabled: !Drop, onSelect: () => onChange({ action: 'drop' }) },
  ];
  return (
    <>
      <IconButton icon="refresh" label={t.refresh} onClick={onRefresh} />
      <Menu label={t.actions} text={t.actions} icon="chevronDown" items={items} />
    </>
  );
}

const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``;

/** The name as SQL takes it anywhere in the home. */
export function qualifiedName(facts: TableFacts): string {
  const parts = [facts.project, ...(facts.schema === 'default' ? [] : [facts.schema]), facts.name];
  return parts.map((part) => (/^[A-Za-z_]\w*$/.test(part) ? part : quoted(part))).join('.');
}

function selectOf(facts: TableFacts): string {
  const columns = facts.columns.map((column) => quoted(column.name)).join(',\n       ');
  return `SELECT ${columns}\nFROM ${qualifiedName(facts)}\nLIMIT 100;`;
}
