import type { ReactNode } from 'react';
import { CardLabel, Cell } from '#web/components/table/card-table.tsx';
import { cx } from '#web/components/ui/cx.ts';

export const cellClasses = 'px-3 py-2.5 align-top max-md:px-0 max-md:py-1';

type LabelledCellProps = { label: string; className?: string; children: ReactNode };

/** A cell with its column's name before it on phones. */
export const LabelledCell = ({ label, className, children }: LabelledCellProps) => (
  <Cell className={cx(cellClasses, 'max-md:flex max-md:justify-between max-md:gap-4', className)}>
    <CardLabel>{label}</CardLabel>
    {children}
  </Cell>
);
