import { secondsInDay } from 'date-fns/constants';
import { Link } from 'react-router-dom';
import type { LastVerificationAnswer } from '#services/contract/audit-overview.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatInstant } from '#web/lib/london-time.ts';
import { formatCount, formatNumber } from '#web/lib/numbers.ts';
import { ExceptionList } from '../exception-list.tsx';
import { VerdictBanner } from '../verdict-banner.tsx';
import { formatAge } from './format-age.ts';

type VerificationProps = { verification: LastVerificationAnswer };

/** The studio is warned of a verification that is older. */
const oldAfterSeconds = 2 * secondsInDay;

const origins: Readonly<Record<LastVerificationAnswer['origin'], string>> = {
  night: 'By the studio itself, as every night',
  desk: 'Asked for at this desk',
  command: 'Asked for with npm run audit',
};

/** '1,234 rows' */
const formatLargeCount = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

function formatTitle({ holds, seal, exceptions }: LastVerificationAnswer): string {
  if (!seal.intact) return 'The stored result is not as it was signed';
  if (holds) return 'Everything added up';
  const { inEvents, inReadModels } = exceptions;
  const found = [
    ...(inEvents === 0 ? [] : [`${formatCount(inEvents, 'exception', 'exceptions')} in the events`]),
    ...(inReadModels === 0 ? [] : [`${formatCount(inReadModels, 'row', 'rows')} not as the events say`]),
  ];
  return found.join(', and ') || 'Not everything added up';
}

function listFacts(verification: LastVerificationAnswer): readonly (readonly [string, string])[] {
  const { origin, startedBy, verifiedAt, ageSeconds, covered, seal, tookMs } = verification;
  const { events, position, streams, wallets, payments, readModels, rows, erased } = covered;
  return [
    ['When', `${formatInstant(verifiedAt)}, ${formatAge(ageSeconds)} ago`],
    ['Why', startedBy === null ? origins[origin] : `${origins[origin]}, by ${startedBy}`],
    [
      'Events',
      `${formatNumber(events)} of ${formatLargeCount(streams, 'stream', 'streams')}${position === null ? '' : `, up to position ${position}`}`,
    ],
    [
      'Among them',
      [
        formatLargeCount(wallets, 'wallet', 'wallets'),
        formatLargeCount(payments, 'payment', 'payments'),
        formatLargeCount(erased, 'erased member', 'erased members'),
      ].join(', '),
    ],
    ['Read models', `${readModels} compared, ${formatLargeCount(rows, 'row', 'rows')}`],
    ['It took', `${(tookMs / 1_000).toFixed(1)} s`],
    ['Seal', seal.intact ? 'As it was signed' : 'Broken: the result was changed after it was signed'],
    ['Signed with', `Ed25519, key ${seal.fingerprint}`],
  ];
}

function Verification({ verification }: VerificationProps) {
  const { holds, exceptions, ageSeconds } = verification;
  return (
    <>
      {ageSeconds > oldAfterSeconds && (
        <Notice tone="warning" title={`The last check is ${formatAge(ageSeconds)} old`}>
          It should be repeated every night. Check now, and see that the studio’s workers run.
        </Notice>
      )}
      <VerdictBanner hasPassed={holds} title={formatTitle(verification)}>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {listFacts(verification).map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-ink-muted text-sm">{name}</dt>
              <dd className="wrap-anywhere tabular">{value}</dd>
            </div>
          ))}
        </dl>
      </VerdictBanner>
      {exceptions.first.length > 0 && <ExceptionList exceptions={exceptions.first} />}
    </>
  );
}

/** The last verification of the whole store, by any person. */
export const LastVerification = ({ verification }: { verification: LastVerificationAnswer | null }) => (
  <Panel
    title="The last check of the whole store"
    intro="Every event replayed, and every screen compared with the events."
    tools={
      <Button asChild variant="secondary" size="sm">
        <Link to="/audit?view=verify">Check the store</Link>
      </Button>
    }
  >
    {verification === null ? (
      <p className="text-ink-muted">It has not been checked yet. The first check comes by itself at night.</p>
    ) : (
      <Verification verification={verification} />
    )}
  </Panel>
);
