import type { MembershipEvent } from '#domain/membership/events.ts';
import type { PaymentEvent, PaymentOrder } from '#domain/payment/events.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import type { Actor } from '#infra/event-store/types.ts';
import type { Exceptions, Place } from './audit-exception.ts';
import type { ImportLedger } from './import-ledger.ts';

type Grant = Extract<WalletEvent, { type: 'LotGranted' }>['data'];

/** One payment of a pass. */
export interface PaymentEntry {
  readonly paymentIntentId: string;
  readonly memberId: string;
  readonly order: Pick<PaymentOrder, 'passId' | 'passes' | 'amountPence'>;
  /** The lot that it grants, once it is paid. */
  paid: { readonly lotId: string; readonly expiresAt: string } | null;
  refundedPence: number;
  disputedPence: number;
  granted: boolean;
  /** The class that it is for; null without one. */
  readonly classId: number | null;
  /** How its booking ended, once it did: the booking's id, or null when the class was not booked. */
  ended: { readonly bookingId: number | null } | null;
  place: Place;
  at: string;
}

/** One paid month of a membership. */
export interface InvoiceEntry {
  readonly invoiceId: string;
  readonly memberId: string;
  readonly paymentIntentId: string | null;
  readonly lotId: string;
  readonly passes: number;
  readonly amountPence: number;
  readonly hasPriority: boolean;
  readonly expiresAt: string;
  granted: boolean;
  readonly place: Place;
  readonly at: string;
}

/** Money in and out, pence. */
export interface MoneyTotals {
  received: number;
  refunded: number;
  disputed: number;
}

/** Replays payments and invoices, and checks that every lot comes from one of them or from staff. */
export class MoneyLedger {
  readonly payments = new Map<string, PaymentEntry>();
  /** By the lot that it grants. */
  readonly invoices = new Map<string, InvoiceEntry>();
  readonly totals: MoneyTotals = { received: 0, refunded: 0, disputed: 0 };
  readonly #invoiceIds = new Set<string>();
  readonly #exceptions: Exceptions;
  readonly #imports: ImportLedger;

  constructor(exceptions: Exceptions, imports: ImportLedger) {
    this.#exceptions = exceptions;
    this.#imports = imports;
  }

  applyPayment(event: PaymentEvent, place: Place): void {
    const { paymentIntentId, memberId, at } = event.data;
    if (event.type === 'PaymentStarted') {
      if (this.payments.has(paymentIntentId)) return;
      const { passId, passes, amountPence, booking } = event.data;
      const order = { passId, passes, amountPence };
      const classId = booking?.classId ?? null;
      const unpaid = { paid: null, refundedPence: 0, disputedPence: 0, granted: false, classId, ended: null };
      this.payments.set(paymentIntentId, { paymentIntentId, memberId, order, ...unpaid, place, at });
      return;
    }
    const payment = this.payments.get(paymentIntentId);
    const about = { paymentIntentId, memberId };
    if (payment?.memberId !== memberId) {
      const sentence = `Payment ${paymentIntentId} was never started by this member.`;
      const found = payment === undefined ? 'none' : `one of ${payment.memberId}`;
      this.#exceptions.add('PAYMENT_UNKNOWN', place, about, {
        expected: 'a payment that was started',
        found,
        sentence,
      });
      return;
    }
    Object.assign(payment, { place, at });
    switch (event.type) {
      case 'PaymentSucceeded':
        this.#succeed(payment, event.data, place);
        return;
      case 'PurchaseBooked':
      case 'PurchaseNotBooked':
        this.#endPurchase(payment, event, place);
        return;
      case 'PaymentRefunded':
        this.#returnMoney(payment, 'refundedPence', event.data.amountPence, place);
        return;
      case 'PaymentRefundFailed':
        this.#returnMoney(payment, 'refundedPence', -event.data.amountPence, place);
        return;
      case 'PaymentDisputed':
        this.#returnMoney(payment, 'disputedPence', event.data.amountPence, place);
        return;
      case 'PaymentDisputeWon':
        this.#returnMoney(payment, 'disputedPence', -event.data.amountPence, place);
        return;
      default:
    }
  }

  applyMembership(event: MembershipEvent, place: Place): void {
    if (event.type === 'MembershipMoneyReturned') {
      this.totals.refunded += event.data.changePence;
      return;
    }
    if (!isPaidPeriod(event)) return;
    const { invoiceId, memberId, paymentIntentId, lotId, passes, amountPence, plan, expiresAt, at } =
      event.data;
    if (this.#invoiceIds.has(invoiceId) || this.invoices.has(lotId)) {
      this.#exceptions.add(
        'INVOICE_PAID_TWICE',
        place,
        { memberId, lotId },
        {
          expected: 'one month for an invoice',
          found: 'a second',
          sentence: `Invoice ${invoiceId} gives a second month.`,
        },
      );
      return;
    }
    this.#invoiceIds.add(invoiceId);
    this.totals.received += amountPence;
    const terms = {
      ...{ invoiceId, memberId, paymentIntentId, lotId, passes, amountPence, expiresAt },
      hasPriority: plan.priority,
    };
    this.invoices.set(lotId, { ...terms, granted: false, place, at });
  }

  /** Checks that a lot comes from a payment, an invoice, staff or an import, and has the terms that were paid for. */
  assertOrigin(grant: Grant, place: Place, actor: Actor): void {
    switch (grant.kind) {
      case 'purchase':
        this.#assertPaid(grant, place);
        return;
      case 'membership':
        this.#assertInvoiced(grant, place);
        return;
      case 'import':
        this.#imports.assertLine(grant, place);
        return;
      case 'adjustment':
        if (actor.kind === 'staff') return;
        this.#exceptions.add(
          'LOT_WITHOUT_STAFF',
          place,
          { memberId: grant.memberId, lotId: grant.lotId },
          {
            expected: 'one of the staff who gave it',
            found: actor.kind,
            sentence: `Lot ${grant.lotId} was given by hand, and by nobody of the staff.`,
          },
        );
    }
  }

  #assertPaid(grant: Grant, place: Place): void {
    const { paymentIntentId, lotId, memberId } = grant;
    const payment = paymentIntentId === null ? undefined : this.payments.get(paymentIntentId);
    const about = { memberId, lotId, ...(paymentIntentId === null ? {} : { paymentIntentId }) };
    if (payment === undefined || payment.paid?.lotId !== lotId || payment.memberId !== memberId) {
      this.#exceptions.add('LOT_WITHOUT_PAYMENT', place, about, {
        expected: 'a payment of this member that succeeded and names this lot',
        found: describePayment(payment, paymentIntentId),
        sentence: `Lot ${lotId} says it was bought, and no payment stands for it.`,
      });
      return;
    }
    payment.granted = true;
    const { passId, passes, amountPence } = payment.order;
    const { expiresAt } = payment.paid;
    this.#assertTerms(grant, { passId, passes, amountPence, expiresAt }, place);
  }

  #assertInvoiced(grant: Grant, place: Place): void {
    const { lotId, memberId } = grant;
    const invoice = this.invoices.get(lotId);
    if (invoice?.memberId !== memberId) {
      this.#exceptions.add(
        'LOT_WITHOUT_INVOICE',
        place,
        { memberId, lotId },
        {
          expected: 'a paid month of this member that names this lot',
          found: invoice === undefined ? 'none' : `one of ${invoice.memberId}`,
          sentence: `Lot ${lotId} says it is a month of a membership, and no invoice stands for it.`,
        },
      );
      return;
    }
    invoice.granted = true;
    const { passes, amountPence, expiresAt } = invoice;
    this.#assertTerms(grant, { passId: null, passes, amountPence, expiresAt }, place);
    if (invoice.hasPriority === (grant.priority !== false)) return;
    this.#exceptions.add(
      'LOT_NOT_AS_PAID',
      place,
      { memberId, lotId },
      {
        expected: `priority ${invoice.hasPriority}`,
        found: `priority ${!invoice.hasPriority}`,
        sentence: `Lot ${lotId} has not the priority of its plan.`,
      },
    );
  }

  #assertTerms(
    grant: Grant,
    paid: { passId: number | null; passes: number; amountPence: number; expiresAt: string },
    place: Place,
  ): void {
    const { lotId, memberId, passId, passes, pricePence, expiresAt } = grant;
    const expected = formatTerms(paid.passId, paid.passes, paid.amountPence, paid.expiresAt);
    const found = formatTerms(passId, passes, pricePence, expiresAt);
    if (expected === found) return;
    this.#exceptions.add(
      'LOT_NOT_AS_PAID',
      place,
      { memberId, lotId },
      { expected, found, sentence: `Lot ${lotId} is not what was paid for.` },
    );
  }

  #succeed(
    payment: PaymentEntry,
    { amountPence, lotId, expiresAt }: Extract<PaymentEvent, { type: 'PaymentSucceeded' }>['data'],
    place: Place,
  ): void {
    const { paymentIntentId, memberId, order } = payment;
    const about = { paymentIntentId, memberId, lotId };
    if (payment.paid !== null) {
      const sentence = `Payment ${paymentIntentId} succeeds a second time.`;
      this.#exceptions.add('PAID_TWICE', place, about, {
        expected: 'one success',
        found: 'a second',
        sentence,
      });
      return;
    }
    payment.paid = { lotId, expiresAt };
    this.totals.received += amountPence;
    if (amountPence === order.amountPence) return;
    this.#exceptions.add('PAYMENT_AMOUNT', place, about, {
      expected: `${order.amountPence} pence, as ordered`,
      found: `${amountPence} pence`,
      sentence: `Payment ${paymentIntentId} brought another amount than was ordered.`,
    });
  }

  #endPurchase(
    payment: PaymentEntry,
    event: Extract<PaymentEvent, { type: 'PurchaseBooked' | 'PurchaseNotBooked' }>,
    place: Place,
  ): void {
    const { paymentIntentId, memberId, classId, ended } = payment;
    if (ended !== null || classId !== event.data.classId || !payment.granted) {
      const found = `class ${classId}, ended ${ended !== null}, granted ${payment.granted}`;
      this.#exceptions.add(
        'PURCHASE_ENDED_TWICE',
        place,
        { paymentIntentId, memberId, classId: event.data.classId },
        {
          expected: 'one end, for its class, after its passes were granted',
          found,
          sentence: `Payment ${paymentIntentId} does not end the purchase of class ${event.data.classId}.`,
        },
      );
      return;
    }
    payment.ended = { bookingId: event.type === 'PurchaseBooked' ? event.data.bookingId : null };
  }

  #returnMoney(
    payment: PaymentEntry,
    which: 'refundedPence' | 'disputedPence',
    pence: number,
    place: Place,
  ): void {
    payment[which] += pence;
    this.totals[which === 'refundedPence' ? 'refunded' : 'disputed'] += pence;
    const { paymentIntentId, memberId, order } = payment;
    if (payment[which] >= 0 && payment[which] <= order.amountPence) return;
    this.#exceptions.add(
      'PAYMENT_AMOUNT',
      place,
      { paymentIntentId, memberId },
      {
        expected: `between 0 and ${order.amountPence} pence back`,
        found: `${payment[which]} pence`,
        sentence: `More money goes back of payment ${paymentIntentId}, or comes again, than there was.`,
      },
    );
  }
}

const isPaidPeriod = (event: MembershipEvent) =>
  event.type === 'MembershipStarted' ||
  event.type === 'MembershipRenewed' ||
  event.type === 'MembershipPlanUpgraded';

const formatTerms = (passId: number | null, passes: number, pence: number, expiresAt: string) =>
  `pass ${passId ?? 'of a membership'}, ${passes} passes, ${pence} pence, to ${expiresAt}`;

function describePayment(payment: PaymentEntry | undefined, paymentIntentId: string | null): string {
  if (paymentIntentId === null) return 'no payment is named';
  if (payment === undefined) return `${paymentIntentId} was never started`;
  if (payment.paid === null) return `${paymentIntentId} has not succeeded`;
  return `${paymentIntentId} is for lot ${payment.paid.lotId} of ${payment.memberId}`;
}
