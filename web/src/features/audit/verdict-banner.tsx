import { BadgeCheck, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/components/ui/cx.ts';

type SealProps = { holds: boolean; title: string; children?: ReactNode };

/** Whether it adds up: the green seal, or what speaks against it. */
export const Seal = ({ holds, title, children }: SealProps) => {
  const Icon = holds ? BadgeCheck : ShieldAlert;
  return (
    <div
      className={cx(
        'flex gap-4 rounded-card border px-5 py-4',
        holds ? 'border-kelp/30 bg-kelp-tint' : 'border-rust/30 bg-rust-tint',
      )}
    >
      <Icon
        aria-hidden="true"
        strokeWidth={1.6}
        className={cx('size-9 shrink-0', holds ? 'text-kelp' : 'text-rust')}
      />
      <div className="flex min-w-0 flex-col gap-1">
        <p className={cx('font-display text-lg', holds ? 'text-kelp' : 'text-rust')}>{title}</p>
        {children}
      </div>
    </div>
  );
};
