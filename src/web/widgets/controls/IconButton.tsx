import type { ButtonHTMLAttributes, Ref } from 'react';
import { classes } from '../classes';
import { Icon, type IconName } from '../Icon';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  icon: IconName;
  /** What it does: its name for screen readers, and its tooltip. */
  label: string;
  /** For a button that stays down: whether it is. */
  pressed?: boolean;
  /** Keys that do the same, for the tooltip. */
  keys?: string;
  small?: boolean;
  danger?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, pressed, keys, small, danger, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={keys ? `${label} (${keys})` : label}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      className={classes(styles.button, small && styles.small, danger && styles.danger, className)}
    >
      <Icon name={icon} />
    </button>
  );
}
