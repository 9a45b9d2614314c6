import type { ReactNode } from 'react';
import styles from './ansi.module.css';

interface Look {
  colour: string;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
}

const plain: Look = { colour: '', bold: false, dim: false, italic: false, underline: false };
const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const kEscape = /\u001b(?:\[([0-9;:?]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])?/g;

/** The nearest of the eight colours of terminals to red, green and blue; greys are the text's own colour. */
function nearest(red: number, green: number, blue: number): string {
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 40) return most < 90 ? 'black' : '';
  const half = most / 1.6;
  return names[(red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0)] ?? '';
}

function ofPalette(number: number): string {
  if (number < 16) return names[number % 8] ?? '';
  if (number >= 232) return number < 240 ? 'black' : '';
  const place = number - 16;
  const part = (value: number) => (value === 0 ? 0 : 55 + value * 40);
  return nearest(part(Math.floor(place / 36)), part(Math.floor(place / 6) % 6), part(place % 6));
}

/** What one code changes, where it stands alone. */
function changedBy(code: number, look: Look): Look {
  if (code === 0) return plain;
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 3) return { ...look, italic: true };
  if (code === 4) return { ...look, underline: true };
  if (code === 22) return { ...look, bold: false, dim: false };
  if (code === 23) return { ...look, italic: false };
  if (code === 24) return { ...look, underline: false };
  if (code >= 30 && code <= 37) return { ...look, colour: names[code - 30] ?? '' };
  if (code >= 90 && code <= 97) return { ...look, colour: names[code - 90] ?? '' };
  return code === 39 ? { ...look, colour: '' } : look;
}

function changed(look: Look, codes: string): Look {
  const numbers = codes === '' ? [0] : codes.split(/[;:]/).map(Number);
  let next = look;
  for (let i = 0; i < numbers.length; i += 1) {
    const code = numbers[i] ?? 0;
    if (code !== 38 && code !== 48) {
      next = changedBy(code, next);
      continue;
    }
    // One of 256 colours, or red, green and blue; those of the ground are left out.
    const of256 = numbers[i + 1] === 5;
    const [red = 0, green = 0, blue = 0] = numbers.slice(i + 2);
    if (code === 38) next = { ...next, colour: of256 ? ofPalette(red) : nearest(red, green, blue) };
    i += of256 ? 2 : 4;
  }
  return next;
}

function classOf(look: Look): string {
  const { colour, bold, dim, italic, underline } = look;
  return [
    colour && styles[colour],
    bold && styles.bold,
    dim && styles.dim,
    italic && styles.italic,
    underline && styles.underline,
  ]
    .filter(Boolean)
    .join(' ');
}

/** A line with the colours of its escape sequences; other sequences are left out. */
export function coloured(text: string): ReactNode {
  const parts: ReactNode[] = [];
  let look = plain;
  let begin = 0;
  const add = (end: number) => {
    if (end <= begin) return;
    const piece = text.slice(begin, end);
    const name = classOf(look);
    parts.push(name === '' ? piece : <Painted key={parts.length} name={name} text={piece} />);
  };
  for (const found of text.matchAll(kEscape)) {
    add(found.index);
    begin = found.index + found[0].length;
    if (found[2] === 'm') look = changed(look, found[1] ?? '');
  }
  add(text.length);
  return parts;
}

function Painted({ name, text }: { name: string; text: string }) {
  return <span className={name}>{text}</span>;
}
