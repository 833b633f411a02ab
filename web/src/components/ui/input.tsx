import type { ComponentProps } from 'react';
import { controlClasses } from './control-classes.ts';
import { cx } from './cx.ts';

/** A one-line text control; label it with Field. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cx(controlClasses, 'min-h-12', className)} {...rest} />;
}
