import { millisecondsInMinute } from 'date-fns/constants';
import {
  isClassEvent,
  isMembershipEvent,
  isPaymentEvent,
  isWalletEvent,
  type StudioRecord,
} from '../studio-record.ts';
import {
  type About,
  type AuditException,
  type ExceptionCode,
  Exceptions,
  type Place,
} from './audit-exception.ts';
import type { BookingLedger } from './booking-ledger.ts';
import { ErasureLedger } from './erasure-ledger.ts';
import { findBookingProblem } from './find-booking-problem.ts';
import { type LotEntry, places } from './lot-entry.ts';
import { MoneyLedger, type MoneyTotals, type PaymentEntry } from './money-ledger.ts';
import { SeatLedger } from './seat-ledger.ts';
import { StreamLedger } from './stream-ledger.ts';
import { WalletLedger } from './wallet-ledger.ts';

export type PassTotals = { granted: number } & Record<(typeof places)[number], number>;

/** What the events of a store come to. */
export interface Verification {
  /** Of the last event that was looked at, decimal; null of an empty store. */
  readonly position: string | null;
  /** The first thousand. */
  readonly exceptions: readonly AuditException[];
  readonly exceptionCount: number;
  /** What a process is still about, or a crash just left for the sweep: too young to be an exception. */
  readonly underWay: { readonly bookings: number; readonly payments: number; readonly invoices: number };
  readonly totals: {
    readonly events: number;
    readonly streams: number;
    readonly wallets: number;
    readonly lots: number;
    readonly bookings: number;
    readonly classes: number;
    readonly payments: number;
    readonly invoices: number;
    /** Members. */
    readonly erased: number;
    readonly passes: PassTotals;
    /** Refunded and disputed are what is back now. */
    readonly pence: MoneyTotals;
  };
}

/** Someone of whom nothing personal may be left anywhere. */
export interface ErasedOwner {
  /** Whose key it was: a member's, or a registration's. */
  readonly ownerId: string;
  readonly kind: 'member' | 'registration';
  /** Of the event that says so, and when. */
  readonly place: Place;
  readonly at: string;
  /** The keyed hash of the address that the erasure freed; null when none was. */
  readonly freedEmail: string | null;
}

export interface VerifierOptions {
  /** The studio's time now. */
  readonly now: Date;
  /** What was touched within this is under way rather than wrong. */
  readonly underWayMs?: number;
}

/** Something that was begun and is not at its end. */
interface Open {
  readonly kind: 'bookings' | 'payments' | 'invoices';
  readonly code: ExceptionCode;
  readonly place: Place;
  readonly at: string;
  readonly about: About;
  readonly expected: string;
  readonly found: string;
  readonly sentence: string;
}

/** The sweeps come round in minutes; what is left by then is wrong. */
const UNDER_WAY_MS = 15 * millisecondsInMinute;

/** Looks at every event of a store once, in order, and says what does not hold. Keeps counts, not events. */
export class Verifier {
  readonly #exceptions = new Exceptions();
  readonly #streams = new StreamLedger(this.#exceptions);
  readonly #bookings: BookingLedger = new Map();
  readonly #money = new MoneyLedger(this.#exceptions);
  readonly #wallets = new WalletLedger(this.#bookings, this.#money, this.#exceptions);
  readonly #seats = new SeatLedger(this.#bookings, this.#exceptions);
  readonly #erasures = new ErasureLedger(this.#exceptions);
  readonly #youngSince: number;
  #events = 0;

  constructor({ now, underWayMs = UNDER_WAY_MS }: VerifierOptions) {
    this.#youngSince = now.getTime() - underWayMs;
  }

  add(event: StudioRecord): void {
    this.#events += 1;
    const place = this.#streams.place(event);
    if (isWalletEvent(event)) {
      if (this.#isInStream(event, place, `wallet-${event.data.memberId}`)) {
        this.#wallets.apply(event, place, event.metadata.actor);
      }
    } else if (isClassEvent(event)) {
      if (this.#isInStream(event, place, `class-${event.data.classId}`)) this.#seats.apply(event, place);
    } else if (isPaymentEvent(event)) {
      if (this.#isInStream(event, place, `payment-${event.data.paymentIntentId}`)) {
        this.#money.applyPayment(event, place);
      }
    } else if (isMembershipEvent(event)) {
      if (this.#isInStream(event, place, `membership-${event.data.membershipId}`)) {
        this.#money.applyMembership(event, place);
      }
    } else {
      this.#erasures.apply(event, place);
    }
  }

  /** Of the last event that was added; null before the first. */
  get position(): bigint | null {
    return this.#streams.position;
  }

  /** Whom the log says to be erased; not those whose erasure may still be under way at the end of the log. */
  erased(end: bigint | null = null): ErasedOwner[] {
    const all: ErasedOwner[] = [];
    for (const { ownerId, kind, erased, freedEmail } of this.#erasures.owners.values()) {
      if (erased === null || this.#isUnderWay(erased, end)) continue;
      all.push({ ownerId, kind, ...erased, freedEmail });
    }
    return all;
  }

  /** How much is not at its end, though it would not be told as under way: nothing touched it after that position. */
  unsettledAt(end: bigint | null): number {
    let count = 0;
    for (const open of this.#open()) if (!this.#isUnderWay(open, end)) count += 1;
    return count;
  }

  /** What it all comes to, to be asked once. What was touched after `end` is under way, whenever that was. */
  finish(end: bigint | null = null): Verification {
    this.#seats.finish();
    this.#erasures.judge((open) => this.#isUnderWay(open, end));
    const underWay = { bookings: 0, payments: 0, invoices: 0 };
    for (const open of this.#open()) {
      if (this.#isUnderWay(open, end)) {
        underWay[open.kind] += 1;
        continue;
      }
      const { code, place, about, expected, found, sentence } = open;
      this.#tell(code, place, about, expected, found, sentence);
    }
    const { position, streams } = this.#streams;
    return {
      position: position === null ? null : String(position),
      exceptions: this.#exceptions.kept,
      exceptionCount: this.#exceptions.total,
      underWay,
      totals: {
        events: this.#events,
        streams,
        wallets: this.#wallets.wallets,
        lots: this.#wallets.lots.size,
        bookings: this.#bookings.size,
        classes: this.#seats.classes.size,
        payments: this.#money.payments.size,
        invoices: this.#money.invoices.size,
        erased: this.#erasures.erased,
        passes: passTotals(this.#wallets.lots.values()),
        pence: { ...this.#money.totals },
      },
    };
  }

  /** What is begun and not at its end, now that all events are in. */
  *#open(): Generator<Open> {
    for (const booking of this.#bookings.values()) {
      const unsettled = findBookingProblem(booking);
      if (unsettled === null) continue;
      const { bookingId, memberId, classId, lot, place, at, pass, seat } = booking;
      yield {
        kind: 'bookings',
        ...unsettled,
        place,
        at,
        about: { bookingId, memberId, classId, ...(lot === null ? {} : { lotId: lot.lotId }) },
        found: `pass ${pass}, seat ${seat}`,
        sentence: `Booking ${bookingId}: pass and seat disagree.`,
      };
    }
    for (const payment of this.#money.payments.values()) {
      const open = this.#judgePayment(payment);
      if (open !== null) yield open;
    }
    for (const { granted, place, at, memberId, lotId, invoiceId } of this.#money.invoices.values()) {
      if (granted) continue;
      yield {
        kind: 'invoices',
        code: 'INVOICE_WITHOUT_LOT',
        place,
        at,
        about: { memberId, lotId },
        expected: `lot ${lotId}`,
        found: 'none',
        sentence: `Invoice ${invoiceId} was paid, and its passes were never granted.`,
      };
    }
  }

  #judgePayment(payment: PaymentEntry): Open | null {
    const { paid, granted, order, refundedPence, disputedPence, paymentIntentId, memberId, place, at } =
      payment;
    if (paid === null) return null;
    const { lotId } = paid;
    const open = { kind: 'payments', place, at, about: { paymentIntentId, memberId, lotId } } as const;
    const back = refundedPence + disputedPence;
    const isAllBack = back >= order.amountPence;
    if (!granted) {
      if (isAllBack) return null;
      return {
        ...open,
        code: 'PAYMENT_WITHOUT_LOT',
        expected: `lot ${lotId}`,
        found: 'none',
        sentence: `Payment ${paymentIntentId} succeeded, and its passes were neither granted nor paid back.`,
      };
    }
    const demanded = this.#wallets.lots.get(lotId)?.demanded ?? 0;
    const due = isAllBack ? order.passes : Math.floor((back * order.passes) / order.amountPence);
    if (demanded === due) return null;
    return {
      ...open,
      code: 'REFUND_NOT_TAKEN',
      expected: `${due} passes asked back`,
      found: `${demanded}`,
      sentence: `The passes of payment ${paymentIntentId} do not follow the money that went back.`,
    };
  }

  #isUnderWay({ at, place }: Pick<Open, 'at' | 'place'>, end: bigint | null): boolean {
    return Date.parse(at) > this.#youngSince || (end !== null && place.position > end);
  }

  #isInStream({ type }: StudioRecord, place: Place, expected: string): boolean {
    if (place.stream === expected) return true;
    const sentence = `A ${type} stands in a stream that it does not belong to.`;
    this.#tell('WRONG_STREAM', place, {}, expected, place.stream, sentence);
    return false;
  }

  #tell(
    code: ExceptionCode,
    place: Place,
    about: About,
    expected: string,
    found: string,
    sentence: string,
  ): void {
    this.#exceptions.add(code, place, about, { expected, found, sentence });
  }
}

function passTotals(lots: Iterable<LotEntry>): PassTotals {
  const totals: PassTotals = {
    granted: 0,
    available: 0,
    held: 0,
    used: 0,
    forfeited: 0,
    expired: 0,
    revoked: 0,
  };
  for (const lot of lots) {
    totals.granted += lot.granted;
    for (const place of places) totals[place] += lot[place];
  }
  return totals;
}
