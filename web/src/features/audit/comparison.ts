import type {
  AuditClassAnswer,
  AuditPassesAnswer,
  AuditPaymentAnswer,
  LotStatusAnswer,
  PassCountsAnswer,
} from '#services/contract/audit.ts';
import { formatInstant } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { places } from './pass-states.ts';

/** One thing that is not as it was. */
export interface Change {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  /** '+2', '−1' of what is counted. */
  readonly by: string | null;
}

/** What changed of one lot, of the class, of the payment. */
export interface ChangeGroup {
  readonly title: string;
  readonly changes: readonly Change[];
}

const signed = (by: number, text: (size: number) => string): string =>
  `${by > 0 ? '+' : '−'}${text(Math.abs(by))}`;

const plain = (size: number): string => String(size);

const counted = (what: string, from: number, to: number, text = plain): Change[] =>
  from === to ? [] : [{ what, from: text(from), to: text(to), by: signed(to - from, text) }];

const said = (what: string, from: string, to: string): Change[] =>
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

const placeChanges = (from: PassCountsAnswer, to: PassCountsAnswer): Change[] => [
  ...counted('Granted', from.granted, to.granted),
  ...places.flatMap(({ place, word }) =>
    counted(`${word.slice(0, 1).toUpperCase()}${word.slice(1)}`, from[place], to[place]),
  ),
];

const lotChanges = (from: LotStatusAnswer | undefined, to: LotStatusAnswer): Change[] => [
  ...placeChanges(from ?? noPasses, to),
  ...counted('Unused worth', from?.unusedPence ?? 0, to.unusedPence, formatExactPence),
  ...said('Expires', from ? formatInstant(from.expiresAt) : 'not granted yet', formatInstant(to.expiresAt)),
];

const whereAny = (groups: readonly ChangeGroup[]): ChangeGroup[] =>
  groups.filter(({ changes }) => changes.length > 0);

/** What changed of a member's passes from an earlier standing to a later one: in all, then lot by lot. */
export function memberChanges(
  from: Pick<AuditPassesAnswer, 'lots' | 'totals'>,
  to: Pick<AuditPassesAnswer, 'lots' | 'totals'>,
): ChangeGroup[] {
  const before = new Map(from.lots.map((lot) => [lot.lotId, lot]));
  return whereAny([
    {
      title: 'All lots',
      changes: [
        ...placeChanges(from.totals, to.totals),
        ...counted('Unused worth', from.totals.unusedPence, to.totals.unusedPence, formatExactPence),
      ],
    },
    ...to.lots.map((lot) => ({
      title: `${lot.passName}, lot ${lot.lotId}`,
      changes: lotChanges(before.get(lot.lotId), lot),
    })),
  ]);
}

const stateOf = ({ details, cancelled, markedFull }: AuditClassAnswer): string => {
  if (details === null) return 'not on the timetable yet';
  if (cancelled) return 'cancelled';
  return markedFull ? 'closed to bookings' : 'open';
};
const whenOf = ({ details }: AuditClassAnswer): string =>
  details === null ? 'not on the timetable yet' : `${details.level}, ${details.date} at ${details.time}`;

/** What changed of a class. */
export const classChanges = (from: AuditClassAnswer, to: AuditClassAnswer): ChangeGroup[] =>
  whereAny([
    {
      title: `Class ${to.classId}`,
      changes: [
        ...counted('Seats taken', from.count.taken, to.count.taken),
        ...counted('Places', from.count.capacity, to.count.capacity),
        ...counted('Waiting', from.count.waiting, to.count.waiting),
        ...said('It is', stateOf(from), stateOf(to)),
        ...said('What and when', whenOf(from), whenOf(to)),
      ],
    },
  ]);

/** What changed of a payment and of the lot that it gave. */
export const paymentChanges = (from: AuditPaymentAnswer, to: AuditPaymentAnswer): ChangeGroup[] =>
  whereAny([
    {
      title: 'The payment',
      changes: [
        ...said('It is', from.payment?.status ?? 'not started yet', to.payment?.status ?? 'not started yet'),
        ...counted(
          'Refunded',
          from.payment?.refundedPence ?? 0,
          to.payment?.refundedPence ?? 0,
          formatExactPence,
        ),
        ...counted(
          'Disputed',
          from.payment?.disputedPence ?? 0,
          to.payment?.disputedPence ?? 0,
          formatExactPence,
        ),
      ],
    },
    ...(to.lot === null
      ? []
      : [{ title: `Lot ${to.lot.lotId}`, changes: lotChanges(from.lot ?? undefined, to.lot) }]),
  ]);
