import type { ComponentProps } from 'react';
import { controlClasses } from './control-classes.ts';
import { cx } from './cx.ts';

/** The browser's date control (value `yyyy-MM-dd`); label it with Field. */
export function DateInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      type="date"
      className={cx(controlClasses, 'tabular min-h-12 appearance-none', className)}
      {...rest}
    />
  );
}
