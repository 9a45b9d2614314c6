// Values and types in several lines, without a number or a letter of them changed.

/** JSON with indents. Numbers stay the text that they are, so that none of their digits is lost. */
export function indentedJson(text: string): string | null {
  const begin = text.trimStart()[0];
  if (begin !== '{' && begin !== '[') return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  let out = '';
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === '"') {
      const end = endOfString(text, at);
      out += text.slice(at, end);
      at = end - 1;
    } else if (letter === '{' || letter === '[') {
      const close = letter === '{' ? '}' : ']';
      const next = text.slice(at + 1).match(/^\s*/)![0].length + at + 1;
      if (text[next] === close) {
        out += letter + close;
        at = next;
      } else {
        depth += 1;
        out += letter + newLine();
      }
    } else if (letter === '}' || letter === ']') {
      depth -= 1;
      out += newLine() + letter;
    } else if (letter === ',') {
      out += letter + newLine();
    } else if (letter === ':') {
      out += ': ';
    } else if (!/\s/.test(letter)) {
      out += letter;
    }
  }
  return out;
}

function endOfString(text: string, begin: number): number {
  let at = begin + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** A nested type with a field a line; a plain one as it is. */
export function indentedType(type: string): string {
  if (!/^(ARRAY|MAP|STRUCT)</i.test(type)) return type;
  let out = '';
  let depth = 0;
  let brackets = 0;
  let quoted = false;
  for (const letter of type) {
    if (letter === '`') quoted = !quoted;
    if (quoted) {
      out += letter;
    } else if (letter === '<') {
      depth += 1;
      out += `<\n${'  '.repeat(depth)}`;
    } else if (letter === '>') {
      depth -= 1;
      out += `\n${'  '.repeat(depth)}>`;
    } else if (letter === ',' && brackets === 0) {
      out += `,\n${'  '.repeat(depth)}`;
    } else {
      if (letter === '(') brackets += 1;
      if (letter === ')') brackets -= 1;
      out += letter === ':' ? ': ' : letter;
    }
  }
  return out;
}
