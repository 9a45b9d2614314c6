import type { Signature, Tensor } from './serviceApi';

/** What a value of the form has to be. */
export type Need = 'text' | 'whole' | 'number' | 'bool' | 'json';

// Of one dimension, in the first value of a form.
const kMostValues = 100;
const kWhole = /^DT_U?INT\d+$/;
const kReal = /^DT_(FLOAT|DOUBLE|HALF|BFLOAT16)$/;
const kWholeText = /^[-+]?\d+$/;
const kNumberText = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$|^-?Infinity$|^NaN$/;

/** The type as SQL and the page of the model write it: DOUBLE for DT_DOUBLE. */
export function typeText(tensor: Tensor): string {
  return tensor.type.replace(/^DT_/, '');
}

/** Whether each request has any number of rows of the tensor. */
function hasRows(tensor: Tensor): boolean {
  return tensor.shape !== undefined && tensor.shape.length > 0 && (tensor.shape[0] ?? 0) < 0;
}
/** One value a row: `[?]` and `[?,1]`. */
function isValue(tensor: Tensor): boolean {
  const shape = tensor.shape ?? [];
  return hasRows(tensor) ? shape.length === 1 || (shape.length === 2 && shape[1] === 1) : shape.length === 0;
}

export function shapeText(tensor: Tensor): string | null {
  return tensor.shape === undefined ? null : `[${tensor.shape.map((one) => (one < 0 ? '?' : one)).join(', ')}]`;
}
/** The sizes of one row's value, below 0 for any size; undefined where any shape will do. */
export function rowShape(tensor: Tensor): number[] | undefined {
  return hasRows(tensor) ? tensor.shape?.slice(1) : tensor.shape;
}
export function rowShapeText(tensor: Tensor): string {
  return `[${(rowShape(tensor) ?? []).map((one) => (one < 0 ? '?' : one)).join(', ')}]`;
}

export function needOf(tensor: Tensor): Need {
  if (!isValue(tensor) || tensor.shape === undefined) return 'json';
  if (kWhole.test(tensor.type)) return 'whole';
  if (kReal.test(tensor.type)) return 'number';
  return tensor.type === 'DT_BOOL' ? 'bool' : tensor.type === 'DT_STRING' ? 'text' : 'json';
}

function fits(value: unknown, sizes: number[]): boolean {
  const [size, ...rest] = sizes;
  if (size === undefined) return !Array.isArray(value);
  return Array.isArray(value) && (size < 0 || value.length === size) && value.every((one) => fits(one, rest));
}

/** The text where it is JSON of the shape; the values of one dimension may stand without brackets. */
function shaped(text: string, sizes: number[] | undefined): string | null {
  for (const json of sizes?.length === 1 ? [text, `[${text}]`] : [text]) {
    try {
      const value: unknown = JSON.parse(json);
      if (sizes === undefined || fits(value, sizes)) return json;
    } catch {
      // Not JSON.
    }
  }
  return null;
}

/** The value as JSON, digit by digit as it was typed; null where it is not what is needed. `sizes`: of 'json'. */
export function jsonOf(need: Need, text: string, sizes?: number[]): string | null {
  const trimmed = text.trim();
  switch (need) {
    case 'text':
      return JSON.stringify(text);
    case 'whole':
      return kWholeText.test(trimmed) ? trimmed.replace('+', '') : null;
    case 'number':
      return kNumberText.test(trimmed) ? trimmed.replace(/^\+/, '').replace(/^(-?)\./, '$10.') : null;
    case 'bool':
      return /^(true|false)$/i.test(trimmed) ? trimmed.toLowerCase() : null;
    case 'json':
      return shaped(trimmed, sizes);
  }
}

/** The first value of a form, so that a request can be sent at once; empty for what may be left out. */
export function firstValue(tensor: Tensor): string {
  if (tensor.may_miss) return '';
  const need = needOf(tensor);
  if (need === 'json') {
    const zero = tensor.type === 'DT_STRING' ? '""' : tensor.type === 'DT_BOOL' ? 'false' : '0';
    const filled = (sizes: number[]): string => {
      const [size, ...rest] = sizes;
      if (size === undefined) return zero;
      const count = size < 0 ? 1 : Math.min(size, kMostValues);
      return `[${Array.from({ length: count }, () => filled(rest)).join(', ')}]`;
    };
    return filled(rowShape(tensor) ?? []);
  }
  return { text: '', whole: '0', number: '0', bool: 'false' }[need];
}

/** Whether the form has no value for an input that may be without one. */
export function isLeftOut(tensor: Tensor, text: string): boolean {
  return tensor.may_miss === true && text.trim() === '';
}

/** The body of a request; null where a value is wrong. `serving`: as TensorFlow Serving's paths take it. */
export function bodyOf(signature: Signature, values: Record<string, string>, serving: boolean): string | null {
  const members: string[] = [];
  for (const tensor of signature.inputs) {
    const text = values[tensor.name] ?? firstValue(tensor);
    if (isLeftOut(tensor, text)) continue;
    const value = jsonOf(needOf(tensor), text, rowShape(tensor));
    if (value === null) return null;
    members.push(`${JSON.stringify(tensor.name)}: ${value}`);
  }
  const one = `{${members.join(', ')}}`;
  const rows = signature.inputs.every(hasRows);
  if (!serving) return rows ? `[${one}]` : one;
  const name = `"signature_name": ${JSON.stringify(signature.signature_name)}`;
  return rows ? `{${name}, "instances": [${one}]}` : `{${name}, "inputs": ${one}}`;
}

/** A word of a shell, whatever signs it has. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command that asks the same; the token stands in a variable. */
export function curlOf(address: string, body: string, token: boolean): string {
  const lines = [`curl -sS ${quoted(address)}`];
  if (token) lines.push('  -H "Authorization: $TOKEN"');
  if (/^\s*[[{]/.test(body)) lines.push("  -H 'Content-Type: application/json'");
  lines.push(`  --data-binary ${quoted(body)}`);
  return lines.join(' \\\n');
}

const kPrettyMost = 200_000;
const kShort = 80;

/** The same JSON with line breaks: numbers and texts stay letter by letter. Other texts stay as they are. */
export function prettyOf(text: string): string {
  if (text.length > kPrettyMost) return text;
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? [];
  let at = 0;
  const value = (indent: string): string => {
    const open = tokens[at++] ?? '';
    if (open !== '[' && open !== '{') return open;
    const close = open === '[' ? ']' : '}';
    const inner = `${indent}  `;
    const parts: string[] = [];
    while (at < tokens.length && tokens[at] !== close) {
      if (tokens[at] === ',') at += 1;
      let name = '';
      if (open === '{') {
        name = `${tokens[at]}: `;
        at += 2;
      }
      parts.push(name + value(inner));
    }
    at += 1;
    const line = parts.join(', ');
    if (line.length <= kShort && !line.includes('\n')) return `${open}${line}${close}`;
    return `${open}\n${parts.map((one) => inner + one).join(',\n')}\n${indent}${close}`;
  };
  try {
    return value('');
  } catch {
    // Deeper than a browser goes.
    return text;
  }
}
