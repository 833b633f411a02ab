import type { ComponentProps } from 'react';
import { controlLook } from './control-look.ts';
import { cx } from './cx.ts';

/** A one-line text control; label it with Field. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cx(controlLook, 'min-h-12', className)} {...rest} />;
}
