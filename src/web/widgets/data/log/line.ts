// What programs write to move the cursor of a terminal or to colour a text: ESC [ … letter, and ESC ] … BEL.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const kEscapes = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;

/** A line as a terminal would show it at last: without escapes, and after its last return to the beginning. */
export function plainLine(text: string): string {
  let plain = text.includes('\u001b') ? text.replace(kEscapes, '') : text;
  if (plain.endsWith('\r')) plain = plain.slice(0, -1);
  const returned = plain.lastIndexOf('\r');
  if (returned >= 0) plain = plain.slice(returned + 1);
  return plain.length > 10_000 ? `${plain.slice(0, 10_000)}…` : plain;
}

/** How many letters of one width the line takes; those of Chinese take two. */
export function shownWidth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    width += code === 9 ? 8 : code >= 0x1100 ? 2 : 1;
  }
  return width;
}

/** The line in parts, those that are the text looked for marked. */
export function partsOf(text: string, wanted: string): { text: string; found: boolean }[] {
  if (wanted === '') return [{ text, found: false }];
  const parts: { text: string; found: boolean }[] = [];
  const lower = text.toLowerCase();
  const needle = wanted.toLowerCase();
  let from = 0;
  for (;;) {
    const at = lower.indexOf(needle, from);
    if (at < 0 || parts.length > 200) break;
    if (at > from) parts.push({ text: text.slice(from, at), found: false });
    parts.push({ text: text.slice(at, at + needle.length), found: true });
    from = at + needle.length;
  }
  return [...parts, { text: text.slice(from), found: false }];
}
