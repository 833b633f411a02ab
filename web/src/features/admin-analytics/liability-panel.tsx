import { useState } from 'react';
import type { LiabilityAnswer } from '#services/contract/analytics.ts';
import { LoadFailure } from '#web/components/staff/load-failure.tsx';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { PhoneFold } from '#web/components/staff/phone-fold.tsx';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatDate, formatWallDate, isWallDate, toLondonDate } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { useLiability } from './use-figures.ts';

type Lot = LiabilityAnswer['lots'][number];

const columns: readonly Column<Lot>[] = [
  {
    id: 'member',
    header: 'Member',
    value: ({ userName }) => userName || 'Deleted member',
    cell: ({ userId, userName, lotId }) => (
      <MemberLink memberId={userId} name={userName} fallback="Deleted member" mark={`lot-${lotId}`} />
    ),
  },
  { id: 'pass', header: 'Pass', value: ({ passName }) => passName },
  {
    id: 'unused',
    header: 'Unused',
    align: 'right',
    value: ({ unused }) => unused,
    cell: ({ unused, granted }) => `${unused} of ${granted}`,
  },
  createAmountColumn('value', 'Worth', ({ value }) => value),
  {
    id: 'expires',
    header: 'Expires',
    value: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => formatDate(expiresAt),
  },
];

/** The passes that are paid and not used at the end of a day. */
export function LiabilityPanel() {
  const today = toLondonDate(useStudioNow());
  const [chosen, setChosen] = useState('');
  const date = isWallDate(chosen) ? chosen : today;
  const { data, error, retry } = useLiability(date);
  return (
    <Panel
      title="Unused passes"
      intro="What members have paid for and not used yet, at the end of a day."
      tools={
        <Field label={<span className="sr-only">At the end of</span>}>
          {(control) => (
            <DateInput
              {...control}
              className="w-44"
              value={chosen || today}
              onChange={({ target }) => setChosen(target.value)}
            />
          )}
        </Field>
      }
    >
      {error && <LoadFailure what="monthly report" error={error} retry={retry} />}
      {!error && data === undefined && <Skeleton className="h-40" />}
      {data && (
        <>
          <p className="text-lg">
            <strong className="font-display font-medium text-2xl tabular-nums">
              {formatExactPence(data.value)}
            </strong>{' '}
            in {formatCount(data.passes, 'pass', 'passes')}, {formatWallDate(date)}
          </p>
          <PhoneFold what="whose they are">
            <DataTable
              caption="Lots with unused passes"
              columns={columns}
              rows={data.lots}
              rowKey={({ lotId }) => lotId}
              searchLabel="Search unused passes"
              csvName={`unused-passes-${date}`}
              sortedBy={{ id: 'expires', desc: false }}
              pageSize={10}
              empty="No paid pass is unused."
              noMatch="No unused pass matches the search"
            />
          </PhoneFold>
        </>
      )}
    </Panel>
  );
}
