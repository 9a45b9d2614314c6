import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { api } from '../app/api';
import { formatDuration, formatNumber, formatTime } from '../app/format';
import { useText } from '../app/i18n';
import { Button } from '../widgets/controls/Button';
import { SearchField, SelectField, TextField } from '../widgets/controls/Field';
import { IconButton } from '../widgets/controls/IconButton';
import { type ListColumn, ListTable } from '../widgets/data/ListTable';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Spinner } from '../widgets/feedback/Spinner';
import { StateBadge } from '../widgets/feedback/StateBadge';
import { PageHeader } from '../widgets/layout/PageHeader';
import styles from './InstanceList.module.css';
import { texts } from './texts';
import { hasEnded, type InstanceRow, type InstanceList as List, mostCompared, nameOf } from './types';
import { useLater } from './useLater';
import { useNarrow } from './useNarrow';

const kPollMs = 3000;
const names = ['state', 'kind', 'user', 'name', 'text', 'from', 'to'] as const;
type Filters = Partial<Record<(typeof names)[number], string>>;

/** What a narrow window leaves to the instance's own page. */
const wideOnly = ['owner', 'steps', 'loss'];

/** A moment of a field of the kind datetime-local, in the time of the browser. */
const momentOf = (text: string | undefined) => (text ? new Date(text).getTime() : undefined);

export function InstanceList() {
  const t = useText(texts);
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  const [filters, setFilters] = useState<Filters>(() =>
    Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : []))),
  );
  const change = (name: keyof Filters, value: string) => {
    const next = { ...filters, [name]: value };
    setFilters(next);
    setSearch(
      names.flatMap((one) => (next[one] ? [[one, next[one] ?? '']] : [])),
      { replace: true },
    );
  };
  const asked = useLater(filters, 250);
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['logview', 'instances', asked],
    queryFn: ({ pageParam, signal }) =>
      api.get<List>(
        '/logview/instances',
        {
          state: asked.state === 'unended' ? 'waiting,running' : asked.state || undefined,
          kind: asked.kind || undefined,
          user: asked.user || undefined,
          name: asked.name || undefined,
          text: asked.text || undefined,
          from_ms: momentOf(asked.from),
          to_ms: momentOf(asked.to),
          after: pageParam ?? undefined,
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
    refetchInterval: kPollMs,
  });
  const rows = useMemo(() => data?.pages.flatMap((page) => page.instances) ?? [], [data]);
  const [picked, setPicked] = useState<InstanceRow[]>([]);
  const columns = useColumns(picked, setPicked);
  const isFiltered = names.some((name) => filters[name]);
  return (
    <>
      <PageHeader
        title={t.title}
        beside={data && <span className={styles.count}>{t.list.count(rows.length, hasNextPage)}</span>}
        actions={
          <>
            {picked.length > 0 && <IconButton icon="close" label={t.list.unpick} onClick={() => setPicked([])} />}
            <Button
              icon="chart"
              kind={picked.length > 1 ? 'primary' : undefined}
              onClick={() => navigate(`/logview/compare${picked.length > 1 ? `?${comparisonOf(picked)}` : ''}`)}
            >
              {picked.length > 1 ? t.list.compareThese(picked.length) : t.list.compare}
            </Button>
          </>
        }
      />
      <search className={styles.filters} aria-label={t.list.filters}>
        <SearchField
          className={styles.text}
          label={t.list.text}
          value={filters.text ?? ''}
          onChange={(text) => change('text', text)}
        />
        <SelectField
          label={t.list.state}
          hideLabel
          value={filters.state ?? ''}
          onChange={(state) => change('state', state)}
          options={[
            { value: '', label: t.list.anyState },
            { value: 'unended', label: t.list.unended },
            { value: 'success', label: t.history.success },
            { value: 'failed', label: t.history.failed },
            { value: 'cancelled', label: t.history.cancelled },
          ]}
        />
        <SelectField
          label={t.list.kind}
          hideLabel
          value={filters.kind ?? ''}
          onChange={(kind) => change('kind', kind)}
          options={[
            { value: '', label: t.list.anyKind },
            { value: 'sql', label: t.list.sql },
            { value: 'pai', label: t.list.pai },
          ]}
        />
        {(['name', 'user'] as const).map((name) => (
          <TextField
            key={name}
            className={styles.word}
            label={t.list[name]}
            hideLabel
            placeholder={t.list[name]}
            value={filters[name] ?? ''}
            onChange={(value) => change(name, value)}
          />
        ))}
        {(['from', 'to'] as const).map((name) => (
          <span key={name} className={styles.moment}>
            <span aria-hidden="true">{t.list[name]}</span>
            <TextField
              type="datetime-local"
              label={t.list[name]}
              hideLabel
              value={filters[name] ?? ''}
              onChange={(value) => change(name, value)}
            />
          </span>
        ))}
        {isFiltered && (
          <Button
            kind="quiet"
            icon="close"
            onClick={() => {
              setFilters({});
              setSearch([], { replace: true });
            }}
          >
            {t.list.clear}
          </Button>
        )}
      </search>
      <div className={styles.list}>
        {error !== null && <ErrorBox error={error} onRetry={() => void refetch()} />}
        {isPending && <Spinner label={t.loading} block />}
        {data && (
          <ListTable
            label={t.instances}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowLabel={(row) => `${row.name || row.kind} ${row.id}`}
            onOpen={(row) => navigate(`/logview/${encodeURIComponent(row.id)}`)}
            empty={
              <EmptyState icon="logview" title={isFiltered ? t.list.noMatch : t.list.empty}>
                {isFiltered ? undefined : t.list.emptyHelp}
              </EmptyState>
            }
          />
        )}
        {hasNextPage && (
          <div className={styles.more}>
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t.list.more}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

/** Of runs of one name the page offers the others, too. */
function comparisonOf(picked: InstanceRow[]): URLSearchParams {
  const ids = picked.map((row) => row.id).join(',');
  const name = picked[0]?.name ?? '';
  const areOne = name !== '' && picked.every((row) => row.name === name);
  return new URLSearchParams(areOne ? { job: name, ids } : { runs: ids });
}

type SetPicked = (change: (before: InstanceRow[]) => InstanceRow[]) => void;

/** The box of a row that is compared with others; with as many as there can be, only chosen ones are free. */
function Pick({ row, picked, setPicked }: { row: InstanceRow; picked: InstanceRow[]; setPicked: SetPicked }) {
  const t = useText(texts);
  const isPicked = picked.some((one) => one.id === row.id);
  const isFull = picked.length >= mostCompared && !isPicked;
  return (
    <input
      type="checkbox"
      className={styles.pick}
      aria-label={t.list.pick(`${nameOf(row)} ${row.id}`)}
      title={isFull ? t.list.most(mostCompared) : undefined}
      disabled={isFull}
      checked={isPicked}
      onChange={({ target }) =>
        setPicked((before) => [...before.filter((one) => one.id !== row.id), ...(target.checked ? [row] : [])])
      }
    />
  );
}

function useColumns(picked: InstanceRow[], setPicked: SetPicked): ListColumn<InstanceRow>[] {
  const t = useText(texts);
  const narrow = useNarrow();
  return useMemo(() => {
    const columns: ListColumn<InstanceRow>[] = [
      {
        key: 'picked',
        title: t.column.picked,
        hideTitle: true,
        width: '36px',
        render: (row) => row.kind === 'pai' && <Pick row={row} picked={picked} setPicked={setPicked} />,
      },
      { key: 'state', title: t.column.state, width: '112px', render: (row) => <StateBadge state={row.state} /> },
      {
        key: 'name',
        title: t.column.name,
        width: narrow ? '124px' : '140px',
        render: (row) => (
          <span className={styles.name} title={nameOf(row)}>
            <span className={styles.kind}>{row.kind === 'pai' ? t.list.pai : t.list.sql}</span>
            {row.name || <span className={styles.component}>{nameOf(row)}</span>}
          </span>
        ),
      },
      {
        key: 'statement',
        title: t.column.statement,
        render: (row) => (
          <span className={styles.statement} title={row.statement}>
            {row.statement.replace(/\s+/g, ' ')}
          </span>
        ),
      },
      { key: 'owner', title: t.column.owner, width: '88px', render: (row) => <Cut text={row.owner} /> },
      {
        key: 'started',
        title: t.column.started,
        width: '152px',
        render: (row) => <Cut text={formatTime(row.created_ms)} />,
      },
      {
        key: 'latency',
        title: t.column.latency,
        width: '80px',
        align: 'right',
        render: (row) => formatDuration((hasEnded(row.state) ? row.ended_ms : Date.now()) - row.created_ms),
      },
      {
        key: 'steps',
        title: t.column.steps,
        width: '64px',
        align: 'right',
        render: (row) => (row.steps === null ? '' : formatNumber(row.steps)),
      },
      {
        key: 'loss',
        title: t.column.loss,
        width: '80px',
        align: 'right',
        render: (row) => (row.loss === null ? '' : Number(row.loss.toPrecision(4)).toString()),
      },
      {
        key: 'id',
        title: t.column.id,
        width: '212px',
        render: (row) => (
          <span className={styles.id} title={row.id}>
            {row.id}
          </span>
        ),
      },
    ];
    return narrow ? columns.filter(({ key }) => !wideOnly.includes(key)) : columns;
  }, [t, narrow, picked, setPicked]);
}

function Cut({ text }: { text: string }) {
  return (
    <span className={styles.cut} title={text}>
      {text}
    </span>
  );
}
