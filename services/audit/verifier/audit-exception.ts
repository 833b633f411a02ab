/** What can be wrong with a store, by a code that a program may meet. */
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
  | 'SEAT_NOT_TAKEN'
  | 'SEAT_OF_ANOTHER_PASS'
  | 'SEAT_IN_CANCELLED_CLASS'
  | 'SEAT_WITHOUT_PASS'
  | 'PASS_WITHOUT_SEAT'
  | 'PASS_NOT_SETTLED'
  | 'PAYMENT_UNKNOWN'
  | 'PAID_TWICE'
  | 'PAYMENT_AMOUNT'
  | 'PAYMENT_WITHOUT_LOT'
  | 'INVOICE_PAID_TWICE'
  | 'INVOICE_WITHOUT_LOT'
  | 'REFUND_NOT_TAKEN'
  | 'ERASED_DATA_READABLE'
  | 'SEALED_AFTER_ERASURE'
  | 'FORGOTTEN_WITHOUT_ERASURE'
  | 'ERASED_KEY_REMAINS'
  | 'ERASED_KEY_UNKNOWN'
  | 'ERASURE_CONTRADICTED'
  | 'ERASED_ROW_REMAINS';

/** Where an event stands in the store. */
export interface Place {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
}

/** Whom and what an exception is about. */
export interface About {
  readonly memberId?: string;
  readonly lotId?: string;
  readonly bookingId?: number;
  readonly classId?: number;
  readonly paymentIntentId?: string;
}

/** One thing that the events say and that can't be: where, what should be there, what is, and a sentence for a person. */
export interface AuditException extends About {
  readonly code: ExceptionCode;
  readonly stream: string;
  readonly revision: number;
  /** Decimal, of the event that shows it: the last one of what it is about. */
  readonly position: string;
  readonly expected: string;
  readonly found: string;
  readonly sentence: string;
}

/** So many are kept; all of them are counted. */
const KEPT = 1_000;

/** Collects what is found. */
export class Exceptions {
  readonly kept: AuditException[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(
    code: ExceptionCode,
    { stream, revision, position }: Place,
    about: About,
    told: { readonly expected: string; readonly found: string; readonly sentence: string },
  ): void {
    this.#total += 1;
    if (this.kept.length < KEPT) {
      this.kept.push({ code, stream, revision, position: String(position), ...about, ...told });
    }
  }
}
