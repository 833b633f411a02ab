import type { ReactNode } from 'react';

/** A column of a `DataTable`. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Sorted, searched and exported. */
  readonly value: (row: Row) => string | number | null;
  /** Sorted instead of the value, such as weekdays in the order of the week. */
  readonly sortBy?: (row: Row) => string | number | null;
  /** Rendered instead of the value. */
  readonly cell?: (row: Row) => ReactNode;
  readonly align?: 'right';
  /** False leaves the column out of the search, which covers texts only. */
  readonly isSearched?: boolean;
}
