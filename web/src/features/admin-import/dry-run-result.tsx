import type { ImportAnswer, LineNote } from '#services/contract/imports.ts';
import { FigureCards } from '#web/components/staff/figure-cards.tsx';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';

type Sum = ImportAnswer['sums']['byPass'][number];

const sumColumns: readonly Column<Sum>[] = [
  { id: 'name', header: 'Pass', value: ({ name }) => name },
  { id: 'lots', header: 'How many', value: ({ lots }) => lots, align: 'right' },
  { id: 'passes', header: 'Classes left', value: ({ passes }) => passes, align: 'right' },
  createAmountColumn('worth', 'Worth', ({ pence }) => pence),
];

const noteColumns: readonly Column<LineNote>[] = [
  {
    id: 'line',
    header: 'Line',
    value: ({ file, line }) => `${file}.csv, line ${line}`,
    sortBy: ({ line }) => line,
  },
  { id: 'reason', header: 'Why', value: ({ reason }) => reason },
];
const toKey = ({ file, line, reason }: LineNote) => `${file}-${line}-${reason}`;

/** What becomes of each line of the files. */
export function DryRunResult({ answer }: { answer: ImportAnswer }) {
  const { created, merged, refused, warnings, sums, files } = answer;
  const known = files.filter(({ alreadyBrought }) => alreadyBrought);
  return (
    <div className="flex flex-col gap-6">
      {known.length > 0 ? (
        <Notice tone="info" title="Brought over before">
          {known.map(({ file }) => `${file}.csv`).join(' and ')}: the same file grants nothing again.
        </Notice>
      ) : null}
      <FigureCards
        figures={[
          { name: 'New members', value: created },
          { name: 'Have an account', value: merged, about: 'Merged by email; their data stays' },
          { name: 'Classes left', value: sums.passes, about: formatCount(sums.lots, 'pass', 'passes') },
          { name: 'Worth', value: formatPence(sums.pence), about: 'Owed, and no income here' },
          { name: 'Refused lines', value: refused.length, isLoss: refused.length > 0 },
        ]}
      />
      <section aria-label="Sums by pass" className="flex flex-col gap-3">
        <h3 className="text-lg">Sums by pass</h3>
        <DataTable
          caption="Sums by pass"
          columns={sumColumns}
          rows={sums.byPass}
          rowKey={({ name }) => name}
          empty="No passes are brought over"
        />
      </section>
      {refused.length > 0 ? (
        <section aria-label="Refused lines" className="flex flex-col gap-3">
          <h3 className="text-lg">Refused lines</h3>
          <DataTable
            caption="Refused lines"
            columns={noteColumns}
            rows={refused}
            rowKey={toKey}
            csvName="refused-lines"
            pageSize={10}
            empty="None"
          />
        </section>
      ) : null}
      {warnings.length > 0 ? (
        <section aria-label="To look at" className="flex flex-col gap-3">
          <h3 className="text-lg">To look at</h3>
          <p className="text-ink-muted">These lines are brought over all the same.</p>
          <DataTable
            caption="To look at"
            columns={noteColumns}
            rows={warnings}
            rowKey={toKey}
            csvName="lines-to-look-at"
            pageSize={10}
            empty="None"
          />
        </section>
      ) : null}
    </div>
  );
}
