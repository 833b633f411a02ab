import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, Download, Search } from 'lucide-react';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Input } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';
import type { Column } from './column.ts';
import { downloadCsv, toCsv } from './csv.ts';
import { useTableModel } from './use-table-model.ts';

type DataTableProps<Row extends object> = {
  /** Says what the table holds, for those who do not see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Buttons at the right of each row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Names the search field, such as "Search members"; without it there is none. */
  searchLabel?: string | undefined;
  /** Of the exported file, without its ending; without it there is no export. */
  csvName?: string | undefined;
  sortedBy?: { readonly id: string; readonly desc: boolean } | undefined;
  pageSize?: number | undefined;
  /** Shown when there are no rows at all, and when the search finds none. */
  empty: string;
  noMatch?: string | undefined;
  /** Stands beside the search. */
  tools?: ReactNode;
};

const cellLook =
  'px-3 py-2.5 align-middle max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:px-0 max-md:py-0.5';

/** Cards are taller than lines: fewer of them stand on a phone's page. */
const mostCards = 10;
const isPhone = (): boolean => window.matchMedia('(max-width: 47.99rem)').matches;

/** A table to work with: sorted by its heads, searched, in pages, exported as CSV. On phones each row is a card. */
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
}: DataTableProps<Row>) {
  const [search, setSearch] = useState('');
  // Typing stays smooth while thousands of rows are looked through.
  const wanted = useDeferredValue(search);
  const searchId = useId();
  const [perPage] = useState(() => (isPhone() ? Math.min(pageSize, mostCards) : pageSize));
  const table = useTableModel({ columns, rows, search: wanted, pageSize: perPage, sortedBy });
  const sorting = table.state.sorting[0];
  const found = table.getSortedRowModel().rows;
  const shown = table.getRowModel().rows;
  const { pageIndex } = table.state.pagination;
  const pageCount = Math.max(1, table.getPageCount());

  const exportAll = () => {
    const exported = columns.filter((column) => column.isExported !== false);
    const csv = toCsv(
      exported.map((column) => column.header),
      found.map((row) => exported.map((column) => column.value(row.original))),
    );
    downloadCsv(`${csvName}.csv`, csv);
  };

  // Nothing to look through, nothing to export.
  const isSearched = searchLabel !== undefined && rows.length > 0;
  const isExported = csvName !== undefined && rows.length > 0;
  const hasTools = isSearched || isExported || tools !== undefined;
  return (
    <div className="flex flex-col gap-3">
      {hasTools && (
        <div className="flex flex-wrap items-center gap-3">
          {isSearched && (
            <div className="relative min-w-56 grow md:max-w-sm">
              <label htmlFor={searchId} className="sr-only">
                {searchLabel}
              </label>
              <Search
                aria-hidden="true"
                className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3.5 size-4.5 text-ink-muted"
              />
              <Input
                id={searchId}
                type="search"
                placeholder={searchLabel}
                value={search}
                onChange={(event) => setSearch(event.target.value)}
                className="pl-10"
              />
            </div>
          )}
          {tools}
          {isExported && (
            <Button
              variant="quiet"
              size="sm"
              className="md:ml-auto"
              disabled={found.length === 0}
              onClick={exportAll}
            >
              <Download aria-hidden="true" className="size-4.5" />
              Export CSV
            </Button>
          )}
        </div>
      )}
      {found.length > mostCards && (
        <div className="flex items-center gap-2 md:hidden">
          <Select
            aria-label={`Sort ${caption} by`}
            value={sorting?.id ?? ''}
            onChange={({ target }) => table.setSorting([{ id: target.value, desc: sorting?.desc ?? false }])}
            className="min-w-0 grow"
          >
            {!sorting && <option value="">Sort by …</option>}
            {columns.map(({ id, header }) => (
              <option key={id} value={id}>
                By {header.toLowerCase()}
              </option>
            ))}
          </Select>
          {sorting && (
            <Button
              variant="quiet"
              size="sm"
              onClick={() => table.setSorting([{ id: sorting.id, desc: !sorting.desc }])}
            >
              {sorting.desc ? (
                <ArrowDown aria-hidden="true" className="size-4.5" />
              ) : (
                <ArrowUp aria-hidden="true" className="size-4.5" />
              )}
              {sorting.desc ? 'Falling' : 'Rising'}
            </Button>
          )}
        </div>
      )}
      <p role="status" className="sr-only">
        {wanted === '' ? '' : `${found.length} found`}
      </p>
      {found.length === 0 ? (
        <p className="rounded-card border border-sand bg-surface px-5 py-8 text-center text-ink-muted">
          {rows.length === 0 ? empty : noMatch}
        </p>
      ) : (
        <div className="md:max-h-[72dvh] md:overflow-auto md:rounded-card md:border md:border-sand md:bg-surface">
          {/* The roles are said again since a row that is laid out as a card is no longer a row by itself. */}
          {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
          {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
          <table role="table" className="w-full border-collapse text-left tabular-nums max-md:block">
            <caption className="sr-only">{caption}</caption>
            <thead role="rowgroup" className="max-md:sr-only">
              <tr role="row">
                {columns.map((column) => {
                  const isSorted = sorting?.id === column.id;
                  const Arrow = sorting?.desc ? ArrowDown : ArrowUp;
                  return (
                    <th
                      key={column.id}
                      role="columnheader"
                      scope="col"
                      aria-sort={isSorted ? (sorting.desc ? 'descending' : 'ascending') : 'none'}
                      className={cx(
                        'sticky top-0 z-10 whitespace-nowrap bg-sand-soft px-1 font-semibold text-ink-muted text-sm shadow-[inset_0_-1px_var(--color-sand)]',
                        column.align === 'right' && 'text-right',
                      )}
                    >
                      <button
                        type="button"
                        onClick={() => table.setSorting([{ id: column.id, desc: isSorted && !sorting.desc }])}
                        className={cx(
                          'inline-flex min-h-11 items-center gap-1 rounded-sm px-2 transition-colors hover:text-ink',
                          // Its last letter stands over the last figure.
                          column.align === 'right' && 'flex-row-reverse',
                        )}
                      >
                        {column.header}
                        <Arrow aria-hidden="true" className={cx('size-3.5', !isSorted && 'opacity-0')} />
                      </button>
                    </th>
                  );
                })}
                {actions && (
                  <th
                    role="columnheader"
                    scope="col"
                    className="sticky top-0 z-10 bg-sand-soft px-3 text-right font-semibold text-ink-muted text-sm shadow-[inset_0_-1px_var(--color-sand)]"
                  >
                    <span className="sr-only">Actions</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody role="rowgroup" className="max-md:flex max-md:flex-col max-md:gap-3">
              {shown.map(({ original: row }) => (
                <tr
                  key={rowKey(row)}
                  role="row"
                  className="border-sand max-md:block max-md:rounded-card max-md:border max-md:bg-surface max-md:px-4 max-md:py-3 md:not-first:border-t md:hover:bg-paper"
                >
                  {columns.map((column, index) => (
                    <td
                      key={column.id}
                      role="cell"
                      className={cx(
                        cellLook,
                        column.align === 'right' && 'md:text-right',
                        // The first names the card.
                        index === 0 && 'max-md:pb-1.5 max-md:font-semibold',
                      )}
                    >
                      {index > 0 && (
                        <span aria-hidden="true" className="shrink-0 text-ink-muted text-sm md:hidden">
                          {column.header}
                        </span>
                      )}
                      <span
                        className={cx('max-md:min-w-0 max-md:break-words', index > 0 && 'max-md:text-right')}
                      >
                        {column.cell ? column.cell(row) : (column.value(row) ?? '–')}
                      </span>
                    </td>
                  ))}
                  {actions && (
                    <td
                      role="cell"
                      className="px-2 py-1.5 text-right max-md:mt-2 max-md:block max-md:border-sand max-md:border-t max-md:px-0 max-md:pt-1.5 max-md:pb-0"
                    >
                      <div className="flex flex-wrap items-center gap-1 max-md:-mx-2 max-md:gap-0 md:flex-nowrap md:justify-end">
                        {actions(row)}
                      </div>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
          {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
          {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
        </div>
      )}
      {pageCount > 1 && (
        <nav aria-label={`Pages of ${caption}`} className="flex items-center justify-between gap-3 text-sm">
          <p className="text-ink-muted">
            {pageIndex * perPage + 1} to {Math.min(found.length, (pageIndex + 1) * perPage)} of {found.length}
          </p>
          <div className="flex items-center gap-1">
            <Button
              variant="quiet"
              size="sm"
              disabled={pageIndex === 0}
              onClick={() => table.setPageIndex(pageIndex - 1)}
            >
              <ChevronLeft aria-hidden="true" className="size-4.5" />
              Previous
            </Button>
            <Button
              variant="quiet"
              size="sm"
              disabled={pageIndex >= pageCount - 1}
              onClick={() => table.setPageIndex(pageIndex + 1)}
            >
              Next
              <ChevronRight aria-hidden="true" className="size-4.5" />
            </Button>
          </div>
        </nav>
      )}
    </div>
  );
}
