import type { ComponentProps } from 'react';
import { controlClasses } from './control-classes.ts';
import { cx } from './cx.ts';

/** The browser's time control (value `HH:mm`); label it with Field. */
export function TimeInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      type="time"
      className={cx(controlClasses, 'tabular min-h-12 appearance-none', className)}
      {...rest}
    />
  );
}
