import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

type ScrollBoxProps = { label: string; className?: string | undefined; children: ReactNode };

/** Scrolls content that is wider than a phone sideways, so that the page does not. */
export const ScrollBox = ({ label, className, children }: ScrollBoxProps) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    tabIndex={0}
    // `relative` keeps visually hidden descendants from widening the page.
    className={cx('relative overflow-x-auto rounded-card border border-sand bg-surface', className)}
  >
    {children}
  </section>
);
