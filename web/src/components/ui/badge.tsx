import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const tones = {
  neutral: 'bg-sand-soft text-ink-muted',
  sea: 'bg-sea-tint text-sea-dark',
  coral: 'bg-coral-tint text-coral-dark',
  kelp: 'bg-kelp-tint text-kelp',
  amber: 'bg-amber-tint text-amber',
  rust: 'bg-rust-tint text-rust',
  sun: 'bg-sun text-on-sun',
};

export type Tone = keyof typeof tones;

type BadgeProps = {
  tone?: Tone | undefined;
  icon?: LucideIcon | undefined;
  children: ReactNode;
  className?: string | undefined;
};

/** A word or two in a pill; the meaning never depends on the colour alone. */
export function Badge({ tone = 'neutral', icon: Icon, children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-3 py-1 font-semibold text-sm leading-tight',
        tones[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />}
      {children}
    </span>
  );
}
