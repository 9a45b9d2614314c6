// What a node's run wrote, followed while it runs, and links to the instances of its jobs.

import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';

import { useText } from '../../app/i18n';
import { client } from '../client';
import type { NodeRun } from '../wire';
import css from './Outputs.module.css';
import { outputTexts } from './texts';

const pollMs = 1000;
/** Longer logs are for Logview: here the end of them is kept. */
const mostLetters = 400_000;

function useLog(run: number, node: string, state: NodeRun['state']): string {
  const [text, setText] = useState('');
  const next = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a node that runs anew has a new log
  useEffect(() => {
    let closed = false;
    let timer: number | undefined;
    const ask = async () => {
      let ended = false;
      try {
        const part = await client.log(run, node, next.current);
        if (closed) return;
        if (part.text !== '') setText((before) => (before + part.text).slice(-mostLetters));
        ended = part.ended && part.next === next.current;
        next.current = part.next;
      } catch {
        // The server is gone for a while, or has no log of this node yet.
      }
      if (!closed && !ended) timer = window.setTimeout(() => void ask(), pollMs);
    };
    void ask();
    return () => {
      closed = true;
      window.clearTimeout(timer);
      next.current = 0;
      setText('');
    };
  }, [run, node, state === 'RUNNING']);
  return text;
}

export function NodeLog({ node, run }: { node: string; run: NodeRun }) {
  const t = useText(outputTexts);
  const text = useLog(run.run, node, run.state);
  const box = useRef<HTMLPreElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the log is followed as it grows
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [text]);
  return (
    <div className={css.output}>
      {(run.instances.length > 0 || run.message !== '') && (
        <p className={css.facts}>
          {run.instances.map((instance) => (
            <Link className={css.name} href={`/logview/${encodeURIComponent(instance)}`} key={instance}>
              {t.logview(instance)}
            </Link>
          ))}
          {run.message !== '' && <span className={run.state === 'FAILURE' ? css.bad : undefined}>{run.message}</span>}
        </p>
      )}
      <pre aria-label={t.log} className={css.log} ref={box} tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
