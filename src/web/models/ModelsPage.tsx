import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { formatNumber } from '../app/format';
import { useText } from '../app/i18n';
import { Button } from '../widgets/controls/Button';
import { SearchField } from '../widgets/controls/Field';
import { Tree } from '../widgets/data/Tree';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { SplitPane } from '../widgets/layout/SplitPane';
import { modelsApi } from './client';
import { ModelDetail } from './ModelDetail';
import styles from './Models.module.css';
import { texts } from './texts';

const kMost = 500;

export function modelHref(model: string, version?: number): string {
  const query = new URLSearchParams({ model });
  if (version !== undefined) query.set('version', String(version));
  return `/models?${query}`;
}

/** The models of the project on the left; on the right the versions of one and what is known of them. */
export default function ModelsPage() {
  const t = useText(texts);
  const query = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const models = useQuery({
    queryKey: ['models', 'list', q],
    queryFn: ({ signal }) => modelsApi.list(q, 0, kMost, { signal }),
    retry: false,
    placeholderData: (last) => last,
  });
  const chosen = query.get('model') ?? '';
  const version = Number(query.get('version') ?? '') || null;
  if (models.error) return <ErrorBox error={models.error} onRetry={() => void models.refetch()} />;
  if (!models.data) return <Spinner label={t.title} block />;
  const listed = models.data.models;
  if (listed.length === 0 && q === '' && chosen === '') {
    return (
      <>
        <h1 className="visually-hidden">{t.title}</h1>
        <EmptyState
          icon="model"
          title={t.none}
          action={<Button onClick={() => navigate('/designer')}>{t.toDesigner}</Button>}
        >
          {t.noneHelp}
        </EmptyState>
      </>
    );
  }
  return (
    <SplitPane label={t.split} direction="row" initial={0.22} min={200} minOther={480} storageKey="models">
      <aside className={styles.side}>
        <div className={styles.filters}>
          <SearchField label={t.find} value={text} onChange={setText} />
        </div>
        <Tree
          label={t.list}
          selected={chosen}
          onSelect={(name) => navigate(modelHref(name))}
          nodes={listed.map((model) => ({
            id: model.name,
            label: model.name,
            icon: 'model',
            detail: model.versions > 1 ? `${model.versions}` : undefined,
          }))}
        />
        <p className={styles.count} aria-live="polite">
          {listed.length === 0 ? t.noMatch : t.count(formatNumber(models.data.total))}
        </p>
      </aside>
      <section className={styles.main}>
        {chosen === '' ? (
          <>
            <h1 className="visually-hidden">{t.title}</h1>
            <EmptyState icon="model" title={t.choose}>
              {t.chooseHelp}
            </EmptyState>
          </>
        ) : (
          <ModelDetail
            key={chosen}
            name={chosen}
            version={version}
            onVersion={(wanted) => navigate(modelHref(chosen, wanted), { replace: true })}
            onGone={() => navigate('/models', { replace: true })}
          />
        )}
      </section>
    </SplitPane>
  );
}
