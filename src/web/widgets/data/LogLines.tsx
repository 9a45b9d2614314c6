import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../app/format';
import { useText } from '../../app/i18n';
import { classes } from '../classes';
import { SearchField } from '../controls/Field';
import { IconButton } from '../controls/IconButton';
import { copyText } from '../copyText';
import { ErrorBox } from '../feedback/ErrorBox';
import { toast } from '../feedback/Toast';
import { texts } from '../texts';
import { useBlocks } from './grid/useBlocks';
import { useVirtualScroll } from './grid/useVirtualScroll';
import styles from './LogLines.module.css';
import { coloured } from './log/ansi';
import { partsOf, plainLine, shownWidth } from './log/line';

export interface LogLine {
  text: string;
  kind?: 'plain' | 'warning' | 'error' | 'step';
}

export interface LogLinesProps {
  label: string;
  lineCount: number;
  /** May give fewer lines than asked: the rest is asked for again. */
  fetchLines: (from: number, count: number) => Promise<(string | LogLine)[]>;
  /** Lines are still coming: the end is followed until somebody scrolls away from it. */
  live?: boolean;
  /** Looks for a text from a line on, forwards or backwards; the line, or null. Without it there is no search field. */
  find?: (text: string, from: number, backwards: boolean) => Promise<number | null>;
  /** Another version throws away all lines that were fetched. */
  version?: unknown;
  /** A line to show and to mark, from 0. */
  marked?: number | null;
  /** The number of the first line, where the log is a part of another; null where it is not known yet. */
  firstNumber?: number | null;
  /** A line that is known to be newer than the fetched one. */
  fresh?: (index: number) => LogLine | undefined;
  /** More notes and controls, left of the search. */
  bar?: ReactNode;
  /** What is shown while there are no lines. */
  empty?: string;
}

const kLinePx = 18;
const kMostCopied = 100_000;

/** A log of any length: only the lines in sight are fetched and drawn. A press on a number selects its line. */
export function LogLines(props: LogLinesProps) {
  const { label, lineCount, fetchLines, live = false, find, version, marked = null, firstNumber = 1, empty } = props;
  const { fresh, bar } = props;
  const t = useText(texts);
  const [following, setFollowing] = useState(live);
  const scroll = useVirtualScroll(lineCount, kLinePx, 0, (atEnd) => setFollowing(atEnd && (live || following)));
  const lines = useBlocks(lineCount, fetchLines, version, scroll.first, scroll.end);
  const search = useSearch(find, scroll.first, (line) => {
    setFollowing(false);
    scroll.reveal(Math.max(0, line - 2));
    scroll.reveal(Math.min(lineCount - 1, line + 2));
  });
  const [chosen, setChosen] = useState<{ from: number; to: number } | null>(null);
  const widest = useRef(80);

  const { scrollTo, reveal } = scroll;
  useEffect(() => {
    if (following && scroll.height > 0) scrollTo(lineCount * kLinePx);
  }, [following, lineCount, scroll.height, scrollTo]);
  useEffect(() => {
    if (marked === null) return;
    setFollowing(false);
    reveal(Math.max(0, marked - 3));
    reveal(marked);
  }, [marked, reveal]);

  const copy = async () => {
    if (!chosen) return;
    const first = Math.min(chosen.from, chosen.to);
    const count = Math.min(kMostCopied, Math.abs(chosen.to - chosen.from) + 1);
    const copied: string[] = [];
    while (copied.length < count) {
      const some = await fetchLines(first + copied.length, Math.min(2000, count - copied.length));
      if (some.length === 0) break;
      copied.push(...some.map((line) => plainLine(textOf(line))));
    }
    await copyText(copied.join('\n'));
    toast.good(t.copied);
  };
  const key = (event: KeyboardEvent) => {
    const page = scroll.height - 2 * kLinePx;
    const by = { ArrowDown: kLinePx, ArrowUp: -kLinePx, PageDown: page, PageUp: -page }[event.key];
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key === 'c' && chosen && getSelection()?.isCollapsed !== false) void copy().catch(toast.bad);
    else if (by !== undefined || event.key === 'Home' || event.key === 'End') {
      setFollowing(event.key === 'End' && live);
      scrollTo(by !== undefined ? scroll.top + by : event.key === 'Home' ? 0 : lineCount * kLinePx);
    } else return;
    event.preventDefault();
  };

  const shown = [];
  for (let index = scroll.first; index < scroll.end; index += 1) {
    const line = fresh?.(index) ?? lines.at(index);
    const text = line === undefined ? undefined : plainLine(textOf(line));
    if (text !== undefined) widest.current = Math.max(widest.current, shownWidth(text));
    const raw = line === undefined ? '' : textOf(line);
    shown.push({ index, text, raw, kind: typeof line === 'object' ? line.kind : undefined });
  }
  const numbers = String(lineCount + (firstNumber ?? 0)).length + 2;
  const isChosen = (index: number) =>
    chosen !== null && index >= Math.min(chosen.from, chosen.to) && index <= Math.max(chosen.from, chosen.to);
  return (
    <section className={styles.log} aria-label={label}>
      <div className={styles.bar}>
        <span className={styles.count}>{t.lines(formatNumber(lineCount))}</span>
        {bar}
        <span className={styles.space} />
        {find && (
          <>
            <span className={styles.missed} role="status">
              {search.missed && t.notFound}
            </span>
            <SearchField label={t.findInLog} value={search.wanted} onChange={search.change} onEnter={search.run} />
            <IconButton
              icon="chevronUp"
              small
              label={t.findPrevious}
              keys="Shift+Enter"
              onClick={() => search.run(true)}
            />
            <IconButton icon="chevronDown" small label={t.findNext} keys="Enter" onClick={() => search.run(false)} />
          </>
        )}
        <IconButton
          icon="copy"
          small
          label={t.copyLines}
          keys="Ctrl+C"
          disabled={!chosen}
          onClick={() => void copy().catch(toast.bad)}
        />
        <IconButton icon="follow" small label={t.follow} pressed={following} onClick={() => setFollowing(!following)} />
      </div>
      <div
        ref={scroll.box}
        className={styles.box}
        role="log"
        aria-label={label}
        aria-live="off"
        tabIndex={0}
        onKeyDown={key}
      >
        <div style={{ height: scroll.spacerPx, width: `${widest.current + numbers + 2}ch`, minWidth: '100%' }}>
          <div className={styles.layer} style={{ width: scroll.width, height: scroll.height }}>
            {shown.map(({ index, text, raw, kind }) => (
              <div
                key={index}
                className={classes(
                  styles.line,
                  kind && styles[kind],
                  (index === search.found || index === marked) && styles.marked,
                  isChosen(index) && styles.chosen,
                )}
                style={{ transform: `translate(${-scroll.left}px, ${index * kLinePx - scroll.top}px)` }}
              >
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles.number}
                  style={{ width: `${numbers}ch`, transform: `translateX(${scroll.left}px)` }}
                  onClick={(event) =>
                    setChosen(event.shiftKey && chosen ? { ...chosen, to: index } : { from: index, to: index })
                  }
                >
                  {firstNumber === null ? '' : index + firstNumber}
                </button>
                <span className={styles.text}>
                  {search.wanted === '' && raw.includes('\u001b')
                    ? coloured(raw)
                    : partsOf(text ?? '', search.wanted).map((part, at) =>
                        part.found ? <mark key={at}>{part.text}</mark> : part.text,
                      )}
                </span>
              </div>
            ))}
            {lineCount === 0 && <p className={styles.empty}>{empty ?? t.noLines}</p>}
          </div>
        </div>
      </div>
      {lines.error !== null && <ErrorBox error={lines.error} onRetry={lines.retry} />}
    </section>
  );
}

const textOf = (line: string | LogLine) => (typeof line === 'string' ? line : line.text);

/** What is looked for, and the line where it was found last. */
function useSearch(find: LogLinesProps['find'], first: number, show: (line: number) => void) {
  const [wanted, setWanted] = useState('');
  const [found, setFound] = useState<number | null>(null);
  const [missed, setMissed] = useState(false);
  const run = async (backwards: boolean) => {
    if (!find || wanted === '') return;
    const from = found === null ? first : found + (backwards ? -1 : 1);
    try {
      const line = await find(wanted, from, backwards);
      setMissed(line === null);
      if (line === null) return;
      setFound(line);
      show(line);
    } catch (error) {
      toast.bad(error);
    }
  };
  return {
    wanted,
    found,
    missed,
    run: (backwards: boolean) => void run(backwards),
    change: (text: string) => {
      setWanted(text);
      setFound(null);
      setMissed(false);
    },
  };
}
