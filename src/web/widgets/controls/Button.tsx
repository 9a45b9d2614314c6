import type { ButtonHTMLAttributes, Ref } from 'react';
import { classes } from '../classes';
import { Icon, type IconName } from '../Icon';
import styles from './Button.module.css';

export type ButtonKind = 'primary' | 'normal' | 'quiet' | 'danger';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  icon?: IconName;
  small?: boolean;
  /** Something that the button began is under way: it cannot be pressed, and a ring turns. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind = 'normal', icon, small, busy, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      data-kind={kind}
      className={classes(styles.button, styles[kind], small && styles.small, busy && styles.busy, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles.ring} /> : icon && <Icon name={icon} />}
      {children !== undefined && children !== null && <span className={styles.label}>{children}</span>}
    </button>
  );
}
