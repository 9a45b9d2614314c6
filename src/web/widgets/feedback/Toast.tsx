import { useEffect, useRef } from 'react';
import { ApiError } from '../../app/api';
import { textNow, useText } from '../../app/i18n';
import { makeStore } from '../../app/store';
import { IconButton } from '../controls/IconButton';
import { Icon } from '../Icon';
import { texts } from '../texts';
import styles from './Toast.module.css';

interface Message {
  id: number;
  kind: 'good' | 'bad';
  text: string;
}
const kShown = 4;
const messages = makeStore<Message[]>([]);
let last = 0;

function show(kind: Message['kind'], text: string, ms: number): void {
  last += 1;
  const id = last;
  messages.set([...messages.get(), { id, kind, text }].slice(-kShown));
  setTimeout(() => remove(id), ms);
}
function remove(id: number): void {
  messages.set(messages.get().filter((message) => message.id !== id));
}

/** Short messages in the corner: `toast.good(t.saved)`, `toast.bad(error)`. */
export const toast = {
  good: (text: string) => show('good', text, 4000),
  bad: (error: unknown) => show('bad', textOf(error), 10_000),
};

function textOf(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.unreachable) return textNow(texts).unreachable;
    return [error.code, error.message, error.cure].filter(Boolean).join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}

export function Toasts() {
  const t = useText(texts);
  const shown = messages.use();
  const list = useRef<HTMLDivElement>(null);
  const newest = shown.at(-1)?.id;
  // Always open, so that screen readers listen to it; opened again to be above a dialog that came later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message is the reason
  useEffect(() => {
    list.current?.hidePopover();
    list.current?.showPopover();
  }, [newest]);
  return (
    <div ref={list} popover="manual" className={styles.list} aria-live="polite" role="status">
      {shown.map((message) => (
        <div key={message.id} className={`${styles.toast} ${styles[message.kind]}`}>
          <Icon name={message.kind === 'good' ? 'success' : 'error'} />
          <p>{message.text}</p>
          <IconButton icon="close" small label={t.close} onClick={() => remove(message.id)} />
        </div>
      ))}
    </div>
  );
}
