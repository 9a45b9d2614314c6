// The canvas without a mouse. Tab goes through the nodes in the order in which data flows; arrows move what is selected;
// the other keys are those of `texts.keys`.

import { useReactFlow } from '@xyflow/react';
import { type ClipboardEvent, type KeyboardEvent, useMemo, useRef } from 'react';

import { useText } from '../../app/i18n';
import { runningOrder } from '../graph/circles';
import { nodeOf, type Place } from '../graph/document';
import { cardHeight, cardWidth, gridStep } from '../graph/measures';
import { useOpen } from '../state/context';
import type { Editor } from '../state/editor';
import { texts } from '../texts';

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function inField(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]') !== null;
}

/** Moves what is selected; a held key is one step of undo. */
function moveSelected(editor: Editor, [dx, dy]: [number, number], far: boolean): void {
  const { document, selected } = editor.get();
  const step = far ? gridStep * 8 : gridStep;
  const places = new Map<string, Place>();
  for (const node of document.nodes) {
    if (selected.has(node.id)) places.set(node.id, { x: node.x + dx * step, y: node.y + dy * step });
  }
  editor.move(places, `arrows ${[...selected].join(' ')}`);
}

/** Keys with Ctrl; true when one was meant. Copy, cut and paste are events of the clipboard. */
function chord(editor: Editor, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) editor.undo();
  else if (key === 'y' || key === 'z') editor.redo();
  else if (key === 'a') editor.selectAll();
  else return false;
  return true;
}

export function useCanvasKeys() {
  const { editor, commands } = useOpen();
  const flow = useReactFlow();
  const nothingToPaste = useText(texts).nothingToPaste;
  const area = useRef<HTMLDivElement>(null);

  return useMemo(() => {
    const elementOf = (id: string) =>
      area.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`) ?? null;

    /** Brings the node into the window. */
    const showNode = (id: string) => {
      const node = nodeOf(editor.get().document, id);
      if (!node || !area.current) return;
      const { x, y, zoom } = flow.getViewport();
      const { width, height } = area.current.getBoundingClientRect();
      const left = node.x * zoom + x;
      const top = node.y * zoom + y;
      const right = left + cardWidth * zoom;
      const bottom = top + cardHeight * zoom;
      const covered = [...area.current.parentElement!.querySelectorAll('[data-over-cards]')].some((tools) => {
        const box = tools.getBoundingClientRect();
        const { left: x0, top: y0 } = area.current!.getBoundingClientRect();
        return left < box.right - x0 && right > box.left - x0 && top < box.bottom - y0 && bottom > box.top - y0;
      });
      const seen = left >= 0 && top >= 0 && right <= width && bottom <= height && !covered;
      if (!seen) void flow.setCenter(node.x + cardWidth / 2, node.y + cardHeight / 2, { zoom: Math.max(zoom, 0.6) });
    };

    /** Brings the focus to the node, and leaves the window where it is. */
    const focusSeen = (id: string) => {
      // A card that was outside of the window comes into the page with the next frames.
      let frames = 0;
      const focus = () => {
        const element = elementOf(id);
        if (element) element.focus({ preventScroll: true });
        else if (++frames < 20) requestAnimationFrame(focus);
      };
      requestAnimationFrame(focus);
    };

    /** Brings the node into the window, and then the focus to it. */
    const focusNode = (id: string) => {
      showNode(id);
      focusSeen(id);
    };

    const step = (from: string | null, back: boolean): boolean => {
      const { order } = runningOrder(editor.get().document);
      const at = from === null ? (back ? order.length : -1) : order.indexOf(from);
      const next = order[at + (back ? -1 : 1)];
      if (next === undefined) return false;
      editor.select([next]);
      focusNode(next);
      return true;
    };

    const onNode = (event: KeyboardEvent, id: string): boolean => {
      const { selected } = editor.get();
      if (event.key === 'Tab') return step(id, event.shiftKey);
      if (event.key === ' ') {
        editor.select(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id]);
        return true;
      }
      if (event.key === 'Enter') {
        editor.select([id]);
        commands.openPanel();
        return true;
      }
      if (event.key === 'c') {
        editor.select([id]);
        commands.connectFrom(id);
        return true;
      }
      if (event.key === 'o') {
        editor.select([id]);
        commands.showOutputs(id);
        return true;
      }
      const arrow = arrows[event.key];
      if (!arrow) return false;
      if (!selected.has(id)) editor.select([id]);
      moveSelected(editor, arrow, event.shiftKey);
      return true;
    };

    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (inField(target) || target.closest('button, [role=menu], dialog')) return;
      const id = target.closest<HTMLElement>('.react-flow__node')?.dataset.id ?? null;
      let done = false;
      if (event.ctrlKey || event.metaKey) done = chord(editor, event);
      else if (event.key === 'Delete' || event.key === 'Backspace') {
        editor.removeSelected();
        area.current?.focus();
        done = true;
      } else if (event.key === 'Escape') {
        editor.select([]);
        done = true;
      } else if (id !== null) done = onNode(event, id);
      else if (event.key === 'Tab' && !event.shiftKey && target === area.current) done = step(null, false);
      if (done) {
        event.preventDefault();
        event.stopPropagation();
      }
    };

    const onCopy = (event: ClipboardEvent, cut: boolean) => {
      if (editor.get().selected.size === 0 || inField(event.target)) return;
      event.clipboardData.setData('text/plain', editor.copied());
      event.preventDefault();
      if (cut) editor.removeSelected();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (inField(event.target)) return;
      if (editor.paste(event.clipboardData.getData('text/plain'))) event.preventDefault();
      else commands.say(nothingToPaste, 'bad');
    };

    return { area, focusNode, focusSeen, showNode, step, onKeyDown, onCopy, onPaste };
  }, [editor, commands, flow, nothingToPaste]);
}
