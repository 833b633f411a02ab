import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

interface RadioCardProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly children: ReactNode;
  /** Beside the first line of several, instead of in the middle. */
  readonly isAtTop?: boolean;
}

/** A choice of several as a bordered row; all of it can be pressed. */
export const RadioCard = ({ children, isAtTop = false, ...input }: RadioCardProps) => (
  <label
    className={cx(
      'flex min-h-14 cursor-pointer gap-4 rounded-card border border-sand bg-surface px-4 py-3 transition-colors hover:border-sea has-checked:border-sea has-checked:bg-sea-tint',
      isAtTop ? 'items-start' : 'items-center',
    )}
  >
    <input type="radio" className={cx('size-5 shrink-0 accent-sea', isAtTop && 'mt-1')} {...input} />
    {children}
  </label>
);
