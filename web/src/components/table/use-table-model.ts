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
import { createSearch, type SearchKeys, toSearchKeys } from '#services/contract/search.ts';
import type { Column } from './column.ts';
import { compareSortKeys, type SortValue, toSortKey } from './sort-key.ts';

/** Returns the sort key of a row in one column, computed once a row. */
const createSortKeyReader = <Row extends object>({ sortBy, value }: Column<Row>) => {
  const keys = new WeakMap<Row, SortValue>();
  return (row: Row): SortValue => {
    const cached = keys.get(row);
    if (cached !== undefined) return cached;
    const key = toSortKey((sortBy ?? value)(row));
    keys.set(row, key);
    return key;
  };
};

/** Returns what a row is found by, computed once a row. */
const createSearchKeyReader = <Row extends object>(columns: readonly Column<Row>[]) => {
  const searched = columns.filter((column) => column.isSearched !== false);
  const keys = new WeakMap<Row, readonly SearchKeys[]>();
  return (row: Row): readonly SearchKeys[] => {
    const cached = keys.get(row);
    if (cached !== undefined) return cached;
    const texts = searched.map(({ value }) => value(row)).filter((value) => typeof value === 'string');
    const computed = texts.map(toSearchKeys);
    keys.set(row, computed);
    return computed;
  };
};

/** Returns whether a row matches a search, which is parsed once and not once a row. */
const createRowFilter = <Row extends object>(columns: readonly Column<Row>[]) => {
  const readKeys = createSearchKeyReader(columns);
  let search = { text: '', matches: createSearch('') };
  return (row: Row, text: string): boolean => {
    if (search.text !== text) search = { text, matches: createSearch(text) };
    return search.matches === null || search.matches(readKeys(row));
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

export interface Sorting {
  readonly id: string;
  readonly desc: boolean;
}

interface TableInput<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly search: string;
  readonly pageSize: number;
  readonly sortedBy: Sorting | undefined;
}

/** Searches and sorts rows, and splits them into pages. */
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
        const readKey = createSortKeyReader(column);
        return {
          id: column.id,
          accessorFn: column.value,
          sortFn: (a: { original: Row }, b: { original: Row }) =>
            compareSortKeys(readKey(a.original), readKey(b.original)),
        };
      }),
    [columns],
  );
  const hasText = useMemo(() => createRowFilter(columns), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    autoResetPageIndex: false,
    enableSortingRemoval: false,
    // The filter runs once a row: it searches all columns, so only the first one is offered for filtering.
    globalFilterFn: (row, _columnId, text: string) => hasText(row.original, text),
    getColumnCanGlobalFilter: (column) => column.id === columns[0]?.id,
    initialState: { pagination: { pageIndex: 0, pageSize }, sorting: sortedBy ? [{ ...sortedBy }] : [] },
  });
  const searchText = search.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table keeps its identity
  useEffect(() => {
    table.setGlobalFilter(searchText);
    table.setPageIndex(0);
  }, [searchText]);
  const pageCount = Math.max(1, table.getPageCount());
  const { pageIndex } = table.state.pagination;
  // The last page disappears when its rows are removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table keeps its identity
  useEffect(() => {
    if (pageIndex >= pageCount) table.setPageIndex(pageCount - 1);
  }, [pageIndex, pageCount]);
  return table;
};
