import { Suspense, useEffect, useState } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { Button } from '../../widgets/controls/Button';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { Icon } from '../../widgets/Icon';
import { useText } from '../i18n';
import { lazyPage } from '../lazyPage';
import { useProject } from '../me';
import { pages } from '../pages';
import { useShortcuts } from '../shortcuts';
import { texts } from '../texts';
import { ErrorBoundary } from './ErrorBoundary';
import styles from './Shell.module.css';
import { ShortcutHelp } from './ShortcutHelp';
import { TopBar } from './TopBar';

const loaded = pages.map((page) => ({ ...page, Page: lazyPage(page.load) }));

const isAt = (location: string, path: string) => location === path || location.startsWith(`${path}/`);

/** The frame of all pages: their list on the left, the bar above, and the page of the address. */
export function Shell() {
  const t = useText(texts);
  const [location, navigate] = useLocation();
  const [helping, setHelping] = useState(false);
  const project = useProject();
  const here = pages.find((page) => isAt(location, page.path));
  const title = here ? t.pages[here.title] : t.notFound;
  useEffect(() => {
    document.title = `${title} · paisql`;
  }, [title]);
  useShortcuts([
    { keys: '?', title: t.shortcuts.help, group: t.shortcuts.general, run: () => setHelping(true) },
    { keys: 'Alt+1 … 7', title: t.shortcuts.page, group: t.shortcuts.general },
    { keys: 'Ctrl+Enter', title: t.shortcuts.run, group: t.shortcuts.general },
    { keys: 'Ctrl+S', title: t.shortcuts.save, group: t.shortcuts.general },
    { keys: 'Esc', title: t.shortcuts.close, group: t.shortcuts.general },
    ...pages.map((page, index) => ({
      keys: `Alt+${index + 1}`,
      title: t.pages[page.title],
      group: t.shortcuts.general,
      hidden: true,
      run: () => navigate(page.path),
    })),
  ]);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#page">
        {t.skip}
      </a>
      <TopBar onHelp={() => setHelping(true)} />
      <nav className={styles.nav} aria-label={t.navigation}>
        {pages.map((page) => (
          <Link
            key={page.path}
            href={page.path}
            className={styles.item}
            aria-current={page === here ? 'page' : undefined}
          >
            <Icon name={page.icon} size={20} />
            <span>{t.pages[page.title]}</span>
          </Link>
        ))}
      </nav>
      <main className={styles.main} id="page" tabIndex={-1}>
        <ErrorBoundary
          resetKey={location}
          fallback={(error, again) => (
            <EmptyState icon="failed" title={t.crashed} action={<Button onClick={again}>{t.again}</Button>}>
              {t.crashedHelp}
              <ErrorBox error={error} />
            </EmptyState>
          )}
        >
          <Suspense fallback={<Spinner label={t.loading} block />}>
            <Switch>
              <Route path="/">
                <Redirect to="/editor" replace />
              </Route>
              {loaded.map(({ path, stays, Page }) => (
                <Route key={path} path={`${path}/*?`}>
                  <Page key={stays ? '' : project} />
                </Route>
              ))}
              <Route>
                <EmptyState
                  icon="search"
                  title={t.notFound}
                  action={<Button onClick={() => navigate('/editor')}>{t.toEditor}</Button>}
                >
                  {t.notFoundHelp}
                </EmptyState>
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </main>
      <ShortcutHelp open={helping} onClose={() => setHelping(false)} />
    </div>
  );
}
