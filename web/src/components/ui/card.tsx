import type { ElementType, HTMLAttributes } from 'react';
import { cx } from './cx.ts';

type CardProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
  /** None when the content brings its own space (a picture to the edge). */
  padded?: boolean | undefined;
};

/** White, a hairline in sand, no shadow. */
export function Card({ as = 'div', padded = true, className, ...rest }: CardProps) {
  const Element: ElementType<HTMLAttributes<HTMLElement>> = as;
  return (
    <Element
      className={cx('rounded-card border border-sand bg-surface', padded && 'p-5 md:p-6', className)}
      {...rest}
    />
  );
}
