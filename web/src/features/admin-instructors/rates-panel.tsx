import { Link } from 'react-router-dom';
import type { RatesAnswer } from '#services/contract/pay.ts';
import type { Instructor } from '#services/contract/schedule.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { createAmountColumn } from '#web/components/table/amount-column.ts';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatWallDate, toLondonDate } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { useStudioNow } from '#web/lib/studio-clock.ts';
import { AddRateForm } from './add-rate-form.tsx';
import { OwnPayPanel } from './own-pay-panel.tsx';
import { findRateState, type RateState } from './rate-state.ts';
import { useRates } from './use-rates.ts';

interface RateRow {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly state: RateState;
  readonly rate: RatesAnswer['rates'][number];
}

const states: Readonly<Record<RateState, { label: string; tone: 'kelp' | 'sea' | 'neutral' }>> = {
  now: { label: 'Now', tone: 'kelp' },
  ahead: { label: 'To come', tone: 'sea' },
  earlier: { label: 'Earlier', tone: 'neutral' },
};

const columns: readonly Column<RateRow>[] = [
  { id: 'name', header: 'Instructor', value: ({ name }) => name },
  { id: 'type', header: 'For', value: ({ type }) => type },
  {
    id: 'from',
    header: 'From',
    value: ({ rate }) => rate.validFrom,
    cell: ({ rate }) => formatWallDate(rate.validFrom),
  },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => states[state].label,
    cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
  },
  createAmountColumn('base', 'Each class', ({ rate }) => rate.basePence),
  createAmountColumn('head', 'More a head', ({ rate }) => rate.perHeadPence),
  { id: 'above', header: 'Above heads', align: 'right', value: ({ rate }) => rate.above },
];

function RateList({
  rates,
  instructors,
}: Pick<RatesAnswer, 'rates'> & { instructors: readonly Instructor[] }) {
  const today = toLondonDate(useStudioNow());
  const rows = rates.flatMap((rate): RateRow[] => {
    const name = instructors.find(({ id }) => id === rate.instructorId)?.name;
    // Of a removed instructor.
    if (name === undefined) return [];
    const type = rate.classType === null ? 'All classes' : getLevelName(rate.classType);
    const key = `${rate.instructorId} ${type} ${rate.validFrom}`;
    return [{ key, name, type, state: findRateState(rate, rates, today), rate }];
  });
  return (
    <DataTable
      caption="Rates"
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      csvName="rates"
      empty="No rates yet: every class pays the fee of the rules."
    />
  );
}

/** What instructors' classes pay, with a form to add a rate, and who sees it. */
export const RatesPanel = ({ instructors }: { instructors: readonly Instructor[] }) => (
  <Loadable what="rates" read={useRates()} height="h-64">
    {({ feePence, rates, accounts }) => (
      <>
        <Panel
          title="Rates"
          intro={`What a class pays its instructor, from a day on. A rate for a class type goes before one for all classes. Without a rate a class pays the fee of the rules, now ${formatExactPence(feePence)}.`}
          tools={
            <Button asChild variant="secondary" size="sm">
              <Link to="/admin/pay">Pay</Link>
            </Button>
          }
        >
          <AddRateForm instructors={instructors} />
          <RateList rates={rates} instructors={instructors} />
        </Panel>
        <OwnPayPanel instructors={instructors} links={accounts} />
      </>
    )}
  </Loadable>
);
