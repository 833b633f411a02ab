import type { AuditVerdict } from '#services/contract/audit-verification.ts';
import { Card } from '#web/components/ui/card.tsx';
import { formatInstant } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount, formatNumber } from '#web/lib/numbers.ts';
import { ExceptionList } from './exception-list.tsx';
import { PassStateBar, PassStateCounts } from './pass-state-bar.tsx';
import { RowDifferences } from './row-differences.tsx';
import { VerdictBanner } from './verdict-banner.tsx';

/** '1,234 events' */
const formatLargeCount = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

function formatTitle({ holds, events, readModels }: AuditVerdict): string {
  if (holds) return 'Everything adds up';
  const rows = readModels.compared.reduce((all, { differing }) => all + differing, 0);
  const found = [
    ...(events.exceptionCount === 0
      ? []
      : [formatLargeCount(events.exceptionCount, 'exception', 'exceptions')]),
    ...(rows === 0 ? [] : [formatLargeCount(rows, 'row', 'rows')]),
  ];
  if (found.length === 0) return 'Not everything could be compared';
  return rows === 0
    ? `${found.join('')} in the events`
    : `${found.join(' in the events, and ')} not as the events say`;
}

function Totals({ events: { totals } }: AuditVerdict) {
  const all = [
    ['Events', totals.events],
    ['Streams', totals.streams],
    ['Wallets', totals.wallets],
    ['Lots', totals.lots],
    ['Bookings', totals.bookings],
    ['Classes', totals.classes],
    ['Payments', totals.payments],
    ['Invoices', totals.invoices],
  ] as const;
  const { received, refunded, disputed } = totals.pence;
  return (
    <Card as="section" aria-label="What was counted" className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 lg:grid-cols-8">
        {all.map(([name, count]) => (
          <div key={name} className="flex flex-col">
            <dt className="text-ink-muted text-sm">{name}</dt>
            <dd className="tabular font-display text-xl">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-col gap-2 border-sand border-t pt-4">
        <p className="font-medium">
          {formatLargeCount(totals.passes.granted, 'pass', 'passes')} granted, of which
        </p>
        <PassStateBar counts={totals.passes} className="h-4" />
        <PassStateCounts counts={totals.passes} isWide />
      </div>
      <p className="tabular border-sand border-t pt-4">
        {formatExactPence(received)} received, {formatExactPence(refunded)} refunded,{' '}
        {formatExactPence(disputed)} disputed.
      </p>
    </Card>
  );
}

function ReadModels({ readModels: { compared, notCompared } }: AuditVerdict) {
  const headClasses = 'px-4 py-2 font-semibold text-ink-muted text-sm';
  return (
    <details className="rounded-card border border-sand bg-surface">
      <summary className="min-h-11 px-5 py-3 font-semibold">
        {formatLargeCount(compared.length, 'read model', 'read models')} compared with the events
      </summary>
      <table className="w-full border-collapse text-left tabular-nums">
        <caption className="sr-only">Read models compared with the events</caption>
        <thead>
          <tr className="border-sand border-y bg-sand-soft">
            <th scope="col" className={headClasses}>
              Read model
            </th>
            <th scope="col" className={`${headClasses} text-right`}>
              Rows
            </th>
            <th scope="col" className={`${headClasses} text-right`}>
              Not as the events say
            </th>
          </tr>
        </thead>
        <tbody>
          {compared.map(({ projection, rows, differing }) => (
            <tr key={projection} className="border-sand not-first:border-t">
              <th scope="row" className="px-4 py-2 font-normal">
                {projection}
              </th>
              <td className="px-4 py-2 text-right">{formatNumber(rows)}</td>
              <td className={`px-4 py-2 text-right ${differing > 0 ? 'font-semibold text-rust' : ''}`}>
                {formatNumber(differing)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {notCompared.map(({ projection, reason }) => (
        <p key={projection} className="border-sand border-t px-4 py-2 text-rust">
          {projection} was not compared: {reason}
        </p>
      ))}
    </details>
  );
}

/** The result of a check of the whole store: the verdict, the exceptions and the totals. */
export function VerdictView({ verdict }: { verdict: AuditVerdict }) {
  const { holds, verifiedAt, tookMs, events, readModels } = verdict;
  const { exceptions, exceptionCount, position, totals, underWay } = events;
  const underWayCount = underWay.bookings + underWay.payments + underWay.invoices;
  return (
    <div className="flex flex-col gap-4">
      <VerdictBanner hasPassed={holds} title={formatTitle(verdict)}>
        <p>
          {formatLargeCount(totals.events, 'event', 'events')}
          {position !== null && ` up to position ${position}`}, checked on {formatInstant(verifiedAt)} in{' '}
          {(tookMs / 1000).toFixed(1)} s.
          {holds &&
            ' Every wallet is in balance, every lot is paid for or given by name, every booking has its seat and its pass, and every screen shows what the events say.'}
        </p>
        {totals.erased > 0 && holds && (
          <p>
            Of {formatLargeCount(totals.erased, 'member who was', 'members who were')} erased, no key and no
            personal data is left.
          </p>
        )}
        {underWayCount > 0 && (
          <p>
            {formatCount(underWayCount, 'thing is', 'things are')} under way, begun in the last 15 minutes.
          </p>
        )}
      </VerdictBanner>
      {exceptions.length > 0 && <ExceptionList exceptions={exceptions} />}
      {exceptionCount > exceptions.length && (
        <p className="text-ink-muted">
          The first {formatNumber(exceptions.length)} of {formatNumber(exceptionCount)} are listed.
        </p>
      )}
      <RowDifferences differences={readModels.differences} />
      <Totals {...verdict} />
      <ReadModels {...verdict} />
    </div>
  );
}
