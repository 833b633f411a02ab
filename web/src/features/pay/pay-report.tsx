import type { PayAnswer } from '#services/contract/pay.ts';
import { FigureCards } from '#web/components/staff/figure-cards.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { CollapsiblePanel } from '#web/components/ui/collapsible.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatWallDate } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { ClosePay } from './close-pay.tsx';
import { InstructorPayList } from './instructor-pay.tsx';
import { PayDownloads } from './pay-downloads.tsx';
import type { Period } from './use-pay.ts';

type PayReportProps = {
  pay: PayAnswer;
  onChoose: (period: Period) => void;
  onClosed: () => Promise<unknown>;
};

const formatPeriod = ({ from, to }: Period): string => `${formatWallDate(from)} to ${formatWallDate(to)}`;

const Warnings = ({ pay: { unmarked, overlapped, closed }, onChoose }: Omit<PayReportProps, 'onClosed'>) => (
  <>
    {unmarked > 0 && (
      <Notice
        tone="warning"
        title={`${formatCount(unmarked, 'booking has', 'bookings have')} no attendance mark`}
      >
        {closed
          ? 'They were paid as present. A mark that says absent becomes an adjustment of the next period.'
          : 'They are paid as present. Mark the classes before you close the period.'}
      </Notice>
    )}
    {overlapped && (
      <Notice tone="warning" title={`${formatPeriod(overlapped)} is closed already`}>
        <p>Classes that it paid are left out here. Choose days outside it to close them.</p>
        <Button variant="quiet" size="sm" className="mt-1 -ml-3" onClick={() => onChoose(overlapped)}>
          Show the closed period
        </Button>
      </Notice>
    )}
  </>
);

const ClosedPeriods = ({
  periods,
  onChoose,
}: Pick<PayAnswer, 'periods'> & Pick<PayReportProps, 'onChoose'>) => (
  <Panel title="Closed periods">
    {periods.length === 0 && <p className="text-ink-muted">None yet.</p>}
    <ul className="divide-y divide-sand">
      {periods.map((period) => (
        <li key={period.from} className="flex max-w-xl items-center justify-between gap-4">
          <button
            type="button"
            className="text-link min-h-11 text-left"
            onClick={() => onChoose({ from: period.from, to: period.to })}
          >
            {formatPeriod(period)}
          </button>
          <span className="tabular">{formatExactPence(period.totalPence)}</span>
        </li>
      ))}
    </ul>
  </Panel>
);

/** The pay of a period: its sums, each instructor with their classes, and what can be done with it. */
export function PayReport({ pay, onChoose, onClosed }: PayReportProps) {
  const { instructors, totalPence, unmarked, periods } = pay;
  const classCount = instructors.reduce((sum, { classes }) => sum + classes.length, 0);
  const adjusted = instructors
    .flatMap(({ adjustments }) => adjustments)
    .reduce((sum, { pence }) => sum + pence, 0);
  return (
    <>
      <FigureCards
        className="lg:grid-cols-4"
        figures={[
          { name: 'Pay', value: formatExactPence(totalPence), isLoss: totalPence < 0 },
          { name: 'Classes held', value: classCount },
          { name: 'Adjustments', value: formatExactPence(adjusted), about: 'Of periods closed before' },
          { name: 'Without a mark', value: unmarked, about: 'Bookings' },
        ]}
      />
      <Warnings pay={pay} onChoose={onChoose} />
      <div className="flex flex-wrap items-center gap-3">
        <ClosePay pay={pay} onClosed={onClosed} />
        <PayDownloads pay={pay} />
      </div>
      <Panel title="By instructor">
        {instructors.length === 0 && <p className="text-ink-muted">No class was held in this period.</p>}
        <div>
          {instructors.map((each) => (
            <CollapsiblePanel
              key={each.instructorId}
              title={`${each.name}: ${formatExactPence(each.totalPence)}, ${formatCount(each.classes.length, 'class', 'classes')}`}
              defaultOpen={instructors.length === 1}
            >
              <InstructorPayList pay={each} hasEvents />
            </CollapsiblePanel>
          ))}
        </div>
      </Panel>
      <ClosedPeriods periods={periods} onChoose={onChoose} />
    </>
  );
}
