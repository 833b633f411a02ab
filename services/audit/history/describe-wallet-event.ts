import { assertNever } from '#domain/assert-never.ts';
import type { ReleaseReason, SeatSource } from '#domain/class/events.ts';
import { formatPounds } from '#domain/money.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import type { Actor, RecordedEvent } from '#infra/event-store/types.ts';
import type { StudioRecord } from '../studio-record.ts';
import { describeActor, formatPasses } from './wording.ts';

/** An event about a whole lot. */
type LotEvent = Extract<WalletEvent, { type: `Lot${string}` }>;
/** An event about one pass. */
type PassEvent = Exclude<WalletEvent, LotEvent>;

/** What happened, and the cause. */
export interface EventDescription {
  readonly summary: string;
  readonly why: string;
}

const bookingSources: Record<SeatSource, string> = {
  member: 'The member booked',
  staff: 'Staff added the member to',
  waitlist: 'The member was next in the line for',
};

export const releaseReasons: Record<ReleaseReason, string> = {
  cancelled: 'The member cancelled in time, or could leave freely.',
  late_cancelled: 'The member cancelled after the time up to which it is free.',
  removed: 'Staff took the member out of the class.',
  class_cancelled: 'The studio cancelled the class.',
  moved: 'The pass went on to a booking of another class.',
};

const revokeReasons = {
  refund: 'Money of its payment was refunded.',
  dispute: 'The payer’s bank took money of its payment back.',
  staff: 'Staff took it back.',
  membership: 'Its membership does not stand.',
  import: 'The import that brought it over was undone.',
  dispute_won: 'The bank gave the money back to the studio.',
  refund_failed: 'The refund did not arrive, so the studio has the money.',
};

function explainGrant(data: Extract<WalletEvent, { type: 'LotGranted' }>['data'], actor: Actor): string {
  const { kind, pricePence, paymentIntentId, adjustment, brought } = data;
  if (kind === 'purchase')
    return `Payment ${paymentIntentId ?? 'of none'} of ${formatPounds(pricePence)} succeeded.`;
  if (kind === 'membership') return `A month of the membership was paid, ${formatPounds(pricePence)}.`;
  if (brought !== undefined)
    return `Brought over from ${brought.source}, ${data.passes} of ${brought.classes}: line ${brought.row} of file ${brought.file.slice(0, 12)}…, import ${brought.importId}.`;
  const reason = adjustment === undefined ? '' : `: “${adjustment.reason}”`;
  return `Given by ${describeActor(actor)}${reason}.`;
}

function explainReturn(cause: StudioRecord | undefined, from: 'held' | 'used', classId: number): string {
  if (cause?.type === 'SeatReleased') return releaseReasons[cause.data.reason];
  // The seat of a used pass was released for a reason that only its class knows.
  return from === 'used' ? '' : `Class ${classId} had no seat for it.`;
}

const isLotEvent = (event: RecordedEvent<WalletEvent>): event is RecordedEvent<LotEvent> =>
  event.type.startsWith('Lot');

/** Describes an event of a wallet and its cause. `cause` is the event of another stream that caused it, if there is one. */
export function describeWalletEvent(
  event: RecordedEvent<WalletEvent>,
  cause: StudioRecord | undefined,
): EventDescription {
  return isLotEvent(event) ? describeLotEvent(event) : describePassEvent(event, cause);
}

function describeLotEvent(event: RecordedEvent<LotEvent>): EventDescription {
  switch (event.type) {
    case 'LotGranted': {
      const { passName, passes, expiresAt } = event.data;
      return {
        summary: `${passName}: ${formatPasses(passes)} granted, to be used by ${expiresAt}.`,
        why: explainGrant(event.data, event.metadata.actor),
      };
    }
    case 'LotExpired':
      return {
        summary: `${formatPasses(event.data.passes)} lapsed.`,
        why: 'The lot has ended, and they were not used.',
      };
    case 'LotRevoked': {
      const { passes, demanded, reason, adjustment } = event.data;
      const asked = reason === 'refund' || reason === 'dispute' ? `, of ${demanded} asked back in all` : '';
      return {
        summary: `${formatPasses(passes)} taken back${asked}.`,
        why:
          adjustment === undefined
            ? revokeReasons[reason]
            : `${revokeReasons[reason]} “${adjustment.reason}”`,
      };
    }
    case 'LotRestored':
      return {
        summary: `${formatPasses(event.data.passes)} given again.`,
        why: revokeReasons[event.data.reason],
      };
    case 'LotExtended': {
      const { expiresAt, because } = event.data;
      return {
        summary: `The lot lasts to ${expiresAt}.`,
        why:
          because === undefined
            ? 'The studio gave a pass back that would have lapsed too soon to be used.'
            : `A day longer for each day on which the studio is closed: ${because.closedDays.join(', ')}.`,
      };
    }
    case 'LotExtensionWithdrawn':
      return {
        summary: `The lot lasts to ${event.data.expiresAt}.`,
        why: 'The studio is open after all on days for which it lasted longer.',
      };
    case 'LotClosed':
      return {
        summary: `The lot ended at ${event.data.expiresAt}.`,
        why: 'The next month of the membership has begun.',
      };
    default:
      return assertNever(event);
  }
}

function describePassEvent(
  event: RecordedEvent<PassEvent>,
  cause: StudioRecord | undefined,
): EventDescription {
  switch (event.type) {
    case 'PassHeld': {
      const { bookingId, classId, source } = event.data;
      return {
        summary: `1 pass set aside for booking ${bookingId} of class ${classId}.`,
        why: `${bookingSources[source]} class ${classId}.`,
      };
    }
    case 'PassSpent': {
      const { bookingId, classId } = event.data;
      return {
        summary: `The pass of booking ${bookingId} is used.`,
        why: `Its seat in class ${classId} is taken.`,
      };
    }
    case 'PassReturned': {
      const { bookingId, classId, from, refilledBy } = event.data;
      return {
        summary: `The pass of booking ${bookingId} is back.`,
        why:
          from === 'forfeited'
            ? `Booking ${refilledBy} took the place in class ${classId} that was cancelled late.`
            : explainReturn(cause, from, classId),
      };
    }
    case 'PassForfeited':
      return {
        summary: `The pass of booking ${event.data.bookingId} is lost.`,
        why: releaseReasons.late_cancelled,
      };
    case 'PassMoved': {
      const { bookingId, classId, toBookingId, toClassId } = event.data;
      return {
        summary: `The pass of booking ${bookingId} is set aside for booking ${toBookingId} of class ${toClassId}.`,
        why:
          classId === toClassId
            ? `The member took the cancellation of class ${classId} back.`
            : `The member moved from class ${classId} to class ${toClassId}.`,
      };
    }
    case 'PassMovedBack': {
      const { bookingId, fromBookingId } = event.data;
      return {
        summary: `The pass is back with booking ${bookingId}, as it stood there.`,
        why: `There was no seat for booking ${fromBookingId}.`,
      };
    }
    default:
      return assertNever(event);
  }
}
