import { useQueryClient } from '@tanstack/react-query';
import { SelectField } from '../../widgets/controls/Field';
import { IconButton } from '../../widgets/controls/IconButton';
import { Menu } from '../../widgets/controls/Menu';
import { access } from '../connection';
import { chooseLanguage, type Language, useLanguage, useText } from '../i18n';
import icon from '../icon.svg';
import { useMe, useProject } from '../me';
import { project, projectChosen, token } from '../session';
import { texts } from '../texts';
import { chooseTheme, type Theme, useTheme } from '../theme';
import { ConnectionBar } from './ConnectionBar';
import styles from './TopBar.module.css';

/** The project, what the server is doing, and what the person chooses for all pages. */
export function TopBar({ onHelp }: { onHelp: () => void }) {
  const t = useText(texts);
  const me = useMe();
  const current = useProject();
  const language = useLanguage();
  const theme = useTheme();
  const queries = useQueryClient();
  const names = me ? [...new Set([...me.projects, current])] : [];
  const signOut = () => {
    token.set('');
    queries.clear();
    access.set('none');
  };
  return (
    <header className={styles.bar}>
      <span className={styles.brand}>
        <img src={icon} alt="" width={20} height={20} />
        paisql
      </span>
      <SelectField
        label={t.project}
        hideLabel
        value={current}
        options={names.map((name) => ({ value: name, label: name }))}
        onChange={(name) => {
          projectChosen.set(true);
          project.set(name);
          void queries.invalidateQueries();
        }}
      />
      <span className={styles.space} />
      <ConnectionBar />
      <Menu
        label={t.language}
        icon="language"
        items={(['en', 'zh'] as Language[]).map((one) => ({
          label: t.languages[one],
          checked: one === language,
          onSelect: () => chooseLanguage(one),
        }))}
      />
      <Menu
        label={t.theme}
        icon={theme === 'system' ? 'system' : theme === 'dark' ? 'moon' : 'sun'}
        items={(['system', 'light', 'dark'] as Theme[]).map((one) => ({
          label: t.themes[one],
          checked: one === theme,
          onSelect: () => chooseTheme(one),
        }))}
      />
      <IconButton icon="keyboard" label={t.help} onClick={onHelp} />
      <Menu
        label={t.account}
        icon="user"
        items={[
          { label: me?.owner ? t.owner : (me?.user ?? ''), disabled: true, icon: 'user' },
          ...(me?.home ? [{ label: me.home, disabled: true, icon: 'folder' } as const] : []),
          { label: t.version(me?.version ?? ''), disabled: true, icon: 'info' },
          ...(me?.signs_in ? (['separator', { label: t.signOut, icon: 'signOut', onSelect: signOut }] as const) : []),
        ]}
      />
    </header>
  );
}
