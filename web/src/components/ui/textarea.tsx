import type { ComponentProps } from 'react';
import { controlLook } from './control-look.ts';
import { cx } from './cx.ts';

/** A text control of several lines that grows with its text; label it with Field. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cx(controlLook, 'resize-y [field-sizing:content]', className)}
      {...rest}
    />
  );
}
