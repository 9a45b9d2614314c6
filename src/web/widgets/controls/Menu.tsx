import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon, type IconName } from '../Icon';
import { Button, type ButtonKind } from './Button';
import { IconButton } from './IconButton';
import styles from './Menu.module.css';

export interface MenuAction {
  label: string;
  onSelect?: () => void;
  icon?: IconName;
  /** Keys that do the same. */
  keys?: string;
  disabled?: boolean;
  danger?: boolean;
  /** For choices: whether it is the chosen one. */
  checked?: boolean;
}
export type MenuItem = MenuAction | 'separator';

export interface MenuProps {
  /** The name of the button that opens it. */
  label: string;
  items: MenuItem[];
  icon?: IconName;
  /** A text on the button; without one it shows the icon alone. */
  text?: ReactNode;
  kind?: ButtonKind;
  small?: boolean;
  disabled?: boolean;
}

/** A button that opens a list of actions. */
export function Menu({ label, items, icon = 'more', text, kind = 'normal', small, disabled }: MenuProps) {
  const [at, setAt] = useState<DOMRect | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const shared = {
    ref: button,
    small,
    disabled,
    'aria-haspopup': 'menu',
    'aria-expanded': at !== null,
    onClick: () => setAt(at ? null : (button.current?.getBoundingClientRect() ?? null)),
  } as const;
  return (
    <>
      {text === undefined ? (
        <IconButton {...shared} icon={icon} label={label} />
      ) : (
        <Button {...shared} kind={kind} icon={icon} aria-label={typeof text === 'string' ? `${label}: ${text}` : label}>
          {text}
        </Button>
      )}
      {at && (
        <MenuList
          label={label}
          items={items}
          at={at}
          onClose={() => {
            setAt(null);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}

export interface ContextMenuProps {
  label: string;
  items: MenuItem[];
  /** Where the mouse is, null while it is closed. */
  at: { x: number; y: number } | null;
  onClose: () => void;
}

/** The menu of the right mouse button (and of the menu key). */
export function ContextMenu({ label, items, at, onClose }: ContextMenuProps) {
  if (!at) return null;
  return <MenuList label={label} items={items} at={new DOMRect(at.x, at.y, 0, 0)} onClose={onClose} />;
}

function MenuList({
  label,
  items,
  at,
  onClose,
}: {
  label: string;
  items: MenuItem[];
  at: DOMRect;
  onClose: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    box.showPopover();
    const { width, height } = box.getBoundingClientRect();
    const left = at.left + width > innerWidth - 8 ? Math.max(8, at.right - width) : at.left;
    const below = at.bottom + 4 + height <= innerHeight - 8 || at.top < height;
    box.style.left = `${left}px`;
    box.style.top = `${below ? Math.min(at.bottom + 4, Math.max(8, innerHeight - height - 8)) : at.top - height - 4}px`;
    (box.querySelector<HTMLElement>('button:not(:disabled)') ?? box).focus();
  }, [at]);
  useEffect(() => {
    const outside = (event: Event) => {
      if (event.target instanceof Node && !list.current?.contains(event.target)) onClose();
    };
    window.addEventListener('pointerdown', outside, true);
    window.addEventListener('blur', onClose);
    return () => {
      window.removeEventListener('pointerdown', outside, true);
      window.removeEventListener('blur', onClose);
    };
  }, [onClose]);
  return (
    <div
      ref={list}
      id={id}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.list}
      onKeyDown={(event) => moveByKey(event, list.current, onClose)}
    >
      {items.map((item, index) =>
        item === 'separator' ? (
          <hr key={index} className={styles.separator} />
        ) : (
          <button
            key={index}
            type="button"
            role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={item.checked}
            tabIndex={-1}
            disabled={item.disabled}
            className={item.danger ? `${styles.item} ${styles.danger}` : styles.item}
            onClick={() => {
              onClose();
              item.onSelect?.();
            }}
          >
            <span className={styles.icon}>
              {item.checked ? <Icon name="check" /> : item.icon && <Icon name={item.icon} />}
            </span>
            <span className={styles.label}>{item.label}</span>
            {item.keys && <kbd>{item.keys}</kbd>}
          </button>
        ),
      )}
    </div>
  );
}

function moveByKey(event: React.KeyboardEvent, box: HTMLElement | null, onClose: () => void): void {
  if (!box) return;
  const all = [...box.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const here = all.indexOf(document.activeElement as HTMLButtonElement);
  const go = (index: number) => all[(index + all.length) % all.length]?.focus();
  if (event.key === 'ArrowDown') go(here + 1);
  else if (event.key === 'ArrowUp') go(here - 1);
  else if (event.key === 'Home') go(0);
  else if (event.key === 'End') go(all.length - 1);
  else if (event.key === 'Escape' || event.key === 'Tab') onClose();
  else if (event.key.length === 1 && /\S/.test(event.key)) {
    const letter = event.key.toLowerCase();
    const found = [...all.slice(here + 1), ...all.slice(0, here + 1)].find((one) =>
      one.textContent?.trim().toLowerCase().startsWith(letter),
    );
    found?.focus();
    return;
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
