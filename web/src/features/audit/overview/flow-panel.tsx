import type { AuditOverviewAnswer } from '#services/contract/audit-overview.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { lazyPart } from '#web/components/ui/lazy-parts.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { monthNames } from '#web/lib/london-time.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { FigureLink } from './figure-link.tsx';
import { formatChange, listFlowSteps } from './flow-steps.ts';

const FlowChart = lazyPart(() => import('./flow-chart.tsx').then((m) => m.FlowChart), {
  fallback: <Skeleton className="h-full" />,
});

/** 'November 2026' */
const formatMonth = (month: string): string =>
  `${monthNames[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;

/** The passes that members can use: before this month, what came and went, and now. */
export function FlowPanel({ flow }: { flow: AuditOverviewAnswer['flow'] }) {
  const steps = listFlowSteps(flow);
  const { month } = flow;
  return (
    <Panel
      title={`Passes in ${formatMonth(month)}`}
      intro="What members had to use before the month, what came and went since, and what they have now. A pass that went back counts against where it came from."
    >
      <Card className="flex flex-col gap-4">
        {/* The list below gives the same. */}
        <div aria-hidden="true" className="h-64 w-full max-sm:-mx-3 max-sm:w-[calc(100%+1.5rem)]">
          <FlowChart steps={steps} />
        </div>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-2 border-sand border-t pt-4 sm:grid-cols-4 lg:grid-cols-7">
          {steps.map(({ name, figure, change }) => (
            <div key={name} className="flex flex-col">
              <dt className="text-ink-muted text-sm">{name}</dt>
              <dd className="tabular font-semibold">
                {figure === null ? (
                  formatNumber(change)
                ) : (
                  <FigureLink figure={figure} month={month}>
                    {formatChange(change)}
                    <span className="sr-only"> {name} this month</span>
                  </FigureLink>
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </Panel>
  );
}
