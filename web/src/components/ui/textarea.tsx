import type { ComponentProps } from 'react';
import { controlClasses } from './control-classes.ts';
import { cx } from './cx.ts';

/** A multi-line text control that grows with its text; label it with Field. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cx(controlClasses, 'resize-y [field-sizing:content]', className)}
      {...rest}
    />
  );
}
