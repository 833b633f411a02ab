import type {
  AuditClassAnswer,
  AuditPassesAnswer,
  AuditPaymentAnswer,
  AuditRulebookAnswer,
  LotStatusAnswer,
  PassCountsAnswer,
} from '#services/contract/audit.ts';
import { capitalise } from '#web/lib/capitalise.ts';
import { formatInstant } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { passStates } from './pass-states.ts';

/** A difference between two moments. */
interface Change {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  /** '+2' or '−1' for a count, null for a text. */
  readonly by: string | null;
}

/** The changes of a lot, a class or a payment. */
export interface ChangeGroup {
  readonly title: string;
  readonly changes: readonly Change[];
}

const formatDifference = (difference: number, format: (value: number) => string): string =>
  `${difference > 0 ? '+' : '−'}${format(Math.abs(difference))}`;

const compareCounts = (
  what: string,
  from: number,
  to: number,
  format: (value: number) => string = String,
): Change[] =>
  from === to ? [] : [{ what, from: format(from), to: format(to), by: formatDifference(to - from, format) }];

const compareTexts = (what: string, from: string, to: string): Change[] =>
  from === to ? [] : [{ what, from, to, by: null }];

const noPasses: PassCountsAnswer = {
  granted: 0,
  available: 0,
  held: 0,
  used: 0,
  forfeited: 0,
  expired: 0,
  revoked: 0,
};

const comparePassStates = (from: PassCountsAnswer, to: PassCountsAnswer): Change[] => [
  ...compareCounts('Granted', from.granted, to.granted),
  ...passStates.flatMap(({ state }) => compareCounts(capitalise(state), from[state], to[state])),
];

const compareLots = (from: LotStatusAnswer | undefined, to: LotStatusAnswer): Change[] => [
  ...comparePassStates(from ?? noPasses, to),
  ...compareCounts('Unused worth', from?.unusedPence ?? 0, to.unusedPence, formatExactPence),
  ...compareTexts(
    'Expires',
    from ? formatInstant(from.expiresAt) : 'not granted yet',
    formatInstant(to.expiresAt),
  ),
];

const removeEmptyGroups = (groups: readonly ChangeGroup[]): ChangeGroup[] =>
  groups.filter(({ changes }) => changes.length > 0);

/** Compares a member's passes at two moments: all lots together, then each lot. */
export function comparePasses(
  from: Pick<AuditPassesAnswer, 'lots' | 'totals'>,
  to: Pick<AuditPassesAnswer, 'lots' | 'totals'>,
): ChangeGroup[] {
  const earlierLots = new Map(from.lots.map((lot) => [lot.lotId, lot]));
  return removeEmptyGroups([
    {
      title: 'All lots',
      changes: [
        ...comparePassStates(from.totals, to.totals),
        ...compareCounts('Unused worth', from.totals.unusedPence, to.totals.unusedPence, formatExactPence),
      ],
    },
    ...to.lots.map((lot) => ({
      title: `${lot.passName}, lot ${lot.lotId}`,
      changes: compareLots(earlierLots.get(lot.lotId), lot),
    })),
  ]);
}

const describeClassState = ({ details, cancelled, markedFull }: AuditClassAnswer): string => {
  if (details === null) return 'not on the timetable yet';
  if (cancelled) return 'cancelled';
  return markedFull ? 'closed to bookings' : 'open';
};
const describeClassTime = ({ details }: AuditClassAnswer): string =>
  details === null ? 'not on the timetable yet' : `${details.level}, ${details.date} at ${details.time}`;

/** Compares a class at two moments. */
export const compareClasses = (from: AuditClassAnswer, to: AuditClassAnswer): ChangeGroup[] =>
  removeEmptyGroups([
    {
      title: `Class ${to.classId}`,
      changes: [
        ...compareCounts('Seats taken', from.count.taken, to.count.taken),
        ...compareCounts('Places', from.count.capacity, to.count.capacity),
        ...compareCounts('Waiting', from.count.waiting, to.count.waiting),
        ...compareTexts('It is', describeClassState(from), describeClassState(to)),
        ...compareTexts('What and when', describeClassTime(from), describeClassTime(to)),
      ],
    },
  ]);

/** Compares a payment and its lot at two moments. */
export const comparePayments = (from: AuditPaymentAnswer, to: AuditPaymentAnswer): ChangeGroup[] =>
  removeEmptyGroups([
    {
      title: 'The payment',
      changes: [
        ...compareTexts(
          'It is',
          from.payment?.status ?? 'not started yet',
          to.payment?.status ?? 'not started yet',
        ),
        ...compareCounts(
          'Refunded',
          from.payment?.refundedPence ?? 0,
          to.payment?.refundedPence ?? 0,
          formatExactPence,
        ),
        ...compareCounts(
          'Disputed',
          from.payment?.disputedPence ?? 0,
          to.payment?.disputedPence ?? 0,
          formatExactPence,
        ),
      ],
    },
    ...(to.lot === null
      ? []
      : [{ title: `Lot ${to.lot.lotId}`, changes: compareLots(from.lot ?? undefined, to.lot) }]),
  ]);

export const compareRulebooks = (from: AuditRulebookAnswer, to: AuditRulebookAnswer): ChangeGroup[] => {
  const before = new Map(from.rules.map(({ key, value }) => [key, value]));
  const changes = to.rules.flatMap(({ key, title, value }) =>
    compareTexts(title, before.get(key) ?? '', value),
  );
  return changes.length === 0 ? [] : [{ title: 'Rules', changes }];
};
