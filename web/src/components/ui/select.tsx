import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlClasses } from './control-classes.ts';
import { cx } from './cx.ts';

/** The browser's select control; label it with Field. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative block', className)}>
      <select className={cx(controlClasses, 'tabular min-h-12 appearance-none truncate pr-10')} {...rest}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-4.5 text-ink-muted"
      />
    </span>
  );
}
