import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../app/i18n';
import { classes } from './classes';
import { Icon, type IconName } from './Icon';
import { IconButton } from './IconButton';
import styles from './Tabs.module.css';
import { texts } from './texts';

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
  onClose?: (id: string) => void;
  /** A button after the last tab makes another one. */
  onAdd?: () => void;
  /** What stands at the right end. */
  trailing?: ReactNode;
}

export function Tabs({ id, label, tabs, selected, onSelect, onClose, onAdd, trailing }: TabsProps) {
  const t = useText(texts);
  const move = (event: KeyboardEvent, index: number) => {
    const to =
      event.key === 'ArrowRight'
        ? index + 1
        : event.key === 'ArrowLeft'
          ? index - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? tabs.length - 1
              : null;
    const tab = to === null ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (tab) {
      event.preventDefault();
      onSelect(tab.id);
      document.getElementById(`${id}-tab-${tab.id}`)?.focus();
    } else if (event.key === 'Delete' && tabs[index]?.closable) {
      event.preventDefault();
      onClose?.(tabs[index].id);
    }
  };
  return (
    <div className={styles.bar}>
      <div className={styles.tabs} role="tablist" aria-label={label}>
        {tabs.map((tab, index) => (
          <span
            key={tab.id}
            role="presentation"
            className={classes(styles.tab, tab.id === selected && styles.selected)}
          >
            <button
              type="button"
              role="tab"
              id={`${id}-tab-${tab.id}`}
              aria-selected={tab.id === selected}
              aria-controls={`${id}-panel-${tab.id}`}
              tabIndex={tab.id === selected ? 0 : -1}
              className={styles.button}
              onClick={() => onSelect(tab.id)}
              onKeyDown={(event) => move(event, index)}
              onAuxClick={(event) => {
                if (event.button === 1 && tab.closable) onClose?.(tab.id);
              }}
            >
              {tab.icon && <Icon name={tab.icon} />}
              <span className={styles.title}>{tab.title}</span>
              {tab.badge !== undefined && <span className={styles.badge}>{tab.badge}</span>}
            </button>
            {tab.closable && (
              <button
                type="button"
                className={styles.close}
                aria-label={t.closeTab(tab.title)}
                tabIndex={-1}
                onClick={() => onClose?.(tab.id)}
              >
                <Icon name="close" size={12} />
              </button>
            )}
          </span>
        ))}
      </div>
      {onAdd && <IconButton icon="add" small label={t.newTab} onClick={onAdd} />}
      {trailing && <div className={styles.trailing}>{trailing}</div>}
    </div>
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
