import { cx } from './cx.ts';

/** A placeholder while content loads; give it the size of that content. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden="true" className={cx('animate-breathe rounded-card bg-sand/70', className)} />;
}
