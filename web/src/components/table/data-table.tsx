import { type ReactNode, useDeferredValue, useState } from 'react';
import { isPhone } from '#web/lib/screen.ts';
import { useStoredSearch } from '#web/lib/stored-search.ts';
import { cx } from '../ui/cx.ts';
import { CardLabel, CardRow, CardTable, Cell } from './card-table.tsx';
import type { Column } from './column.ts';
import { downloadCsv, toCsv } from './csv.ts';
import { TablePages } from './table-pages.tsx';
import { SortableHead, SortSelect } from './table-sorting.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { type Sorting, useTableModel } from './use-table-model.ts';

type RowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  actions: ((row: Row) => ReactNode) | undefined;
};

/** A row that is a line or two on phones: its values beside each other, its actions at the right. */
const CompactRow = <Row,>({ row, columns, actions }: RowProps<Row>) => (
  <CardRow isDense className="max-md:bg-surface md:hover:bg-paper">
    {columns.map(({ id, align, value, cell }, index) => (
      <Cell
        key={id}
        className={cx(
          'px-3 py-2.5 align-middle max-md:p-0',
          align === 'right' && 'md:text-right',
          index === 0 && 'max-md:font-semibold',
        )}
      >
        {cell ? cell(row) : (value(row) ?? <span className="max-md:hidden">–</span>)}
      </Cell>
    ))}
    {actions && (
      <Cell className="px-2 py-1.5 text-right max-md:absolute max-md:inset-y-0 max-md:right-0.5 max-md:flex max-md:items-center max-md:p-0">
        <div className="flex items-center gap-1 md:justify-end">{actions(row)}</div>
      </Cell>
    )}
  </CardRow>
);

const DataRow = <Row,>({ row, columns, actions }: RowProps<Row>) => (
  <CardRow className="max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:bg-surface max-md:py-2 md:hover:bg-paper">
    {columns.map(({ id, header, align, value, cell }, index) => (
      <Cell
        key={id}
        className={cx(
          'px-3 py-2.5 align-middle max-md:flex max-md:max-w-full max-md:grow max-md:items-baseline max-md:justify-between max-md:gap-2 max-md:px-0 max-md:py-0.5',
          align === 'right' && 'md:text-right',
          // The first cell is the card's title; of the others two short ones share a line.
          index === 0 ? 'max-md:basis-full max-md:font-semibold' : 'max-md:min-w-[calc(50%-0.5rem)]',
        )}
      >
        {index > 0 && <CardLabel>{header}</CardLabel>}
        <span className={cx('max-md:min-w-0 max-md:break-words', index > 0 && 'max-md:text-right')}>
          {cell ? cell(row) : (value(row) ?? '–')}
        </span>
      </Cell>
    ))}
    {actions && (
      <Cell className="px-2 py-1.5 text-right max-md:mt-1.5 max-md:block max-md:basis-full max-md:border-sand max-md:border-t max-md:px-0 max-md:pt-1 max-md:pb-0">
        <div className="flex flex-wrap items-center gap-1 max-md:-mx-2 max-md:gap-0 md:flex-nowrap md:justify-end">
          {actions(row)}
        </div>
      </Cell>
    )}
  </CardRow>
);

type DataTableProps<Row extends object> = {
  /** Describes the table to screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The buttons at the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Such as "Search members"; without it the table has no search. */
  searchLabel?: string | undefined;
  /** The name of the exported file without its extension; without it the table has no export. */
  csvName?: string | undefined;
  sortedBy?: Sorting | undefined;
  pageSize?: number | undefined;
  /** The text for a table without rows. */
  empty: string;
  /** The text for a search without results; `empty` by default. */
  noMatch?: string | undefined;
  /** Controls beside the search. */
  tools?: ReactNode;
  /** On phones a row is a line or two without labels; its actions must fit into a small button, such as a menu. */
  isCompact?: boolean | undefined;
};

/** Rows per page on phones, where a row is a card and takes several lines. */
const maxCards = 10;

/** A table that can be sorted, searched, paged and exported as CSV. On phones each row is a card. */
export function DataTable<Row extends object>({
  caption,
  columns,
  rows,
  rowKey,
  actions,
  searchLabel,
  csvName,
  sortedBy,
  pageSize = 25,
  empty,
  noMatch = empty,
  tools,
  isCompact = false,
}: DataTableProps<Row>) {
  const TableRow = isCompact ? CompactRow<Row> : DataRow<Row>;
  const [search, setSearch] = useStoredSearch(searchLabel ?? '');
  // Typing stays smooth while thousands of rows are searched.
  const deferredSearch = useDeferredValue(search);
  const [rowsPerPage] = useState(() => (isPhone() ? Math.min(pageSize, maxCards) : pageSize));
  const table = useTableModel({ columns, rows, search: deferredSearch, pageSize: rowsPerPage, sortedBy });
  const sorting = table.state.sorting[0];
  const onSort = (next: Sorting) => table.setSorting([next]);
  const found = table.getSortedRowModel().rows;
  const hasRows = rows.length > 0;

  const exportCsv = () => {
    const csv = toCsv(
      columns.map(({ header }) => header),
      found.map(({ original }) => columns.map(({ value }) => value(original))),
    );
    downloadCsv(`${csvName}.csv`, csv);
  };

  return (
    <div className="flex flex-col gap-3">
      <TableToolbar
        search={
          searchLabel !== undefined && hasRows
            ? { label: searchLabel, value: search, onChange: setSearch }
            : undefined
        }
        onExport={csvName !== undefined && hasRows ? exportCsv : undefined}
        canExport={found.length > 0}
      >
        {tools}
      </TableToolbar>
      {found.length > maxCards && (
        <SortSelect caption={caption} columns={columns} sorting={sorting} onSort={onSort} />
      )}
      <p role="status" className="sr-only">
        {deferredSearch === '' ? '' : `${found.length} found`}
      </p>
      {found.length === 0 ? (
        <p className="rounded-card border border-sand bg-surface px-5 py-8 text-center text-ink-muted">
          {hasRows ? noMatch : empty}
        </p>
      ) : (
        <CardTable
          caption={caption}
          isDense={isCompact}
          head={
            <SortableHead
              columns={columns}
              sorting={sorting}
              onSort={onSort}
              hasActions={actions !== undefined}
            />
          }
        >
          {table.getRowModel().rows.map(({ original }) => (
            <TableRow key={rowKey(original)} row={original} columns={columns} actions={actions} />
          ))}
        </CardTable>
      )}
      <TablePages
        caption={caption}
        rowCount={found.length}
        rowsPerPage={rowsPerPage}
        pageIndex={table.state.pagination.pageIndex}
        onPage={(pageIndex) => table.setPageIndex(pageIndex)}
      />
    </div>
  );
}
