/** The codes of everything that a verification can find. */
export type ExceptionCode =
  | 'REVISION_GAP'
  | 'POSITION_NOT_GROWING'
  | 'WRONG_STREAM'
  | 'LOT_GRANTED_TWICE'
  | 'LOT_UNKNOWN'
  | 'LOT_OF_ANOTHER_MEMBER'
  | 'LOT_WITHOUT_PAYMENT'
  | 'LOT_WITHOUT_INVOICE'
  | 'LOT_WITHOUT_STAFF'
  | 'LOT_WITHOUT_IMPORT'
  | 'IMPORT_SUMS'
  | 'LOT_NOT_AS_PAID'
  | 'LOT_ENDED'
  | 'LAPSED_EARLY'
  | 'TOO_FEW_PASSES'
  | 'UNBALANCED'
  | 'ILLEGAL_MOVE'
  | 'BOOKING_UNKNOWN'
  | 'BOOKING_PAID_TWICE'
  | 'SECOND_BOOKING_IN_CLASS'
  | 'CLASS_UNKNOWN'
  | 'CLASS_NOT_BOOKABLE'
  | 'CLASS_OVER_CAPACITY'
  | 'SEAT_TAKEN_TWICE'
  | 'SEAT_RESERVED_TWICE'
  | 'RESERVATION_UNKNOWN'
  | 'RESERVATION_NOT_ENDED'
  | 'SEAT_NOT_TAKEN'
  | 'SEAT_OF_ANOTHER_PASS'
  | 'SEAT_IN_CANCELLED_CLASS'
  | 'REFILL_NOT_DUE'
  | 'REFILL_WITHOUT_BOOKING'
  | 'SEAT_WITHOUT_PASS'
  | 'PASS_WITHOUT_SEAT'
  | 'WAITER_UNKNOWN'
  | 'WAITER_NOT_ANSWERED'
  | 'OFFER_NOT_OPEN'
  | 'PASS_NOT_SETTLED'
  | 'PAYMENT_UNKNOWN'
  | 'PAID_TWICE'
  | 'PAYMENT_AMOUNT'
  | 'PAYMENT_WITHOUT_LOT'
  | 'PURCHASE_NOT_BOOKED'
  | 'PURCHASE_ENDED_TWICE'
  | 'INVOICE_PAID_TWICE'
  | 'PLAN_NOT_AS_SOLD'
  | 'PAY_NOT_AS_EARNED'
  | 'INVOICE_WITHOUT_LOT'
  | 'REFUND_NOT_TAKEN'
  | 'ERASED_DATA_READABLE'
  | 'SEALED_AFTER_ERASURE'
  | 'FORGOTTEN_WITHOUT_ERASURE'
  | 'ERASED_KEY_REMAINS'
  | 'ERASED_KEY_UNKNOWN'
  | 'ERASURE_CONTRADICTED'
  | 'ERASED_ROW_REMAINS';

/** The place of an event in the store. */
export interface Place {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
}

/** The ids that an exception is about. */
export interface About {
  readonly memberId?: string;
  readonly lotId?: string;
  readonly bookingId?: number;
  readonly classId?: number;
  readonly paymentIntentId?: string;
}

/** One contradiction in the events: its place, what is expected, what is found, and a sentence for a person. */
export interface AuditException extends About {
  readonly code: ExceptionCode;
  readonly stream: string;
  readonly revision: number;
  /** Decimal; of the last event that it is about. */
  readonly position: string;
  readonly expected: string;
  readonly found: string;
  readonly sentence: string;
}

const maxRecorded = 1_000;

/** Records the first thousand exceptions and counts all of them. */
export class Exceptions {
  readonly recorded: AuditException[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(
    code: ExceptionCode,
    { stream, revision, position }: Place,
    about: About,
    details: { readonly expected: string; readonly found: string; readonly sentence: string },
  ): void {
    this.#total += 1;
    if (this.recorded.length < maxRecorded) {
      this.recorded.push({ code, stream, revision, position: String(position), ...about, ...details });
    }
  }
}
