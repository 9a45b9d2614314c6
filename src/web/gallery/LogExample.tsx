import { useEffect, useState } from 'react';
import { LogLines } from '../widgets/data/LogLines';
import { params } from './params';

const lineOf = (index: number) => {
  if (index % 500 === 499) return { text: `ERROR step ${index}: loss is NaN`, kind: 'error' as const };
  if (index % 50 === 49) return { text: `WARNING slow input at step ${index}`, kind: 'warning' as const };
  return `\u001b[32mINFO\u001b[0m:tensorflow:loss = ${(1 / (index + 1)).toFixed(6)}, step = ${index}`;
};
const textOf = (index: number) => {
  const line = lineOf(index);
  return typeof line === 'string' ? line : line.text;
};

/** `?log&lines=1000000&live`: lines that are made when they are asked for; one more every 100 ms while it is live. */
export default function LogExample() {
  const [count, setCount] = useState(Number(params.get('lines') ?? 1_000_000));
  const live = params.has('live');
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => setCount((before) => before + 1), 100);
    return () => clearInterval(timer);
  }, [live]);
  return (
    <LogLines
      label="stderr of worker 0"
      lineCount={count}
      live={live}
      fetchLines={async (from, wanted) => Array.from({ length: wanted }, (_, index) => lineOf(from + index))}
      find={async (text, from, backwards) => {
        for (let index = from; index >= 0 && index < count; index += backwards ? -1 : 1) {
          if (textOf(index).toLowerCase().includes(text.toLowerCase())) return index;
        }
        return null;
      }}
    />
  );
}
