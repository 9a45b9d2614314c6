import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { formatDuration, formatNumber, formatTime } from '../../app/format';
import { useText } from '../../app/i18n';
import { useProject } from '../../app/me';
import { project } from '../../app/session';
import { Button } from '../../widgets/controls/Button';
import { SearchField } from '../../widgets/controls/Field';
import { Menu } from '../../widgets/controls/Menu';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { StateBadge } from '../../widgets/feedback/StateBadge';
import { toast } from '../../widgets/feedback/Toast';
import { addDoc } from '../documents';
import { nowhere, runAll, showInstance, useRuns } from '../runs';
import { type RunLine, server } from '../server';
import { texts } from '../texts';
import styles from './HistoryPanel.module.css';
import { SidePanel } from './SidePanel';

const kLookMs = 5000;

/** What the user has run in the project, the newest first. */
export function HistoryPanel(props: { id: string; onInsert: (text: string) => void; onClose: () => void }) {
  const t = useText(texts);
  const here = useProject();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const { going } = useRuns(props.id);
  const lines = useInfiniteQuery({
    queryKey: ['editor', 'history', here, wanted],
    queryFn: ({ pageParam, signal }) => server.history(wanted, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next || undefined,
    refetchInterval: kLookMs,
    placeholderData: (before) => before,
  });
  const { refetch } = lines;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has just run, or ended, is in the list at once
  useEffect(() => void refetch(), [going, refetch]);
  const found = lines.data?.pages.flatMap((page) => page.instances) ?? [];
  return (
    <SidePanel title={t.history} onClose={props.onClose}>
      <div className={styles.search}>
        <SearchField label={t.search} value={search} onChange={setSearch} />
      </div>
      {lines.isPending && <Spinner label={t.history} block />}
      {lines.error && <ErrorBox error={lines.error} onRetry={() => void refetch()} />}
      {lines.data && found.length === 0 && (
        <EmptyState icon="history" title={wanted === '' ? t.noHistory : t.noneFound}>
          {wanted === '' ? t.noHistoryHelp : undefined}
        </EmptyState>
      )}
      {found.length > 0 && (
        <ul className={styles.list} aria-label={t.history}>
          {found.map((line) => (
            <HistoryLine key={line.id} line={line} {...props} going={going} />
          ))}
          {lines.hasNextPage && (
            <li className={styles.more}>
              <Button small busy={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
                {t.more}
              </Button>
            </li>
          )}
        </ul>
      )}
    </SidePanel>
  );
}

interface LineProps {
  id: string;
  line: RunLine;
  going: boolean;
  onInsert: (text: string) => void;
}

function HistoryLine({ id, line, going, onInsert }: LineProps) {
  const t = useText(texts);
  // The list has the beginnings of long statements.
  const withStatement = (use: (statement: string) => void) => () => {
    server.instance(line.id).then((run) => use(run.statement), toast.bad);
  };
  const show = () => void showInstance(id, line.id, line.statement);
  return (
    <li className={styles.line}>
      <button type="button" className={styles.statement} title={line.statement} disabled={going} onClick={show}>
        <StateBadge state={line.state} compact />
        <code>{line.statement}</code>
      </button>
      <span className={styles.facts}>
        {formatTime(line.started_ms)}
        {line.ended_ms > 0 && <span>{formatDuration(line.ended_ms - line.started_ms)}</span>}
        {line.rows !== null && <span>{line.rows === 1 ? t.oneRow : t.rows(formatNumber(line.rows))}</span>}
        <Menu
          label={t.tabActions}
          small
          items={[
            { label: t.showResult, icon: 'grid', disabled: going, onSelect: show },
            {
              label: t.again,
              icon: 'play',
              disabled: going,
              onSelect: withStatement((text) => void runAll(id, [{ text, place: nowhere }], {})),
            },
            {
              label: t.openInTab,
              icon: 'add',
              onSelect: withStatement((text) => addDoc(line.verb.toLowerCase(), project.get(), `${text};\n`)),
            },
            { label: t.insert, icon: 'edit', onSelect: withStatement((text) => onInsert(`${text};\n`)) },
          ]}
        />
      </span>
      {line.error && <p className={styles.error}>{line.error}</p>}
    </li>
  );
}
