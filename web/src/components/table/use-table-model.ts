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
import type { Column } from './column.ts';
import { compareSortKeys, type SortValue, toSortKey } from './sort-key.ts';

/** What rows are compared by in one column, worked out once for each. */
const keysOf = <Row extends object>({ sortBy, value }: Column<Row>): ((row: Row) => SortValue) => {
  const keys = new WeakMap<Row, SortValue>();
  return (row) => {
    const known = keys.get(row);
    if (known !== undefined) return known;
    const key = toSortKey((sortBy ?? value)(row));
    keys.set(row, key);
    return key;
  };
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
      columns.map((column) => {
        const keyOf = keysOf(column);
        return {
          id: column.id,
          accessorFn: column.value,
          sortFn: (a: { original: Row }, b: { original: Row }) =>
            compareSortKeys(keyOf(a.original), keyOf(b.original)),
        };
      }),
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
