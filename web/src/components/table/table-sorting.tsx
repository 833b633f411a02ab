import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Select } from '../ui/select.tsx';
import { HeadCell } from './card-table.tsx';
import type { Column } from './column.ts';
import type { Sorting } from './use-table-model.ts';

interface SortingProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | undefined;
  readonly onSort: (sorting: Sorting) => void;
}

/** The sort controls of phones, where the table has no header row. */
export const SortSelect = <Row,>({
  caption,
  columns,
  sorting,
  onSort,
}: SortingProps<Row> & { caption: string }) => {
  const Arrow = sorting?.desc ? ArrowDown : ArrowUp;
  return (
    <div className="flex items-center gap-2 md:hidden">
      <Select
        aria-label={`Sort ${caption} by`}
        value={sorting?.id ?? ''}
        onChange={({ target }) => onSort({ id: target.value, desc: sorting?.desc ?? false })}
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
        <Button variant="quiet" size="sm" onClick={() => onSort({ id: sorting.id, desc: !sorting.desc })}>
          <Arrow aria-hidden="true" className="size-4.5" />
          {sorting.desc ? 'Falling' : 'Rising'}
        </Button>
      )}
    </div>
  );
};

/** The header cells; a click sorts by the column, another one reverses the order. */
export const SortableHead = <Row,>({
  columns,
  sorting,
  onSort,
  hasActions,
}: SortingProps<Row> & { hasActions: boolean }) => {
  const Arrow = sorting?.desc ? ArrowDown : ArrowUp;
  return (
    <>
      {columns.map(({ id, header, align }) => {
        const isSorted = sorting?.id === id;
        return (
          <HeadCell
            key={id}
            aria-sort={isSorted ? (sorting.desc ? 'descending' : 'ascending') : 'none'}
            className={cx('whitespace-nowrap px-1', align === 'right' && 'text-right')}
          >
            <button
              type="button"
              onClick={() => onSort({ id, desc: isSorted && !sorting.desc })}
              className={cx(
                'inline-flex min-h-11 items-center gap-1 rounded-sm px-2 transition-colors hover:text-ink',
                // Aligns the header's last letter with the last digit below it.
                align === 'right' && 'flex-row-reverse',
              )}
            >
              {header}
              <Arrow aria-hidden="true" className={cx('size-3.5', !isSorted && 'opacity-0')} />
            </button>
          </HeadCell>
        );
      })}
      {hasActions && (
        <HeadCell className="px-3 text-right">
          <span className="sr-only">Actions</span>
        </HeadCell>
      )}
    </>
  );
};
