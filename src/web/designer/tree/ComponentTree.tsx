// All components by group. Drag one to the canvas, or press Enter (or click twice) to add it there.

import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';

import { useLanguage, useText } from '../../app/i18n';
import { draggedComponent } from '../canvas/dragged';
import { lookOf } from '../canvas/hues';
import { Icon } from '../canvas/icons';
import { useOpen } from '../state/context';
import { texts } from '../texts';
import type { Component } from '../wire';
import css from './ComponentTree.module.css';

interface Shown {
  id: string;
  title: string;
  components: Component[];
}

function useShown(search: string): Shown[] {
  const { catalog } = useOpen();
  const chinese = useLanguage() === 'zh';
  return useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = (component: Component, group: string) => {
      const text = [component.title, component.title_zh, group, ...component.names].join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    };
    return catalog.groups
      .map((group) => ({
        id: group.id,
        title: chinese ? group.title_zh || group.title : group.title,
        components: group.components
          .map((id) => catalog.get(id))
          .filter((component): component is Component => !!component)
          .filter((component) => wanted(component, `${group.title} ${group.title_zh}`)),
      }))
      .filter((group) => group.components.length > 0);
  }, [catalog, chinese, search]);
}

/** Arrows go through the rows of the tree, left and right close and open groups. */
function onArrows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('summary, [data-component]')].filter((row) =>
    row.checkVisibility(),
  );
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const group = rows[at]!.closest('details')!;
  if (event.key === 'ArrowDown') rows[at + 1]?.focus();
  else if (event.key === 'ArrowUp') rows[at - 1]?.focus();
  else if (event.key === 'ArrowRight') group.open = true;
  else if (event.key === 'ArrowLeft') {
    group.querySelector('summary')?.focus();
    if (rows[at]!.tagName === 'SUMMARY') group.open = false;
  } else return;
  event.preventDefault();
}

export function ComponentTree({ onAdd }: { onAdd: (component: Component) => void }) {
  const t = useText(texts);
  const { catalog } = useOpen();
  const [search, setSearch] = useState('');
  const shown = useShown(search);
  const list = useRef<HTMLDivElement>(null);
  const hint = useId();

  return (
    <aside aria-label={t.components} className={css.tree}>
      <label className={css.search}>
        <Icon name="search" size={14} />
        <span className="visually-hidden">{t.searchComponents}</span>
        <input
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            const first = shown[0]?.components[0];
            if (event.key === 'Enter' && search.trim() !== '' && first) onAdd(first);
            if (event.key === 'ArrowDown') {
              event.preventDefault();
              list.current?.querySelector<HTMLElement>('summary')?.focus();
            }
          }}
          placeholder={t.searchComponents}
          type="search"
          value={search}
        />
      </label>
      <div aria-label={t.components} className={css.groups} onKeyDown={onArrows} ref={list} role="group">
        {shown.map((group, at) => (
          <TreeGroup
            group={group}
            hint={hint}
            key={`${group.id} ${search !== ''}`}
            onAdd={onAdd}
            open={search !== '' || at === 0}
          />
        ))}
        {shown.length === 0 && <p className={css.nothing}>{t.noComponents}</p>}
      </div>
      <p className={css.hint} id={hint}>
        {t.treeHint(catalog.count)}
      </p>
    </aside>
  );
}

interface GroupProps {
  group: Shown;
  open: boolean;
  hint: string;
  onAdd: (component: Component) => void;
}

function TreeGroup({ group, open, hint, onAdd }: GroupProps) {
  return (
    <details className={css.group} open={open}>
      <summary className={css.summary}>
        <span className={css.chevron}>
          <Icon name="chevron" size={12} />
        </span>
        <span className={css.groupTitle}>{group.title}</span>
        <span className={css.count}>{group.components.length}</span>
      </summary>
      <ul>
        {group.components.map((component) => (
          <TreeRow component={component} group={group.id} hint={hint} key={component.id} onAdd={onAdd} />
        ))}
      </ul>
    </details>
  );
}

interface RowProps {
  component: Component;
  group: string;
  hint: string;
  onAdd: (component: Component) => void;
}

function TreeRow({ component, group, hint, onAdd }: RowProps) {
  const chinese = useLanguage() === 'zh';
  const look = lookOf(component, group);
  const title = chinese ? component.title_zh || component.title : component.title;
  const doc = chinese ? component.doc_zh : component.doc;
  return (
    <li>
      <button
        aria-describedby={hint}
        className={css.component}
        data-component={component.id}
        draggable
        onClick={(event) => {
          // Enter, each tap and a second click add; one click of the mouse alone may be the beginning of a drag.
          const isTap = (event.nativeEvent as PointerEvent).pointerType === 'touch';
          if (isTap || event.detail === 0 || event.detail === 2) onAdd(component);
        }}
        onDragStart={(event) => {
          event.dataTransfer.setData(draggedComponent, component.id);
          event.dataTransfer.effectAllowed = 'copy';
        }}
        style={{ ['--hue' as string]: `var(--series-${look.hue})` }}
        title={doc === '' ? title : `${title}\n${doc}`}
        type="button"
      >
        <span className={css.icon}>
          <Icon name={look.icon} size={14} />
        </span>
        <span className={css.title}>{title}</span>
      </button>
    </li>
  );
}
