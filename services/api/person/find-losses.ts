import { formatDay } from '#domain/london-time.ts';
import type { BookingRow } from '#projections/read-models/bookings/queries.ts';
import type { LotRow } from '#projections/read-models/wallet/queries.ts';
import type { PersonLoss } from '#services/contract/person.ts';
import type { FindClass } from './describe-person-class.ts';
import type { WalletStep } from './list-lot-events.ts';

export interface LossSource {
  readonly steps: readonly WalletStep[];
  readonly bookings: readonly BookingRow[];
  readonly lots: readonly LotRow[];
  readonly findClass: FindClass;
}

const revocationRules = {
  refund: 'A refund takes back the unused passes that it paid for.',
  dispute: 'Money that a bank takes back takes the unused passes that it paid for.',
  staff: 'Staff may take passes back, with a reason.',
  membership: 'A membership that does not stand gives no passes.',
  import: 'An import that is undone takes back what it brought.',
} as const;

const noShowRule = 'A booking that is not cancelled uses its pass, whether or not the member comes.';

const describeExpiry = (lot: LotRow | undefined): string => {
  if (lot?.kind === 'membership') return 'What is not used of a period lapses when it ends.';
  const until = lot === undefined ? '' : ` until ${formatDay(lot.expiresAt.toISOString())}`;
  return `${lot?.passName ?? 'This pass'} could be used${until}.`;
};

/** The class, and until when cancelling was free, of a booking. */
function describeBookingOf(
  bookingId: number | null,
  { bookings, findClass }: LossSource,
): Pick<PersonLoss, 'class' | 'freeUntil'> {
  const booking = bookings.find(({ id }) => id === bookingId);
  return {
    class: findClass(booking?.classId ?? null),
    freeUntil: booking?.freeUntil.toISOString() ?? null,
  };
}

type WalletLoss = Pick<PersonLoss, 'kind' | 'rule' | 'class' | 'freeUntil' | 'cameBack'>;

/** How the passes of a step were lost; null for a step that loses none. */
function describeLoss(step: WalletStep, later: readonly WalletStep[], source: LossSource): WalletLoss | null {
  const { record, shown } = step;
  const { lotId } = record.data;
  const none = { class: null, freeUntil: null };
  switch (record.type) {
    case 'PassForfeited':
      return {
        kind: 'late_cancellation',
        rule: shown.rule?.text ?? '',
        ...describeBookingOf(shown.bookingId, source),
        class: source.findClass(shown.classId),
        cameBack: later.some(
          ({ shown: other }) => other.bookingId === shown.bookingId && other.moved?.from === 'forfeited',
        ),
      };
    case 'LotExpired': {
      const lot = source.lots.find((each) => each.lotId === lotId);
      return { kind: 'lapsed', rule: shown.rule?.text ?? describeExpiry(lot), ...none, cameBack: false };
    }
    case 'LotRevoked': {
      const { reason } = record.data;
      const cameBack = later.some(
        ({ record: other }) => other.type === 'LotRestored' && other.data.lotId === lotId,
      );
      return { kind: reason, rule: revocationRules[reason], ...none, cameBack };
    }
    default:
      return null;
  }
}

function listWalletLosses(source: LossSource): PersonLoss[] {
  const { steps, lots } = source;
  return steps.flatMap((step, index) => {
    const passes = step.shown.moved?.passes ?? 0;
    const loss = passes === 0 ? null : describeLoss(step, steps.slice(index + 1), source);
    if (loss === null) return [];
    const { shown, record } = step;
    const { lotId } = record.data;
    const passName = lots.find((lot) => lot.lotId === lotId)?.passName ?? '';
    return { key: String(shown.position), at: shown.at, passes, lotId, passName, why: shown.why, ...loss };
  });
}

function listMissedClasses({ bookings, findClass }: LossSource): PersonLoss[] {
  return bookings
    .filter(({ status, attended }) => status === 'confirmed' && attended === false)
    .map((booking) => ({
      key: `booking-${booking.id}`,
      at: booking.startsAt.toISOString(),
      kind: 'no_show' as const,
      passes: 1,
      lotId: booking.lotId,
      passName: booking.passName,
      class: findClass(booking.classId),
      why: 'The member was marked as absent.',
      rule: noShowRule,
      freeUntil: booking.freeUntil.toISOString(),
      cameBack: false,
    }));
}

/** Every pass that bought no class, and every class that was missed, the latest first. */
export const findLosses = (source: LossSource): PersonLoss[] =>
  [...listWalletLosses(source), ...listMissedClasses(source)].sort((a, b) => b.at.localeCompare(a.at));
