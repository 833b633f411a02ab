import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../ui/button.tsx';

type TablePagesProps = {
  caption: string;
  rowCount: number;
  rowsPerPage: number;
  pageIndex: number;
  onPage: (pageIndex: number) => void;
};

/** Steps through the pages of a table; nothing if there is one page only. */
export function TablePages({ caption, rowCount, rowsPerPage, pageIndex, onPage }: TablePagesProps) {
  if (rowCount <= rowsPerPage) return null;
  const firstRow = pageIndex * rowsPerPage + 1;
  const lastRow = Math.min(rowCount, (pageIndex + 1) * rowsPerPage);
  return (
    <nav aria-label={`Pages of ${caption}`} className="flex items-center justify-between gap-3 text-sm">
      <p className="text-ink-muted">
        {firstRow} to {lastRow} of {rowCount}
      </p>
      <div className="flex items-center gap-1">
        <Button variant="quiet" size="sm" disabled={pageIndex === 0} onClick={() => onPage(pageIndex - 1)}>
          <ChevronLeft aria-hidden="true" className="size-4.5" />
          Previous
        </Button>
        <Button
          variant="quiet"
          size="sm"
          disabled={lastRow === rowCount}
          onClick={() => onPage(pageIndex + 1)}
        >
          Next
          <ChevronRight aria-hidden="true" className="size-4.5" />
        </Button>
      </div>
    </nav>
  );
}
