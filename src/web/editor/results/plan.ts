/** The lines of EXPLAIN with paisql.explain.format=json, which the server's tabs have. */
export interface PlanLine {
  kind: 'operator' | 'title' | 'note';
  depth: number;
  text: string;
  estimated_rows?: number;
  rows?: number;
  ms?: number;
  in_others?: boolean;
}
export interface PlanNode {
  id: string;
  line: PlanLine;
  children: PlanNode[];
}
/** A title, the operators below it, and notes about them. */
export interface PlanPart {
  title: string;
  roots: PlanNode[];
  notes: string[];
}

/** null for another text. */
export function planOf(text: string): PlanLine[] | null {
  if (!text.startsWith('{"plan":')) return null;
  try {
    const plan = (JSON.parse(text) as { plan?: PlanLine[] }).plan;
    return Array.isArray(plan) ? plan : null;
  } catch {
    return null;
  }
}

/** The lines as trees: a line stands below the nearest one before it that is less deep. */
export function partsOf(lines: PlanLine[]): PlanPart[] {
  const parts: PlanPart[] = [];
  let above: PlanNode[] = [];
  const last = () => {
    const part = parts.at(-1) ?? { title: '', roots: [], notes: [] };
    if (parts.length === 0) parts.push(part);
    return part;
  };
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'title') {
      parts.push({ title: line.text, roots: [], notes: [] });
      above = [];
    } else if (line.kind === 'note') {
      last().notes.push(line.text);
    } else {
      const node = { id: String(index), line, children: [] };
      while (above.length > 0 && above.at(-1)!.line.depth >= line.depth) above.pop();
      const list = above.at(-1)?.children ?? last().roots;
      list.push(node);
      above.push(node);
    }
  }
  return parts;
}
