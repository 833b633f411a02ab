import type { WalletEvent } from '#domain/wallet/events.ts';
import type { Actor } from '#infra/event-store/types.ts';
import type { Exceptions, Place } from './audit-exception.ts';
import {
  type BookingEntry,
  type BookingLedger,
  createBookingEntry,
  type MovedPlace,
} from './booking-ledger.ts';
import type { LotEntry } from './lot-entry.ts';
import { LotLedger, type WalletAbout } from './lot-ledger.ts';
import type { MoneyLedger } from './money-ledger.ts';

type DataOf<Type extends WalletEvent['type']> = Extract<WalletEvent, { type: Type }>['data'];

const statusByPlace = { used: 'used', available: 'returned', forfeited: 'forfeited' } as const;
const placeByStatus = {
  used: 'used',
  returned: 'available',
  forfeited: 'forfeited',
  held: null,
  moved: null,
  none: null,
} as const;

/** Replays wallet events: every lot, and the pass of every booking. */
export class WalletLedger {
  readonly #lots: LotLedger;
  /** The booking that holds or has used a pass, by member and class. */
  readonly #activeBookings = new Map<string, number>();
  readonly #bookings: BookingLedger;
  readonly #money: MoneyLedger;

  constructor(bookings: BookingLedger, money: MoneyLedger, exceptions: Exceptions) {
    this.#bookings = bookings;
    this.#money = money;
    this.#lots = new LotLedger(exceptions);
  }

  get lots(): ReadonlyMap<string, LotEntry> {
    return this.#lots.lots;
  }

  get walletCount(): number {
    return this.#lots.memberCount;
  }

  apply(event: WalletEvent, place: Place, actor: Actor): void {
    if (event.type === 'LotGranted') {
      const granted = this.#lots.grant(event.data, place);
      if (granted === undefined) return;
      this.#money.assertOrigin(event.data, place, actor);
      this.#lots.assertBalanced(granted, place);
      return;
    }
    const lot = this.#lots.find(event.data, place);
    if (lot === undefined) return;
    switch (event.type) {
      case 'PassHeld':
        this.#hold(lot, event.data, place);
        break;
      case 'PassSpent':
        this.#settle(lot, event.data, place, 'held', 'used');
        break;
      case 'PassReturned':
        if (event.data.from === 'forfeited') this.#returnRefilled(lot, event.data, place);
        else this.#settle(lot, event.data, place, event.data.from, 'available');
        break;
      case 'PassForfeited':
        this.#settle(lot, event.data, place, event.data.from, 'forfeited');
        break;
      case 'PassMoved':
        this.#move(lot, event.data, place);
        break;
      case 'PassMovedBack':
        this.#moveBack(lot, event.data, place);
        break;
      case 'LotExpired':
        this.#lots.expire(lot, event.data, place);
        break;
      case 'LotRevoked':
        if (event.data.passes > 0) this.#lots.move(lot, 'available', 'revoked', event.data.passes, place);
        if (event.data.reason === 'refund' || event.data.reason === 'dispute') {
          lot.demanded = event.data.demanded;
        }
        break;
      case 'LotRestored':
        if (event.data.passes > 0) this.#lots.move(lot, 'revoked', 'available', event.data.passes, place);
        lot.demanded = event.data.demanded;
        break;
      case 'LotExtended':
      case 'LotExtensionWithdrawn':
      case 'LotClosed':
        lot.expiresAt = event.data.expiresAt;
        break;
    }
    this.#lots.assertBalanced(lot, place);
  }

  #hold(lot: LotEntry, data: DataOf<'PassHeld'>, place: Place): void {
    const { bookingId, classId, memberId, at } = data;
    const known = this.#bookings.get(bookingId);
    if (known !== undefined && known.pass !== 'none') {
      this.#lots.report(
        'BOOKING_PAID_TWICE',
        place,
        data,
        'one pass for a booking',
        `a second; the first is ${known.pass}`,
        `Booking ${bookingId} takes a second pass.`,
      );
      return;
    }
    if (!this.#assertMayHold(lot, data, classId, place)) return;
    if (!this.#lots.move(lot, 'available', 'held', 1, place, data)) return;
    const booking = known ?? createBookingEntry(data, place, at);
    this.#bookings.set(bookingId, booking);
    Object.assign(booking, { lot, pass: 'held', place, at });
    this.#activeBookings.set(toKey(memberId, classId), bookingId);
  }

  /** Whether a pass of this lot may be held for a class: the member has no other one there, and the lot has not ended. */
  #assertMayHold(
    lot: LotEntry,
    data: WalletAbout & { readonly memberId: string; readonly at: string },
    classId: number,
    place: Place,
  ): boolean {
    const other = this.#activeBookings.get(toKey(data.memberId, classId));
    if (other === undefined) return this.#lots.assertNotEnded(lot, data, place);
    this.#lots.report(
      'SECOND_BOOKING_IN_CLASS',
      place,
      data,
      'one booking in a class',
      `booking ${other} as well`,
      `A second pass of the same member is set aside for class ${classId}.`,
    );
    return false;
  }

  /** The booking whose pass an event moves; undefined unless its pass has the status that the event implies. */
  #findBooking(
    lot: LotEntry,
    data: { memberId: string; lotId: string; bookingId: number; classId: number },
    expected: BookingEntry['pass'],
    place: Place,
  ): BookingEntry | undefined {
    const { bookingId } = data;
    const booking = this.#bookings.get(bookingId);
    if (booking === undefined || booking.pass === 'none') {
      this.#lots.report(
        'BOOKING_UNKNOWN',
        place,
        data,
        'a booking that holds a pass',
        'none of that number',
        `Booking ${bookingId} never held a pass.`,
      );
      return undefined;
    }
    if (booking.lot === lot && booking.classId === data.classId && booking.pass === expected) return booking;
    this.#lots.report(
      'ILLEGAL_MOVE',
      place,
      data,
      `${expected}, of lot ${lot.lotId}, class ${data.classId}`,
      `${booking.pass}, of lot ${booking.lot?.lotId}, class ${booking.classId}`,
      `The pass of booking ${bookingId} is moved from where it is not.`,
    );
    return undefined;
  }

  #settle(
    lot: LotEntry,
    data: DataOf<'PassSpent'>,
    place: Place,
    from: 'held' | 'used',
    to: MovedPlace,
  ): void {
    const booking = this.#findBooking(lot, data, from, place);
    if (booking === undefined || !this.#lots.move(lot, from, to, 1, place, data)) return;
    Object.assign(booking, { pass: statusByPlace[to], place, at: data.at });
    if (to !== 'used') this.#deactivate(booking);
    const origin = booking.movedFrom === null ? undefined : this.#bookings.get(booking.movedFrom.bookingId);
    if (from !== 'held' || origin === undefined) return;
    // The move is complete, so the member may book the class that the pass came from again.
    this.#deactivate(origin);
    Object.assign(origin, { place, at: data.at });
  }

  /** The class's events show whether the place was taken; they are compared after all events. */
  #returnRefilled(
    lot: LotEntry,
    data: Extract<DataOf<'PassReturned'>, { from: 'forfeited' }>,
    place: Place,
  ): void {
    const booking = this.#findBooking(lot, data, 'forfeited', place);
    if (booking === undefined || !this.#lots.move(lot, 'forfeited', 'available', 1, place, data)) return;
    Object.assign(booking, { pass: 'returned', returnedFor: data.refilledBy, place, at: data.at });
  }

  #move(lot: LotEntry, data: DataOf<'PassMoved'>, place: Place): void {
    const { from, bookingId, toBookingId, toClassId, memberId, at } = data;
    const origin = this.#bookings.get(bookingId);
    const actualPlace = origin === undefined ? null : placeByStatus[origin.pass];
    const expected = actualPlace === from ? (origin?.pass ?? 'none') : statusByPlace[from];
    const booking = this.#findBooking(lot, data, expected, place);
    if (booking === undefined) return;
    const known = this.#bookings.get(toBookingId);
    if (known !== undefined && known.pass !== 'none') {
      this.#lots.report(
        'BOOKING_PAID_TWICE',
        place,
        data,
        'one pass for a booking',
        'a second',
        `Booking ${toBookingId} takes a second pass.`,
      );
      return;
    }
    if (!this.#assertMayHold(lot, { ...data, bookingId: toBookingId }, toClassId, place)) return;
    if (!this.#lots.move(lot, from, 'held', 1, place, data)) return;
    Object.assign(booking, { pass: 'moved', movedTo: toBookingId, place, at });
    const target =
      known ?? createBookingEntry({ bookingId: toBookingId, memberId, classId: toClassId }, place, at);
    Object.assign(target, { lot, pass: 'held', movedFrom: { bookingId, place: from }, place, at });
    this.#bookings.set(toBookingId, target);
    this.#activeBookings.set(toKey(memberId, toClassId), toBookingId);
  }

  #moveBack(lot: LotEntry, data: DataOf<'PassMovedBack'>, place: Place): void {
    const { bookingId, fromBookingId, to, at } = data;
    const booking = this.#findBooking(lot, data, 'moved', place);
    const refused = this.#bookings.get(fromBookingId);
    if (booking === undefined) return;
    if (refused?.pass !== 'held' || booking.movedTo !== fromBookingId || refused.movedFrom?.place !== to) {
      this.#lots.report(
        'ILLEGAL_MOVE',
        place,
        data,
        `booking ${fromBookingId} holds the pass`,
        `${refused?.pass ?? 'none'}`,
        `The pass of booking ${bookingId} comes back from where it never went.`,
      );
      return;
    }
    if (!this.#lots.move(lot, 'held', to, 1, place, data)) return;
    Object.assign(refused, { pass: 'returned', place, at });
    this.#deactivate(refused);
    Object.assign(booking, { pass: statusByPlace[to], movedTo: 0, place, at });
    if (to === 'used') this.#activeBookings.set(toKey(booking.memberId, booking.classId), bookingId);
    else this.#deactivate(booking);
  }

  #deactivate({ memberId, classId, bookingId }: BookingEntry): void {
    const key = toKey(memberId, classId);
    if (this.#activeBookings.get(key) === bookingId) this.#activeBookings.delete(key);
  }
}

const toKey = (memberId: string, classId: number) => `${memberId}/${classId}`;
