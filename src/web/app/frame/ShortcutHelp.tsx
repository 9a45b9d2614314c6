import { Dialog } from '../../widgets/feedback/Dialog';
import { useText } from '../i18n';
import { shortcuts } from '../shortcuts';
import { texts } from '../texts';
import styles from './ShortcutHelp.module.css';

/** The keys that hold now, those of the open page among them. */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText(texts);
  const rows = shortcuts.use().filter((row) => !row.hidden);
  const groups = Map.groupBy(rows, (row) => row.group);
  return (
    <Dialog open={open} title={t.help} onClose={onClose}>
      {[...groups].map(([group, list]) => (
        <section key={group} className={styles.group}>
          <h3>{group}</h3>
          <dl className={styles.list}>
            {list.map((row) => (
              <div key={row.keys + row.title}>
                <dt>{row.title}</dt>
                <dd>
                  {row.keys.split('+').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
