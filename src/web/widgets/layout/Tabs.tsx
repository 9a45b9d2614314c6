import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../app/i18n';
import { classes } from '../classes';
import { IconButton } from '../controls/IconButton';
import { Icon, type IconName } from '../Icon';
import { texts } from '../texts';
import styles from './Tabs.module.css';

export interface Tab {
  id: string;
  title: string;
  icon?: IconName;
  /** A count or a state beside the title. */
  badge?: ReactNode;
  closable?: boolean;
}

export interface TabsProps {
  /** Names the tabs among others of the page; TabPanel takes the same. */
  id: string;
  label: string;
  tabs: Tab[];
  selected: string;
  onSelect: (id: string) => void;
  /** Asked for by the cross, the middle mouse button and Delete. */
  onClose?: (id: string) => void;
  /** A double press, or F2, lets somebody type another title. */
  onRename?: (id: string, title: string) => void;
  /** A button after the last tab makes another one. */
  onAdd?: () => void;
  /** What stands at the right end. */
  trailing?: ReactNode;
}

export function Tabs({ id, label, tabs, selected, onSelect, onClose, onRename, onAdd, trailing }: TabsProps) {
  const t = useText(texts);
  const list = useRef<HTMLDivElement>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  useEffect(() => {
    const tab = list.current?.querySelector(`[id="${CSS.escape(`${id}-tab-${selected}`)}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [id, selected]);
  const key = (event: KeyboardEvent, index: number) => {
    const last = tabs.length - 1;
    const to = {
      ArrowRight: index < last ? index + 1 : 0,
      ArrowLeft: index > 0 ? index - 1 : last,
      Home: 0,
      End: last,
    }[event.key];
    const tab = tabs[to ?? index];
    if (!tab) return;
    if (to !== undefined) {
      onSelect(tab.id);
      document.getElementById(`${id}-tab-${tab.id}`)?.focus();
    } else if (event.key === 'Delete' && tab.closable) onClose?.(tab.id);
    else if (event.key === 'F2' && onRename) setRenamed(tab.id);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.bar}>
      <div ref={list} className={styles.tabs} role="tablist" aria-label={label}>
        {tabs.map((tab, index) =>
          tab.id === renamed ? (
            <Renaming
              key={tab.id}
              title={tab.title}
              onDone={(title) => {
                setRenamed(null);
                if (title !== null && title !== tab.title) onRename?.(tab.id, title);
              }}
            />
          ) : (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.id}`}
              aria-selected={tab.id === selected}
              aria-controls={tab.id === selected ? `${id}-panel-${tab.id}` : undefined}
              tabIndex={tab.id === selected ? 0 : -1}
              className={classes(styles.tab, tab.id === selected && styles.selected)}
              onClick={() => onSelect(tab.id)}
              onDoubleClick={() => onRename && setRenamed(tab.id)}
              onKeyDown={(event) => key(event, index)}
              onAuxClick={(event) => event.button === 1 && tab.closable && onClose?.(tab.id)}
            >
              {tab.icon && <Icon name={tab.icon} />}
              <span className={styles.title}>{tab.title}</span>
              {tab.badge !== undefined && <span className={styles.badge}>{tab.badge}</span>}
              {tab.closable && (
                <span
                  className={styles.close}
                  title={t.closeTab(tab.title)}
                  aria-hidden="true"
                  onClick={(event) => {
                    event.stopPropagation();
                    onClose?.(tab.id);
                  }}
                >
                  <Icon name="close" size={12} />
                </span>
              )}
            </button>
          ),
        )}
      </div>
      {onAdd && <IconButton icon="add" small label={t.newTab} onClick={onAdd} />}
      {trailing && <div className={styles.trailing}>{trailing}</div>}
    </div>
  );
}

function Renaming({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const t = useText(texts);
  const [value, setValue] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const done = (keep: boolean) => onDone(keep && value.trim() !== '' ? value.trim() : null);
  return (
    <input
      ref={field}
      className={styles.renaming}
      aria-label={t.tabTitle}
      value={value}
      size={Math.max(8, value.length)}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => done(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done(true);
        if (event.key === 'Escape') done(false);
        event.stopPropagation();
      }}
    />
  );
}

/** What the tab shows; it is given only for the selected one, or `hidden` for the others. */
export function TabPanel({
  of,
  tab,
  hidden,
  children,
}: {
  of: string;
  tab: string;
  hidden?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      role="tabpanel"
      id={`${of}-panel-${tab}`}
      aria-labelledby={`${of}-tab-${tab}`}
      hidden={hidden}
      className={styles.panel}
    >
      {children}
    </div>
  );
}
