import { BadgeCheck, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/components/ui/cx.ts';

type VerdictBannerProps = { hasPassed: boolean; title: string; children?: ReactNode };

/** The result of a check, with its details. */
export const VerdictBanner = ({ hasPassed, title, children }: VerdictBannerProps) => {
  const Icon = hasPassed ? BadgeCheck : ShieldAlert;
  return (
    <div
      className={cx(
        'flex gap-4 rounded-card border px-5 py-4',
        hasPassed ? 'border-kelp/30 bg-kelp-tint' : 'border-rust/30 bg-rust-tint',
      )}
    >
      <Icon
        aria-hidden="true"
        strokeWidth={1.6}
        className={cx('size-9 shrink-0', hasPassed ? 'text-kelp' : 'text-rust')}
      />
      <div className="flex min-w-0 flex-col gap-1">
        <p className={cx('font-display text-lg', hasPassed ? 'text-kelp' : 'text-rust')}>{title}</p>
        {children}
      </div>
    </div>
  );
};
