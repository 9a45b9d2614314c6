import { type ComponentType, lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import '../app/fonts.css';
import '../app/theme.css';
import '../app/theme';
import { suggestLanguage } from '../app/i18n';
import { listenToKeys } from '../app/shortcuts';
import { Toasts } from '../widgets/feedback/Toast';
import styles from './gallery.module.css';

// The page that the tests of the widgets look at, and people who change one: `gallery.html?grid` shows one
// example. It is not a part of the console.
const examples: Record<string, () => Promise<{ default: ComponentType }>> = {
  code: () => import('./CodeExample'),
  controls: () => import('./ControlsExample'),
  curve: () => import('./CurveExample'),
  graph: () => import('./GraphExample'),
  grid: () => import('./GridExample'),
  log: () => import('./LogExample'),
  split: () => import('./SplitExample'),
};

const name = location.search.slice(1).split('&')[0] ?? '';
const Example = lazy(examples[name] ?? (() => import('./ControlsExample')));

suggestLanguage(undefined);
listenToKeys();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <main className={styles.page}>
        <Suspense>
          <Example />
        </Suspense>
      </main>
      <Toasts />
    </StrictMode>,
  );
}
