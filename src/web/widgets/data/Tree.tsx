import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useText } from '../../app/i18n';
import { classes } from '../classes';
import { Spinner } from '../feedback/Spinner';
import { Icon, type IconName } from '../Icon';
import { texts } from '../texts';
import { BothEnds } from './BothEnds';
import { useVirtualScroll } from './grid/useVirtualScroll';
import styles from './Tree.module.css';

export interface TreeNode {
  id: string;
  label: string;
  icon?: IconName;
  /** Beside the label: a type, a count. */
  detail?: ReactNode;
  children?: TreeNode[];
  /** Its children are asked for (onExpand) when it is opened. */
  lazy?: boolean;
  /** The node can be dragged with this text as `application/x-paisql`. */
  drag?: string;
}

export interface TreeProps {
  label: string;
  nodes: TreeNode[];
  selected?: string | null;
  onSelect?: (id: string) => void;
  /** Enter, or a double press. */
  onOpen?: (id: string) => void;
  /** A lazy node was opened whose children are not there. */
  onExpand?: (id: string) => void;
  /** Nodes that are open at first. */
  expanded?: string[];
  /** All nodes are shown open, as while somebody searches. */
  allExpanded?: boolean;
  onMenu?: (id: string, at: { x: number; y: number }) => void;
}

interface Line {
  node: TreeNode;
  level: number;
  parent: string | null;
  open: boolean;
  branch: boolean;
  /** Among the children of its parent, from 1, and how many these are. */
  place: number;
  size: number;
}

const kLinePx = 26;

/** Names within names. Arrow keys move, open and close. */
export function Tree(props: TreeProps) {
  const { label, nodes, selected, onSelect, onOpen, onExpand, expanded = [], allExpanded = false, onMenu } = props;
  const t = useText(texts);
  const id = useId();
  const [open, setOpen] = useState(() => new Set(expanded));
  const [active, setActive] = useState<string | null>(selected ?? null);
  useEffect(() => {
    if (selected) setActive(selected);
  }, [selected]);
  const lines: Line[] = [];
  const add = (list: TreeNode[], level: number, parent: string | null) => {
    for (const [index, node] of list.entries()) {
      const branch = node.lazy === true || (node.children?.length ?? 0) > 0;
      const isOpen = branch && (allExpanded || open.has(node.id));
      lines.push({ node, level, parent, open: isOpen, branch, place: index + 1, size: list.length });
      if (isOpen && node.children) add(node.children, level + 1, node.id);
    }
  };
  add(nodes, 1, null);
  const scroll = useVirtualScroll(lines.length, kLinePx);

  const toggle = (line: Line, wanted = !line.open) => {
    const next = new Set(open);
    if (wanted) next.add(line.node.id);
    else next.delete(line.node.id);
    setOpen(next);
    if (wanted && line.node.lazy && !line.node.children) onExpand?.(line.node.id);
  };
  const go = (to: string | null | undefined) => {
    if (!to) return;
    setActive(to);
    onSelect?.(to);
    scroll.reveal(lines.findIndex((line) => line.node.id === to));
  };
  const key = (event: KeyboardEvent) => {
    const at = lines.findIndex((line) => line.node.id === active);
    const line = lines[at];
    if (event.key === 'ArrowDown') go(lines[Math.min(at + 1, lines.length - 1)]?.node.id);
    else if (event.key === 'ArrowUp') go(lines[Math.max(at - 1, 0)]?.node.id);
    else if (event.key === 'Home') go(lines[0]?.node.id);
    else if (event.key === 'End') go(lines.at(-1)?.node.id);
    else if (event.key === 'ArrowRight' && line)
      line.branch && !line.open ? toggle(line, true) : go(lines[at + 1]?.node.id);
    else if (event.key === 'ArrowLeft' && line) line.open ? toggle(line, false) : go(line.parent);
    else if (event.key === 'Enter' && line) onOpen ? onOpen(line.node.id) : line.branch && toggle(line);
    else if (event.key === ' ' && line?.branch) toggle(line);
    else if (event.key.length === 1 && /\S/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const letter = event.key.toLowerCase();
      const after = [...lines.slice(at + 1), ...lines.slice(0, at + 1)];
      go(after.find((one) => one.node.label.toLowerCase().startsWith(letter))?.node.id);
    } else return;
    event.preventDefault();
  };
  const activeIsDrawn = lines.slice(scroll.first, scroll.end).some((line) => line.node.id === active);
  return (
    <div
      ref={scroll.box}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={activeIsDrawn ? `${id}-${active}` : undefined}
      className={styles.tree}
      onKeyDown={key}
    >
      <div role="presentation" style={{ height: scroll.spacerPx }}>
        <div role="presentation" className={styles.layer} style={{ height: scroll.height }}>
          {lines.slice(scroll.first, scroll.end).map((line, index) => (
            <div
              key={line.node.id}
              id={`${id}-${line.node.id}`}
              role="treeitem"
              aria-level={line.level}
              aria-expanded={line.branch ? line.open : undefined}
              aria-selected={line.node.id === selected}
              className={classes(
                styles.line,
                line.node.id === selected && styles.selected,
                line.node.id === active && styles.active,
              )}
              aria-setsize={line.size}
              aria-posinset={line.place}
              style={{
                paddingLeft: 4 + (line.level - 1) * 16,
                transform: `translateY(${(scroll.first + index) * kLinePx - scroll.top}px)`,
              }}
              draggable={line.node.drag !== undefined}
              onDragStart={(event) => {
                event.dataTransfer.setData('application/x-paisql', line.node.drag ?? '');
                event.dataTransfer.setData('text/plain', line.node.drag ?? '');
              }}
              onClick={(event) => {
                go(line.node.id);
                if (line.branch && (event.target as HTMLElement).closest('[data-toggle]')) toggle(line);
              }}
              onDoubleClick={() => (onOpen ? onOpen(line.node.id) : line.branch && toggle(line))}
              onContextMenu={(event) => {
                if (!onMenu) return;
                event.preventDefault();
                go(line.node.id);
                onMenu(line.node.id, { x: event.clientX, y: event.clientY });
              }}
            >
              <span className={styles.toggle} data-toggle>
                {line.branch && <Icon name={line.open ? 'chevronDown' : 'chevronRight'} size={12} />}
              </span>
              {line.node.icon && <Icon name={line.node.icon} />}
              <BothEnds className={styles.label} text={line.node.label} />
              {line.node.detail !== undefined && <span className={styles.detail}>{line.node.detail}</span>}
              {line.open && line.node.lazy && !line.node.children && <Spinner label={t.loading} />}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
