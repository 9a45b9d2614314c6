import { keptKey } from '../../app/session';

/** The values that the person gave to variables, by their names; values of secrets are not kept. */
const key = () => keptKey('editor.variables');
const secret = /pass|secret|token|key|credential/i;

export function rememberedValues(): Record<string, string> {
  try {
    const kept = JSON.parse(localStorage.getItem(key()) ?? '{}') as unknown;
    if (kept === null || typeof kept !== 'object') return {};
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

/** `secrets`: the names that the server takes for those of secrets. */
export function rememberValues(values: Record<string, string>, secrets: string[] = []): void {
  const all = { ...rememberedValues() };
  for (const [name, value] of Object.entries(values)) {
    if (!isSecret(name) && !secrets.includes(name)) all[name] = value;
  }
  keep(all);
}

export function forgetValue(name: string): void {
  const { [name]: _, ...rest } = rememberedValues();
  keep(rest);
}

function keep(values: Record<string, string>): void {
  try {
    localStorage.setItem(key(), JSON.stringify(values));
  } catch {
    // They are asked for again.
  }
}

export const isSecret = (name: string): boolean => secret.test(name);

/** The business date, yesterday, as DataWorks proposes it. */
export function proposedValue(name: string, today = new Date()): string {
  if (name !== 'bizdate') return '';
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}${two(day.getMonth() + 1)}${two(day.getDate())}`;
}
