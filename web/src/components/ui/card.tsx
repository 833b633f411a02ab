import type { ElementType, HTMLAttributes } from 'react';
import { cx } from './cx.ts';

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
  /** False for content that reaches the edge, such as a picture. */
  padded?: boolean | undefined;
};

/** A white box with a thin border. */
export function Card({ as = 'div', padded = true, className, ...rest }: CardProps) {
  const Element: ElementType<HTMLAttributes<HTMLElement>> = as;
  return (
    <Element
      className={cx('rounded-card border border-sand bg-surface', padded && 'p-5 md:p-6', className)}
      {...rest}
    />
  );
}
