import type { ReactNode } from 'react';

/** One column of a `DataTable`. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** What the column sorts, searches and exports by. */
  readonly value: (row: Row) => string | number | null;
  /** What it sorts by, if not the value: days of the week do not sort as words. */
  readonly sortBy?: (row: Row) => string | number | null;
  /** What is shown, if not the value. */
  readonly cell?: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  readonly align?: 'right';
  /** Whether the search looks here; texts are searched unless this says no. */
  readonly isSearched?: boolean;
  /** False leaves it out of the exported file. */
  readonly isExported?: boolean;
}
