import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../app/api';
import { useText } from '../app/i18n';
import { SelectField } from '../widgets/controls/Field';
import { LogLines } from '../widgets/data/LogLines';
import { EmptyState } from '../widgets/feedback/EmptyState';
import { ErrorBox } from '../widgets/feedback/ErrorBox';
import { Toolbar } from '../widgets/layout/Toolbar';
import styles from './Services.module.css';
import type { Service } from './serviceApi';
import { texts } from './texts';

const kMostLines = 100_000;
interface Piece {
  text: string;
  next: number;
  size: number;
}

/** What the processes of a service print. */
export function LogTab({ service }: { service: Service }) {
  const t = useText(texts);
  const processes = service.versions.flatMap((version) =>
    version.instances.map((one) => ({
      value: `${version.version}/${one.index}`,
      label: t.logOfProcess(version.version, one.index + 1),
    })),
  );
  // Those that have ended have left a log as well.
  const main = service.versions.find((one) => one.role === 'main')?.version ?? 1;
  const options = [
    ...(processes.length > 0 ? processes : [{ value: `${main}/0`, label: t.logOfProcess(main, 1) }]),
    ...(service.owns_home
      ? [
          { value: 'front', label: t.logOfFront },
          { value: 'supervisor', label: t.logOfSupervisor },
        ]
      : []),
  ];
  const [chosen, setChosen] = useState('');
  const source = options.some((one) => one.value === chosen) ? chosen : (options[0]?.value ?? 'front');
  const log = useServiceLog(service.name, source, service.may_change);
  const { lines } = log;
  const fetchLines = useCallback(async (from: number, count: number) => lines.slice(from, from + count), [lines]);
  const find = async (text: string, from: number, backwards: boolean) => {
    const wanted = text.toLowerCase();
    for (let at = from; at >= 0 && at < lines.length; at += backwards ? -1 : 1) {
      if (lines[at]?.toLowerCase().includes(wanted)) return at;
    }
    return null;
  };
  if (!service.may_change) return <EmptyState icon="lock" title={t.mayNotRead} />;
  return (
    <>
      <Toolbar label={t.logSource}>
        <SelectField label={t.logSource} hideLabel value={source} onChange={setChosen} options={options} />
      </Toolbar>
      {log.error !== null && <ErrorBox error={log.error} />}
      <div className={styles.logBox}>
        <LogLines
          key={source}
          label={t.logName}
          lineCount={lines.length}
          fetchLines={fetchLines}
          version={lines}
          find={find}
          live
        />
      </div>
    </>
  );
}

function useServiceLog(name: string, source: string, on: boolean): { lines: string[]; error: unknown } {
  const [log, setLog] = useState<{ lines: string[]; error: unknown }>({ lines: [], error: null });
  const rest = useRef('');
  useEffect(() => {
    setLog({ lines: [], error: null });
    rest.current = '';
    if (!on) return;
    const [version, index] = source.split('/');
    const where = index === undefined ? { source } : { source: 'instance', version, index };
    const aborted = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let next = -1;
    const look = async () => {
      try {
        const path = `/services/${encodeURIComponent(name)}/log`;
        const piece = await api.get<Piece>(path, { ...where, after: next }, { signal: aborted.signal });
        if (piece.next < next) rest.current = '';
        next = piece.next;
        const parts = (rest.current + piece.text).split('\n');
        rest.current = parts.pop() ?? '';
        setLog((before) => ({
          lines: parts.length === 0 ? before.lines : [...before.lines, ...parts].slice(-kMostLines),
          error: null,
        }));
      } catch (error) {
        if (aborted.signal.aborted) return;
        setLog((before) => ({ ...before, error }));
      }
      timer = setTimeout(look, 1500);
    };
    void look();
    return () => {
      aborted.abort();
      clearTimeout(timer);
    };
  }, [name, source, on]);
  return log;
}
