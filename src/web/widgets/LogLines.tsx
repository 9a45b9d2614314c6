import { useEffect, useState } from 'react';
import { formatNumber } from '../app/format';
import { useText } from '../app/i18n';
import { classes } from './classes';
import { ErrorBox } from './ErrorBox';
import { SearchField } from './Field';
import { IconButton } from './IconButton';
import styles from './LogLines.module.css';
import { texts } from './texts';
import { useBlocks } from './useBlocks';
import { useVirtualScroll } from './useVirtualScroll';

export interface LogLine {
  text: string;
  kind?: 'plain' | 'warning' | 'error' | 'step';
}

export interface LogLinesProps {
  label: string;
  lineCount: number;
  fetchLines: (from: number, count: number) => Promise<(string | LogLine)[]>;
  /** Lines are still coming: the end is followed until somebody scrolls away from it. */
  live?: boolean;
  /** Looks for a text from a line on, forwards or backwards; the line, or null. Without it there is nothing to search with. */
  find?: (text: string, from: number, backwards: boolean) => Promise<number | null>;
  /** Another version throws away all lines that were fetched. */
  version?: unknown;
  /** A line to show and to mark, from 0. */
  marked?: number | null;
  /** The number of the first line, where the log is a part of another. */
  firstNumber?: number;
}

const kLinePx = 18;

/** A log of any length: only the lines in sight are fetched and drawn. */
export function LogLines(props: LogLinesProps) {
  const { label, lineCount, fetchLines, live = false, find, version, marked = null, firstNumber = 1 } = props;
  const t = useText(texts);
  const scroll = useVirtualScroll(lineCount, kLinePx);
  const lines = useBlocks(lineCount, fetchLines, version, scroll.first, scroll.end);
  const [following, setFollowing] = useState(live);
  const [wanted, setWanted] = useState('');
  const [found, setFound] = useState<number | null>(null);
  const [missed, setMissed] = useState(false);

  const { scrollTo, reveal } = scroll;
  useEffect(() => {
    if (following && scroll.height > 0) scrollTo(lineCount * kLinePx);
  }, [following, lineCount, scroll.height, scrollTo]);
  useEffect(() => {
    if (marked !== null) reveal(marked);
  }, [marked, reveal]);

  const search = async (backwards: boolean) => {
    if (!find || wanted === '') return;
    const from = found === null ? scroll.first : backwards ? found - 1 : found + 1;
    const line = await find(wanted, from, backwards).catch(() => null);
    setMissed(line === null);
    if (line === null) return;
    setFollowing(false);
    setFound(line);
    reveal(Math.max(0, line - 3));
    reveal(line);
  };
  const shown = [];
  for (let line = scroll.first; line < scroll.end; line += 1) shown.push(line);
  const digits = String(lineCount + firstNumber).length;
  return (
    <section className={styles.log} aria-label={label}>
      <div className={styles.bar}>
        <span className={styles.count}>{t.lines(formatNumber(lineCount))}</span>
        <span className={styles.space} />
        {find && (
          <>
            {missed && <span className={styles.missed}>{t.notFound}</span>}
            <SearchField
              label={t.findInLog}
              value={wanted}
              onChange={(text) => {
                setWanted(text);
                setFound(null);
                setMissed(false);
              }}
              onEnter={(backwards) => void search(backwards)}
            />
            <IconButton icon="chevronUp" small label={t.findPrevious} onClick={() => void search(true)} />
            <IconButton icon="chevronDown" small label={t.findNext} onClick={() => void search(false)} />
          </>
        )}
        <IconButton
          icon="arrowDown"
          small
          label={t.follow}
          pressed={following}
          onClick={() => setFollowing(!following)}
        />
      </div>
      <div
        ref={scroll.box}
        className={styles.box}
        role="log"
        aria-label={label}
        aria-live="off"
        tabIndex={0}
        onWheel={(event) => event.deltaY < 0 && setFollowing(false)}
        onKeyDown={(event) => {
          const page = scroll.height - 2 * kLinePx;
          const by = { ArrowDown: kLinePx, ArrowUp: -kLinePx, PageDown: page, PageUp: -page }[event.key];
          if (by === undefined && event.key !== 'Home' && event.key !== 'End') return;
          event.preventDefault();
          setFollowing(event.key === 'End');
          scrollTo(by !== undefined ? scroll.top + by : event.key === 'Home' ? 0 : lineCount * kLinePx);
        }}
      >
        <div style={{ height: scroll.spacerPx }}>
          <div className={styles.layer} style={{ width: scroll.width, height: scroll.height }}>
            {shown.map((index) => {
              const line = lines.at(index);
              const text = typeof line === 'string' ? line : line?.text;
              const kind = typeof line === 'object' ? line.kind : undefined;
              return (
                <div
                  key={index}
                  className={classes(
                    styles.line,
                    kind && styles[kind],
                    (index === found || index === marked) && styles.marked,
                  )}
                  style={{ transform: `translateY(${index * kLinePx - scroll.top}px)` }}
                >
                  <span className={styles.number} style={{ width: `${digits + 2}ch` }}>
                    {index + firstNumber}
                  </span>
                  <span className={styles.text}>{text}</span>
                </div>
              );
            })}
            {lineCount === 0 && <p className={styles.empty}>{t.noLines}</p>}
          </div>
        </div>
      </div>
      {lines.error !== null && <ErrorBox error={lines.error} onRetry={lines.retry} />}
    </section>
  );
}
