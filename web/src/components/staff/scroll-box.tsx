import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

type ScrollBoxProps = { label: string; className?: string | undefined; children: ReactNode };

/** Holds what may be wider than a phone: it scrolls by itself, by the keyboard too, and the page does not. */
export const ScrollBox = ({ label, className, children }: ScrollBoxProps) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    tabIndex={0}
    // What is hidden from sight inside must not widen the page.
    className={cx('relative overflow-x-auto rounded-card border border-sand bg-surface', className)}
  >
    {children}
  </section>
);
