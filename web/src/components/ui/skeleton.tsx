import { cx } from './cx.ts';

/** The place of something on its way; give it the size of what comes. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden="true" className={cx('animate-breathe rounded-card bg-sand/70', className)} />;
}
