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
  /** The cards of phones are close to each other. */
  isDense?: boolean | undefined;
};

/** A scrolling table with a sticky header row. On phones each row is a card. */
export const CardTable = ({ caption, head, children, className, isDense = false }: CardTableProps) => (
  <div className={cx('md:overflow-auto md:rounded-card md:border md:border-sand md:bg-surface', className)}>
    <table role="table" className="w-full border-collapse text-left tabular-nums max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">{head}</tr>
      </thead>
      <tbody
        role="rowgroup"
        className={cx('max-md:flex max-md:flex-col', isDense ? 'max-md:gap-1.5' : 'max-md:gap-2')}
      >
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

type CardRowProps = ComponentProps<'tr'> & {
  /** On phones a line or two, whose cells stand beside each other. */
  isDense?: boolean | undefined;
};

export const CardRow = ({ className, isDense = false, ...rest }: CardRowProps) => (
  <tr
    role="row"
    className={cx(
      'border-sand max-md:rounded-card max-md:border max-md:pl-4 md:not-first:border-t',
      isDense
        ? 'max-md:relative max-md:flex max-md:min-h-12 max-md:flex-wrap max-md:content-center max-md:gap-x-2 max-md:py-0.5 max-md:pr-14 max-md:leading-snug'
        : 'max-md:block max-md:py-3 max-md:pr-4',
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
