import { millisecondsInMinute } from 'date-fns/constants';
import { payDecider, payId } from '#domain/pay/decider.ts';
import {
  isClassEvent,
  isImportEvent,
  isInstructorEvent,
  isMembershipEvent,
  isPayEvent,
  isPaymentEvent,
  isPlanEvent,
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
import { ImportLedger } from './import-ledger.ts';
import { type LotEntry, noPasses, places } from './lot-entry.ts';
import { MoneyLedger, type MoneyTotals, type PaymentEntry } from './money-ledger.ts';
import { PayLedger } from './pay-ledger.ts';
import { PlanLedger } from './plan-ledger.ts';
import { ReservationLedger } from './reservation-ledger.ts';
import { SeatLedger } from './seat-ledger.ts';
import { StreamLedger } from './stream-ledger.ts';
import { WaitlistLedger } from './waitlist-ledger.ts';
import { WalletLedger } from './wallet-ledger.ts';

export type PassTotals = { granted: number } & Record<(typeof places)[number], number>;

/** The result of verifying the events of a store. */
export interface Verification {
  /** The position of the last event, decimal; null for an empty store. */
  readonly position: string | null;
  /** The first thousand. */
  readonly exceptions: readonly AuditException[];
  readonly exceptionCount: number;
  /** Incomplete work that is too recent to be an exception: a process or a sweep may still complete it. */
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
    /** The number of erased members. */
    readonly erased: number;
    readonly passes: PassTotals;
    /** `refunded` and `disputed` are the amounts currently returned. */
    readonly pence: MoneyTotals;
  };
}

/** An erased owner, of whom no personal data may remain anywhere. */
export interface ErasedOwner {
  /** The owner of the destroyed key. */
  readonly ownerId: string;
  readonly kind: 'member' | 'registration' | 'complaint';
  /** Of the event of the erasure. */
  readonly place: Place;
  readonly at: string;
  /** The keyed hash of the email address that the erasure released; null if none. */
  readonly freedEmail: string | null;
}

export interface VerifierOptions {
  /** The studio clock's now. */
  readonly now: Date;
  /** Work whose last event is more recent than this is under way, not wrong. */
  readonly underWayMs?: number;
}

/** Work that was started and is not complete. */
interface IncompleteWork {
  readonly kind: 'bookings' | 'payments' | 'invoices';
  readonly code: ExceptionCode;
  readonly place: Place;
  readonly at: string;
  readonly about: About;
  readonly expected: string;
  readonly found: string;
  readonly sentence: string;
}

/** Sweeps complete interrupted work within minutes; what remains after this time is wrong. */
const defaultUnderWayMs = 15 * millisecondsInMinute;

/** Verifies the events of a store in one pass, in log order. It stores counts, not events. */
export class Verifier {
  readonly #exceptions = new Exceptions();
  readonly #streams = new StreamLedger(this.#exceptions);
  readonly #bookings: BookingLedger = new Map();
  readonly #imports = new ImportLedger(this.#exceptions);
  readonly #money = new MoneyLedger(this.#exceptions, this.#imports);
  readonly #plans = new PlanLedger(this.#exceptions);
  readonly #pay = new PayLedger(this.#exceptions);
  readonly #wallets = new WalletLedger(this.#bookings, this.#money, this.#exceptions);
  readonly #reservations = new ReservationLedger(this.#exceptions);
  readonly #seats = new SeatLedger(this.#bookings, this.#reservations, this.#exceptions);
  readonly #waitlists = new WaitlistLedger(this.#exceptions);
  readonly #erasures = new ErasureLedger(this.#exceptions);
  readonly #now: number;
  readonly #underWaySince: number;
  #events = 0;

  constructor({ now, underWayMs = defaultUnderWayMs }: VerifierOptions) {
    this.#now = now.getTime();
    this.#underWaySince = now.getTime() - underWayMs;
  }

  add(event: StudioRecord): void {
    this.#events += 1;
    const place = this.#streams.add(event);
    if (isWalletEvent(event)) {
      if (this.#isInStream(event, place, `wallet-${event.data.memberId}`)) {
        this.#wallets.apply(event, place, event.metadata.actor);
      }
    } else if (isClassEvent(event)) {
      if (this.#isInStream(event, place, `class-${event.data.classId}`)) {
        this.#seats.apply(event, place);
        this.#reservations.apply(event, place);
        this.#waitlists.apply(event, place);
        this.#pay.applyClass(event);
      }
    } else if (isPaymentEvent(event)) {
      if (this.#isInStream(event, place, `payment-${event.data.paymentIntentId}`)) {
        this.#money.applyPayment(event, place);
      }
    } else if (isMembershipEvent(event)) {
      if (this.#isInStream(event, place, `membership-${event.data.membershipId}`)) {
        this.#money.applyMembership(event, place);
        this.#plans.applyMembership(event, place);
      }
    } else if (isPlanEvent(event)) {
      if (this.#isInStream(event, place, `plan-${event.data.planId}`)) this.#plans.applyPlan(event);
    } else if (isInstructorEvent(event)) {
      if (this.#isInStream(event, place, `instructor-${event.data.instructorId}`))
        this.#pay.applyInstructor(event);
    } else if (isPayEvent(event)) {
      if (this.#isInStream(event, place, payDecider.stream(payId))) this.#pay.applyClosing(event, place);
    } else if (isImportEvent(event)) {
      if (this.#isInStream(event, place, this.#imports.stream)) this.#imports.applyImport(event, place);
    } else {
      this.#erasures.apply(event, place);
    }
  }

  /** The position of the last event; null before the first. */
  get position(): bigint | null {
    return this.#streams.position;
  }

  /** The erased owners, without those whose erasure may still be under way at the end of the log. */
  findErased(end: bigint | null = null): ErasedOwner[] {
    const owners: ErasedOwner[] = [];
    for (const { ownerId, kind, erased, freedEmail } of this.#erasures.owners.values()) {
      if (erased === null || this.#isUnderWay(erased, end)) continue;
      owners.push({ ownerId, kind, ...erased, freedEmail });
    }
    return owners;
  }

  /** How much incomplete work would be reported now: it is not recent, and has no event after `end`. */
  countUnsettled(end: bigint | null): number {
    let count = 0;
    for (const work of this.#findIncomplete()) if (!this.#isUnderWay(work, end)) count += 1;
    return count;
  }

  /** The result; to be called once. Work with an event after `end` counts as under way. */
  finish(end: bigint | null = null): Verification {
    this.#seats.finish();
    this.#erasures.finish((erasure) => this.#isUnderWay(erasure, end));
    const underWay = { bookings: 0, payments: 0, invoices: 0 };
    for (const work of this.#findIncomplete()) {
      if (this.#isUnderWay(work, end)) {
        underWay[work.kind] += 1;
        continue;
      }
      const { code, place, about, expected, found, sentence } = work;
      this.#exceptions.add(code, place, about, { expected, found, sentence });
    }
    const { position, streamCount } = this.#streams;
    return {
      position: position === null ? null : String(position),
      exceptions: this.#exceptions.recorded,
      exceptionCount: this.#exceptions.total,
      underWay,
      totals: {
        events: this.#events,
        streams: streamCount,
        wallets: this.#wallets.walletCount,
        lots: this.#wallets.lots.size,
        bookings: this.#bookings.size,
        classes: this.#seats.classes.size,
        payments: this.#money.payments.size,
        invoices: this.#money.invoices.size,
        erased: this.#erasures.erasedCount,
        passes: computePassTotals(this.#wallets.lots.values()),
        pence: { ...this.#money.totals },
      },
    };
  }

  *#findIncomplete(): Generator<IncompleteWork> {
    for (const booking of this.#bookings.values()) {
      const problem = findBookingProblem(booking);
      if (problem === null) continue;
      const { bookingId, memberId, classId, lot, place, at, pass, seat } = booking;
      yield {
        kind: 'bookings',
        ...problem,
        place,
        at,
        about: { bookingId, memberId, classId, ...(lot === null ? {} : { lotId: lot.lotId }) },
        found: `pass ${pass}, seat ${seat}`,
        sentence: `Booking ${bookingId}: pass and seat disagree.`,
      };
    }
    for (const payment of this.#money.payments.values()) {
      const work = this.#findPaymentProblem(payment) ?? this.#findPurchaseProblem(payment);
      if (work !== null) yield work;
    }
    for (const { bookingId, memberId, classId, until, place } of this.#reservations.listOpen()) {
      // Until then it is not late: the member pays.
      if (Date.parse(until) >= this.#now) continue;
      yield {
        kind: 'bookings',
        code: 'RESERVATION_NOT_ENDED',
        place,
        at: until,
        about: { bookingId, memberId, classId },
        expected: `an end after ${until}`,
        found: 'none',
        sentence: `A seat in class ${classId} is kept for booking ${bookingId} for ever.`,
      };
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

  #findPaymentProblem(payment: PaymentEntry): IncompleteWork | null {
    const { paid, granted, order, refundedPence, disputedPence, paymentIntentId, memberId, place, at } =
      payment;
    if (paid === null) return null;
    const { lotId } = paid;
    const work = { kind: 'payments', place, at, about: { paymentIntentId, memberId, lotId } } as const;
    const returnedPence = refundedPence + disputedPence;
    const isFullyReturned = returnedPence >= order.amountPence;
    if (!granted) {
      if (isFullyReturned) return null;
      return {
        ...work,
        code: 'PAYMENT_WITHOUT_LOT',
        expected: `lot ${lotId}`,
        found: 'none',
        sentence: `Payment ${paymentIntentId} succeeded, and its passes were neither granted nor paid back.`,
      };
    }
    const demanded = this.#wallets.lots.get(lotId)?.demanded ?? 0;
    const due = isFullyReturned
      ? order.passes
      : Math.floor((returnedPence * order.passes) / order.amountPence);
    if (demanded === due) return null;
    return {
      ...work,
      code: 'REFUND_NOT_TAKEN',
      expected: `${due} passes asked back`,
      found: `${demanded}`,
      sentence: `The passes of payment ${paymentIntentId} do not follow the money that went back.`,
    };
  }

  /** A purchase for a class ends as the booking of that class and member, or as none. */
  #findPurchaseProblem(payment: PaymentEntry): IncompleteWork | null {
    const { classId, ended, granted, paymentIntentId, memberId, refundedPence, order, place, at } = payment;
    if (classId === null || !granted) return null;
    const about = { paymentIntentId, memberId, classId };
    const work = { kind: 'payments', code: 'PURCHASE_NOT_BOOKED', place, at, about } as const;
    if (ended === null) {
      if (refundedPence >= order.amountPence) return null;
      const sentence = `Payment ${paymentIntentId} was for class ${classId}, and nothing says whether it was booked.`;
      return { ...work, expected: 'an end of the purchase', found: 'none', sentence };
    }
    if (ended.bookingId === null) return null;
    const booking = this.#bookings.get(ended.bookingId);
    if (booking?.memberId === memberId && booking.classId === classId && booking.seat !== 'none') return null;
    const found = booking === undefined ? 'none' : `class ${booking.classId}, seat ${booking.seat}`;
    const sentence = `Payment ${paymentIntentId} says that booking ${ended.bookingId} was made, and it was not.`;
    return { ...work, expected: `a booking of class ${classId}`, found, sentence };
  }

  #isUnderWay({ at, place }: Pick<IncompleteWork, 'at' | 'place'>, end: bigint | null): boolean {
    return Date.parse(at) > this.#underWaySince || (end !== null && place.position > end);
  }

  #isInStream({ type }: StudioRecord, place: Place, expected: string): boolean {
    if (place.stream === expected) return true;
    const sentence = `A ${type} stands in a stream that it does not belong to.`;
    this.#exceptions.add('WRONG_STREAM', place, {}, { expected, found: place.stream, sentence });
    return false;
  }
}

function computePassTotals(lots: Iterable<LotEntry>): PassTotals {
  const totals: PassTotals = { ...noPasses };
  for (const lot of lots) {
    totals.granted += lot.granted;
    for (const place of places) totals[place] += lot[place];
  }
  return totals;
}
