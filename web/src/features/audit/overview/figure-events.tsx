import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import type { AuditFigureAnswer } from '#services/contract/audit-overview.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatShortWallDay, isWallDate, monthNames } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { useRead } from '#web/lib/use-read.ts';
import {
  type FigureAddress,
  formatAmount,
  getFigureEventsPath,
  getFigurePath,
  getFigureTitle,
} from './figure.ts';
import { FigureEventTable } from './figure-event-table.tsx';

/** The filters of the address in words: 'in May 2026', 'in the week of Mon 11 May, by admin'. */
function formatFilters({ month, week, reader }: FigureAddress): string {
  const filters = [
    ...(month === undefined
      ? []
      : [`in ${monthNames[Number(month.slice(5)) - 1] ?? month} ${month.slice(0, 4)}`]),
    ...(week !== undefined && isWallDate(week) ? [`in the week of ${formatShortWallDay(week)}`] : []),
    ...(reader === undefined ? [] : [`by ${reader}`]),
  ];
  return filters.length === 0 ? '' : ` ${filters.join(', ')}`;
}

function describeTotal({ total, unit }: AuditFigureAnswer): string {
  const events = formatCount(total.events, 'event', 'events');
  return unit === 'events'
    ? `${events}, the latest first.`
    : `${events} that add up to ${formatAmount(unit, total.amount)}, the latest first. An event that takes away has a minus.`;
}

/** The events behind a figure of the overview, page by page. */
export function FigureEvents(address: FigureAddress) {
  const [search] = useSearchParams();
  const before = search.get('before') ?? undefined;
  const read = useRead<AuditFigureAnswer>(getFigureEventsPath(address, before), { keepPreviousData: true });
  const title = `${getFigureTitle(address)}${formatFilters(address)}`;
  return (
    <div className="flex flex-col gap-4">
      <Link to="/audit" className="text-link inline-flex min-h-11 items-center gap-2 self-start">
        <ArrowLeft aria-hidden="true" className="size-4.5" />
        All figures
      </Link>
      <Loadable what="events" read={read} height="h-96">
        {(answer) => (
          <Panel title={title} intro={describeTotal(answer)}>
            {answer.events.length === 0 ? (
              <p className="text-ink-muted">There is no such event.</p>
            ) : (
              <FigureEventTable
                caption={title}
                events={answer.events}
                unit={answer.unit === 'events' ? null : answer.unit}
              />
            )}
            <nav aria-label="Pages of events" className="flex flex-wrap gap-3">
              {before !== undefined && (
                <Button asChild variant="secondary" size="sm">
                  <Link to={getFigurePath(address)}>Latest</Link>
                </Button>
              )}
              {answer.next !== null && (
                <Button asChild variant="secondary" size="sm">
                  <Link to={getFigurePath(address, answer.next)}>Earlier events</Link>
                </Button>
              )}
            </nav>
          </Panel>
        )}
      </Loadable>
    </div>
  );
}
