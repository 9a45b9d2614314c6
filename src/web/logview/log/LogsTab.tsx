import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { ApiError, api } from '../../app/api';
import { formatBytes } from '../../app/format';
import { useText } from '../../app/i18n';
import { classes } from '../../widgets/classes';
import { Button } from '../../widgets/controls/Button';
import { SearchField } from '../../widgets/controls/Field';
import { LogLines } from '../../widgets/data/LogLines';
import { EmptyState } from '../../widgets/feedback/EmptyState';
import { ErrorBox } from '../../widgets/feedback/ErrorBox';
import { Spinner } from '../../widgets/feedback/Spinner';
import { toast } from '../../widgets/feedback/Toast';
import { SplitPane } from '../../widgets/layout/SplitPane';
import { texts } from '../texts';
import { hasEnded, type InstanceFacts, type JobProcess, type LogName } from '../types';
import styles from './LogsTab.module.css';
import { useLog } from './useLog';

const kShownProcesses = 12;

const nameOf = (log: { role: string; index: number }) => `${log.role} ${log.index}`;

/** The processes on the left, and the log of the chosen one. */
export function LogsTab({ instance }: { instance: InstanceFacts }) {
  const t = useText(texts);
  const [search, setSearch] = useSearchParams();
  const logs = instance.logs;
  const first = logs.find((log) => log.role === 'worker') ?? logs.find((log) => log.role !== 'supervisor') ?? logs[0];
  const chosen =
    logs.find((log) => log.role === search.get('role') && String(log.index) === search.get('index')) ?? first;
  if (!chosen) {
    return (
      <EmptyState icon="logview" title={t.log.none}>
        {t.log.noneHelp}
      </EmptyState>
    );
  }
  const pane = (
    <LogPane
      key={`${chosen.role}-${chosen.index}`}
      instance={instance}
      log={chosen}
      toError={search.get('error') === '1'}
    />
  );
  if (logs.length === 1) return pane;
  return (
    <SplitPane label={t.log.process} direction="row" initial={208} min={140} storageKey="logview.processes">
      <ProcessList
        instance={instance}
        chosen={chosen}
        onChoose={(log) => setSearch({ role: log.role, index: String(log.index) }, { replace: true })}
      />
      {pane}
    </SplitPane>
  );
}

function ProcessList(props: { instance: InstanceFacts; chosen: LogName; onChoose: (log: LogName) => void }) {
  const { instance, chosen, onChoose } = props;
  const t = useText(texts);
  const [wanted, setWanted] = useState('');
  const processes = useMemo(
    () => new Map((instance.processes ?? []).map((one) => [nameOf(one), one])),
    [instance.processes],
  );
  const shown = instance.logs.filter((log) => nameOf(log).includes(wanted.trim().toLowerCase()));
  return (
    <div className={styles.side}>
      {instance.logs.length > kShownProcesses && (
        <div className={styles.filter}>
          <SearchField label={t.log.filter} value={wanted} onChange={setWanted} />
        </div>
      )}
      <ul className={styles.processes} aria-label={t.processes}>
        {shown.map((log) => {
          const process = processes.get(nameOf(log));
          return (
            <li key={nameOf(log)}>
              <button
                type="button"
                aria-current={log === chosen ? 'true' : undefined}
                className={classes(styles.process, log === chosen && styles.chosen)}
                onClick={() => onChoose(log)}
              >
                <span className={classes(styles.dot, dotOf(process, styles))} />
                <span className={styles.name}>{log.role === 'supervisor' ? log.role : nameOf(log)}</span>
                <span className={styles.bytes}>{formatBytes(log.bytes)}</span>
                {process && <span className="visually-hidden">{t.process.states[process.state]}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function dotOf(process: JobProcess | undefined, names: Record<string, string>): string | undefined {
  if (!process) return undefined;
  if (process.state === 'running') return names.running;
  if (process.state === 'ended' && process.exit_status) return names.bad;
  return process.state === 'ended' ? names.good : undefined;
}

function LogPane({ instance, log, toError }: { instance: InstanceFacts; log: LogName; toError: boolean }) {
  const t = useText(texts);
  const state = useLog(instance.id, log.role, log.index, t.log.cut);
  const [marked, setMarked] = useState<number | null>(null);
  const [wantsError, setWantsError] = useState(toError);
  const { counted, findError } = state;
  useEffect(() => {
    if (!wantsError || !counted) return;
    setWantsError(false);
    findError().then(
      (line) => (line === null ? toast.good(t.log.noError) : setMarked(line)),
      (error) => toast.bad(error),
    );
  }, [wantsError, counted, findError, t]);
  const download = useDownload(instance.id, log);
  const part = state.part;
  if (!part) {
    const gone = state.error instanceof ApiError && !state.error.unreachable;
    if (gone) {
      return (
        <EmptyState icon="logview" title={hasEnded(instance.state) ? t.log.gone : t.log.none}>
          {hasEnded(instance.state) ? (state.error as ApiError).message : t.log.noneHelp}
        </EmptyState>
      );
    }
    return state.error ? <ErrorBox error={state.error} /> : <Spinner label={t.loading} block />;
  }
  const scanned = Math.floor((100 * (part.scanned - part.begin)) / Math.max(1, part.size - part.begin));
  return (
    <div className={styles.pane}>
      {part.begin > 0 && <p className={styles.note}>{t.log.beginsLater}</p>}
      <LogLines
        label={t.log.label(nameOf(log))}
        lineCount={state.lineCount}
        firstNumber={state.firstNumber}
        fetchLines={state.fetchLines}
        fresh={state.fresh}
        version={state.version}
        live={!toError}
        empty={hasEnded(instance.state) ? t.log.none : undefined}
        marked={marked}
        find={counted ? state.find : undefined}
        bar={
          <>
            <span className={styles.size}>{formatBytes(part.size - part.begin)}</span>
            {!counted && <span className={styles.size}>{t.log.indexing(scanned)}</span>}
            {state.searched !== null && (
              <span className={styles.size} role="status">
                {t.log.searching(Math.round(state.searched * 100))}
              </span>
            )}
            {state.error !== null && (
              <span className={styles.lost} role="status">
                {t.log.lost}
              </span>
            )}
            <Button small kind="quiet" icon="error" disabled={!counted} onClick={() => setWantsError(true)}>
              {t.log.firstError}
            </Button>
            <Button small kind="quiet" icon="download" busy={download.busy} onClick={download.start}>
              {t.log.download}
            </Button>
          </>
        }
      />
    </div>
  );
}

function useDownload(id: string, log: LogName) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const path = `/logview/instances/${encodeURIComponent(id)}/logs/${log.role}/${log.index}/output/download`;
      const address = URL.createObjectURL(await api.blob(path));
      const link = document.createElement('a');
      link.href = address;
      link.download = `${id}-${log.role}-${log.index}.log`;
      link.click();
      URL.revokeObjectURL(address);
    } catch (error) {
      toast.bad(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, start: () => void start() };
}
