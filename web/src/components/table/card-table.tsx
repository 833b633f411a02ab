// biome-ignore-all lint/a11y/noRedundantRoles: a table laid out as cards loses the roles of its elements
// biome-ignore-all lint/a11y/useSemanticElements: see above
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

type CardTableProps = {
  caption: string;
  /** The cells of the header row. */
  head: ReactNode;
  children: ReactNode;
  className?: string | undefined;
};

/** A scrolling table with a sticky header row. On phones each row is a card. */
export const CardTable = ({ caption, head, children, className }: CardTableProps) => (
  <div className={cx('md:overflow-auto md:rounded-card md:border md:border-sand md:bg-surface', className)}>
    <table role="table" className="w-full border-collapse text-left tabular-nums max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">{head}</tr>
      </thead>
      <tbody role="rowgroup" className="max-md:flex max-md:flex-col max-md:gap-3">
        {children}
      </tbody>
    </table>
  </div>
);

export const HeadCell = ({ className, ...rest }: ComponentProps<'th'>) => (
  <th
    role="columnheader"
    scope="col"
    className={cx(
      'sticky top-0 z-10 bg-sand-soft font-semibold text-ink-muted text-sm shadow-[inset_0_-1px_var(--color-sand)]',
      className,
    )}
    {...rest}
  />
);

export const CardRow = ({ className, ...rest }: ComponentProps<'tr'>) => (
  <tr
    role="row"
    className={cx(
      'border-sand max-md:block max-md:rounded-card max-md:border max-md:px-4 max-md:py-3 md:not-first:border-t',
      className,
    )}
    {...rest}
  />
);

export const Cell = (props: ComponentProps<'td'>) => <td role="cell" {...props} />;

/** The column's name on a card, which has no header row. */
export const CardLabel = ({ children }: { children: ReactNode }) => (
  <span aria-hidden="true" className="shrink-0 text-ink-muted text-sm md:hidden">
    {children}
  </span>
);
