import { useQuery } from '@tanstack/react-query';
import { api } from '../app/api';
import { useText } from '../app/i18n';
import { Button } from '../widgets/controls/Button';
import { ListTable } from '../widgets/data/ListTable';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Icon } from '../widgets/Icon';
import { Toolbar, ToolbarSpace } from '../widgets/layout/Toolbar';
import type { Flow, Problem } from './flowApi';
import { texts } from './texts';
import styles from './Workflows.module.css';

/** What paisql flow check says of the workflow. */
export function ProblemsTab({ flow, bizdate }: { flow: Flow; bizdate: string }) {
  const t = useText(texts);
  const check = useQuery({
    queryKey: ['workflows', 'check', flow.id, bizdate],
    enabled: false,
    queryFn: ({ signal }) => api.get<{ problems: Problem[] }>(`/workflows/${flow.id}/check`, { bizdate }, { signal }),
  });
  const problems = check.data?.problems ?? flow.problems ?? [];
  const whole = check.data !== undefined;
  const count = (severity: Problem['severity']) => problems.filter((one) => one.severity === severity).length;
  return (
    <>
      <Toolbar label={t.problems}>
        <span className={styles.counts} aria-live="polite">
          <span className={count('error') > 0 ? styles.bad : styles.muted}>{t.errors(count('error'))}</span>
          <span className={count('warning') > 0 ? styles.warn : styles.muted}>{t.warnings(count('warning'))}</span>
        </span>
        <ToolbarSpace />
        <Button
          icon="check"
          busy={check.isFetching}
          disabled={!flow.may_read || !flow.flow}
          onClick={() => void check.refetch()}
        >
          {t.checkSql}
        </Button>
      </Toolbar>
      {check.error && <ErrorBox error={check.error} />}
      {problems.length === 0 ? (
        <EmptyState icon={whole ? 'success' : 'check'} title={whole ? t.checked : t.unchecked}>
          {whole ? t.checkedHelp : t.uncheckedHelp}
        </EmptyState>
      ) : (
        <ListTable
          label={t.problems}
          rows={problems.map((one, index) => ({ ...one, index }))}
          rowKey={(one) => String(one.index)}
          columns={[
            {
              key: 'severity',
              title: t.severity,
              width: '110px',
              render: (one) => (
                <span className={`${styles.inline} ${one.severity === 'error' ? styles.bad : styles.warn}`}>
                  <Icon name={one.severity === 'error' ? 'error' : 'warning'} />
                  {t[one.severity]}
                </span>
              ),
            },
            {
              key: 'place',
              title: t.place,
              width: '22%',
              render: (one) => <code>{`${one.file.split('/').pop()}:${one.line}:${one.column}`}</code>,
            },
            {
              key: 'message',
              title: t.message,
              render: (one) => (
                <>
                  {one.code !== '' && <span className={styles.muted}>{one.code} </span>}
                  {one.message}
                </>
              ),
            },
            { key: 'cure', title: t.cure, width: '28%', render: (one) => one.cure },
          ]}
        />
      )}
    </>
  );
}
