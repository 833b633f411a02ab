import type { WalletEvent } from '#domain/wallet/events.ts';
import type { Actor } from '#infra/event-store/types.ts';
import type { ExceptionCode, Exceptions, Place } from './audit-exception.ts';
import {
  type BookingEntry,
  type BookingLedger,
  createBookingEntry,
  type MovedPlace,
} from './booking-ledger.ts';
import { type LotEntry, type PassPlace, places } from './lot-entry.ts';
import type { MoneyLedger } from './money-ledger.ts';

type DataOf<Type extends WalletEvent['type']> = Extract<WalletEvent, { type: Type }>['data'];

/** Whom and what an event is about. */
interface Whom {
  readonly memberId?: string;
  readonly lotId?: string;
  readonly bookingId?: number;
}

const STATUS_IN = { used: 'used', available: 'returned', forfeited: 'forfeited' } as const;
const PLACE_OF = {
  used: 'used',
  returned: 'available',
  forfeited: 'forfeited',
  held: null,
  moved: null,
  none: null,
} as const;

/**
 * Every lot and the pass of every booking. A move that can't be is told and not made, so that one wrong event is one
 * exception rather than the first of many.
 */
export class WalletLedger {
  readonly lots = new Map<string, LotEntry>();
  readonly #members = new Set<string>();
  readonly #activeInClass = new Map<string, number>();
  readonly #bookings: BookingLedger;
  readonly #money: MoneyLedger;
  readonly #exceptions: Exceptions;

  constructor(bookings: BookingLedger, money: MoneyLedger, exceptions: Exceptions) {
    this.#bookings = bookings;
    this.#money = money;
    this.#exceptions = exceptions;
  }

  get wallets(): number {
    return this.#members.size;
  }

  apply(event: WalletEvent, place: Place, actor: Actor): void {
    if (event.type === 'LotGranted') {
      this.#grant(event.data, place, actor);
      return;
    }
    const lot = this.#lotOf(event.data, place);
    if (lot === undefined) return;
    switch (event.type) {
      case 'PassHeld':
        this.#hold(lot, event.data, place);
        break;
      case 'PassSpent':
        this.#settle(lot, event.data, place, 'held', 'used');
        break;
      case 'PassReturned':
        this.#settle(lot, event.data, place, event.data.from, 'available');
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
        this.#expire(lot, event.data, place);
        break;
      case 'LotRevoked':
        if (event.data.passes > 0) this.#shift(lot, 'available', 'revoked', event.data.passes, place);
        if (event.data.reason === 'refund' || event.data.reason === 'dispute') {
          lot.demanded = event.data.demanded;
        }
        break;
      case 'LotRestored':
        if (event.data.passes > 0) this.#shift(lot, 'revoked', 'available', event.data.passes, place);
        lot.demanded = event.data.demanded;
        break;
      case 'LotExtended':
      case 'LotClosed':
        lot.expiresAt = event.data.expiresAt;
        break;
    }
    this.#assertBalanced(lot, place);
  }

  #grant(data: DataOf<'LotGranted'>, place: Place, actor: Actor): void {
    const { lotId, memberId, kind, passes, pricePence, expiresAt } = data;
    this.#members.add(memberId);
    if (this.lots.has(lotId)) {
      this.#tell(
        'LOT_GRANTED_TWICE',
        place,
        data,
        'a lot that is granted once',
        'the same lot again',
        `Lot ${lotId} is granted a second time.`,
      );
      return;
    }
    const lot: LotEntry = {
      lotId,
      memberId,
      kind,
      granted: passes,
      pricePence,
      expiresAt,
      demanded: 0,
      available: passes,
      held: 0,
      used: 0,
      forfeited: 0,
      expired: 0,
      revoked: 0,
    };
    this.lots.set(lotId, lot);
    this.#money.assertOrigin(data, place, actor);
    this.#assertBalanced(lot, place);
  }

  #lotOf(data: { lotId: string; memberId: string; at: string }, place: Place): LotEntry | undefined {
    const lot = this.lots.get(data.lotId);
    if (lot === undefined) {
      this.#tell(
        'LOT_UNKNOWN',
        place,
        data,
        'a lot that was granted',
        'none of that name',
        `Lot ${data.lotId} was never granted.`,
      );
      return undefined;
    }
    if (lot.memberId === data.memberId) return lot;
    this.#tell(
      'LOT_OF_ANOTHER_MEMBER',
      place,
      data,
      `a lot of ${data.memberId}`,
      `one of ${lot.memberId}`,
      `Lot ${data.lotId} is another member’s.`,
    );
    return undefined;
  }

  #hold(lot: LotEntry, data: DataOf<'PassHeld'>, place: Place): void {
    const { bookingId, classId, memberId, at } = data;
    const known = this.#bookings.get(bookingId);
    if (known !== undefined && known.pass !== 'none') {
      this.#tell(
        'BOOKING_PAID_TWICE',
        place,
        data,
        'one pass for a booking',
        `a second; the first is ${known.pass}`,
        `Booking ${bookingId} takes a second pass.`,
      );
      return;
    }
    if (!this.#mayBegin(lot, data, classId, place)) return;
    if (!this.#shift(lot, 'available', 'held', 1, place, data)) return;
    const booking = known ?? createBookingEntry(data, place, at);
    this.#bookings.set(bookingId, booking);
    booking.lot = lot;
    booking.pass = 'held';
    booking.place = place;
    booking.at = at;
    this.#activeInClass.set(keyOf(memberId, classId), bookingId);
  }

  /** Whether a pass of this lot may be set aside for a class now. */
  #mayBegin(
    lot: LotEntry,
    data: { memberId: string; bookingId: number; lotId: string; at: string },
    classId: number,
    place: Place,
  ): boolean {
    const other = this.#activeInClass.get(keyOf(data.memberId, classId));
    if (other !== undefined) {
      this.#tell(
        'SECOND_BOOKING_IN_CLASS',
        place,
        data,
        'one booking in a class',
        `booking ${other} as well`,
        `A second pass of the same member is set aside for class ${classId}.`,
      );
      return false;
    }
    if (!isLater(data.at, lot.expiresAt)) return true;
    this.#tell(
      'LOT_ENDED',
      place,
      data,
      `no later than ${lot.expiresAt}`,
      data.at,
      `A pass of lot ${lot.lotId} is set aside after the lot has ended.`,
    );
    return false;
  }

  /** The booking whose pass an event moves, if it stands where the event says. */
  #bookingAt(
    lot: LotEntry,
    data: { memberId: string; lotId: string; bookingId: number; classId: number; at: string },
    expected: BookingEntry['pass'],
    place: Place,
  ): BookingEntry | undefined {
    const { bookingId } = data;
    const booking = this.#bookings.get(bookingId);
    if (booking === undefined || booking.pass === 'none') {
      this.#tell(
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
    const found = `${booking.pass}, of lot ${booking.lot?.lotId}, class ${booking.classId}`;
    const due = `${expected}, of lot ${lot.lotId}, class ${data.classId}`;
    this.#tell(
      'ILLEGAL_MOVE',
      place,
      data,
      due,
      found,
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
    const booking = this.#bookingAt(lot, data, from, place);
    if (booking === undefined || !this.#shift(lot, from, to, 1, place, data)) return;
    booking.pass = STATUS_IN[to];
    booking.place = place;
    booking.at = data.at;
    if (to !== 'used') this.#leave(booking);
    const origin = booking.movedFrom === null ? undefined : this.#bookings.get(booking.movedFrom.bookingId);
    if (from !== 'held' || origin === undefined) return;
    // The move is done: the class that the pass came from is free again.
    this.#leave(origin);
    Object.assign(origin, { place, at: data.at });
  }

  #move(lot: LotEntry, data: DataOf<'PassMoved'>, place: Place): void {
    const { from, bookingId, toBookingId, toClassId, memberId, at } = data;
    const booking = this.#bookings.get(bookingId);
    const standing = booking === undefined ? null : PLACE_OF[booking.pass];
    if (
      this.#bookingAt(lot, data, standing === from ? (booking?.pass ?? 'none') : STATUS_IN[from], place) ===
      undefined
    )
      return;
    const to = this.#bookings.get(toBookingId);
    if (to !== undefined && to.pass !== 'none') {
      this.#tell(
        'BOOKING_PAID_TWICE',
        place,
        data,
        'one pass for a booking',
        'a second',
        `Booking ${toBookingId} takes a second pass.`,
      );
      return;
    }
    if (!this.#mayBegin(lot, { ...data, bookingId: toBookingId }, toClassId, place)) return;
    if (booking === undefined || !this.#shift(lot, from, 'held', 1, place, data)) return;
    Object.assign(booking, { pass: 'moved', movedTo: toBookingId, place, at });
    const next =
      to ?? createBookingEntry({ bookingId: toBookingId, memberId, classId: toClassId }, place, at);
    Object.assign(next, { lot, pass: 'held', movedFrom: { bookingId, place: from }, place, at });
    this.#bookings.set(toBookingId, next);
    this.#activeInClass.set(keyOf(memberId, toClassId), toBookingId);
  }

  #moveBack(lot: LotEntry, data: DataOf<'PassMovedBack'>, place: Place): void {
    const { bookingId, fromBookingId, to, at } = data;
    const booking = this.#bookingAt(lot, data, 'moved', place);
    const refused = this.#bookings.get(fromBookingId);
    if (booking === undefined) return;
    if (refused?.pass !== 'held' || booking.movedTo !== fromBookingId || refused.movedFrom?.place !== to) {
      this.#tell(
        'ILLEGAL_MOVE',
        place,
        data,
        `booking ${fromBookingId} holds the pass`,
        `${refused?.pass ?? 'none'}`,
        `The pass of booking ${bookingId} comes back from where it never went.`,
      );
      return;
    }
    if (!this.#shift(lot, 'held', to, 1, place, data)) return;
    Object.assign(refused, { pass: 'returned', place, at });
    this.#leave(refused);
    Object.assign(booking, { pass: STATUS_IN[to], movedTo: 0, place, at });
    if (to === 'used') this.#activeInClass.set(keyOf(booking.memberId, booking.classId), bookingId);
    else this.#leave(booking);
  }

  #expire(lot: LotEntry, data: DataOf<'LotExpired'>, place: Place): void {
    if (!isLater(data.at, lot.expiresAt)) {
      this.#tell(
        'LAPSED_EARLY',
        place,
        data,
        `after ${lot.expiresAt}`,
        data.at,
        `Passes of lot ${lot.lotId} lapse before the lot has ended.`,
      );
      return;
    }
    this.#shift(lot, 'available', 'expired', data.passes, place);
  }

  /** Moves passes from one place to another, when there are so many. */
  #shift(
    lot: LotEntry,
    from: PassPlace,
    to: PassPlace,
    passes: number,
    place: Place,
    about: Whom = {},
  ): boolean {
    if (Number.isInteger(passes) && passes > 0 && lot[from] >= passes) {
      lot[from] -= passes;
      lot[to] += passes;
      return true;
    }
    const { memberId, lotId } = lot;
    const bookingId = about.bookingId;
    const whom = { memberId, lotId, ...(bookingId === undefined ? {} : { bookingId }) };
    this.#tell(
      'TOO_FEW_PASSES',
      place,
      whom,
      `at least ${passes} ${from}`,
      `${lot[from]} ${from}`,
      `${passes} of lot ${lotId} should go from ${from} to ${to}, and there are not so many.`,
    );
    return false;
  }

  #assertBalanced(lot: LotEntry, place: Place): void {
    let sum = 0;
    let least = 0;
    for (const at of places) {
      sum += lot[at];
      least = Math.min(least, lot[at]);
    }
    if (sum === lot.granted && least >= 0 && lot.granted > 0) return;
    const found = places.map((at) => `${lot[at]} ${at}`).join(', ');
    this.#tell(
      'UNBALANCED',
      place,
      lot,
      `${lot.granted} granted, each in one place`,
      found,
      `Lot ${lot.lotId} does not add up.`,
    );
  }

  #leave({ memberId, classId, bookingId }: BookingEntry): void {
    const key = keyOf(memberId, classId);
    if (this.#activeInClass.get(key) === bookingId) this.#activeInClass.delete(key);
  }

  #tell(
    code: ExceptionCode,
    place: Place,
    { memberId, lotId, bookingId }: Whom,
    expected: string,
    found: string,
    sentence: string,
  ): void {
    const about = {
      ...(memberId === undefined ? {} : { memberId }),
      ...(lotId === undefined ? {} : { lotId }),
      ...(bookingId === undefined ? {} : { bookingId }),
    };
    this.#exceptions.add(code, place, about, { expected, found, sentence });
  }
}

const keyOf = (memberId: string, classId: number) => `${memberId}/${classId}`;

/** Instants of the studio have one form, in which text sorts as time does; others are read. */
const isLater = (a: string, b: string): boolean =>
  a.length === 24 && b.length === 24 ? a > b : Date.parse(a) > Date.parse(b);
