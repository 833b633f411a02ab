import {
  columnFilteringFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useEffect, useMemo } from 'react';
import type { Column } from './data-table-column.ts';

/** Names sort as people read them; a number before a larger one; nothing at all comes first. */
const byReading = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });
export const compareValues = (a: string | number | null, b: string | number | null): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return byReading.compare(String(a), String(b));
};

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});

export interface TableInput<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly search: string;
  readonly pageSize: number;
  readonly sortedBy: { readonly id: string; readonly desc: boolean } | undefined;
}

/** Rows searched, sorted and cut into pages. */
export const useTableModel = <Row extends object>({
  columns,
  rows,
  search,
  pageSize,
  sortedBy,
}: TableInput<Row>) => {
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: column.value,
        sortFn: (a: { original: Row }, b: { original: Row }) =>
          compareValues(
            (column.sortBy ?? column.value)(a.original),
            (column.sortBy ?? column.value)(b.original),
          ),
      })),
    [columns],
  );
  const searched = useMemo(() => columns.filter((column) => column.isSearched !== false), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    autoResetPageIndex: false,
    enableSortingRemoval: false,
    // One pass over the row's texts, whichever column the filter asks about.
    globalFilterFn: (row, _columnId, wanted: string) =>
      searched.some((column) => {
        const value = column.value(row.original);
        return typeof value === 'string' && value.toLowerCase().includes(wanted);
      }),
    getColumnCanGlobalFilter: (column) => column.id === searched[0]?.id,
    initialState: { pagination: { pageIndex: 0, pageSize }, sorting: sortedBy ? [{ ...sortedBy }] : [] },
  });
  const wanted = search.trim().toLowerCase();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table stays the same one
  useEffect(() => {
    table.setGlobalFilter(wanted);
    table.setPageIndex(0);
  }, [wanted]);
  const pageCount = Math.max(1, table.getPageCount());
  const { pageIndex } = table.state.pagination;
  // Rows may go while their page is in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table stays the same one
  useEffect(() => {
    if (pageIndex >= pageCount) table.setPageIndex(pageCount - 1);
  }, [pageIndex, pageCount]);
  return table;
};
