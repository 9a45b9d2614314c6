import { type IconName, icons } from './icons';

export type { IconName };

/** A picture beside a text. It is not there for screen readers: what it means is said by the text or the label. */
export function Icon({ name, size = 16, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      style={{ flex: 'none' }}
      aria-hidden="true"
    >
      <path d={icons[name]} />
    </svg>
  );
}
