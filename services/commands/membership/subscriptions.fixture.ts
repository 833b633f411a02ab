import { PaymentNotFound } from '#infra/payments/errors.ts';
import type { SubscriptionFacts } from '#infra/payments/subscription-facts.ts';
import type { InvoiceFacts, Subscriptions } from '#infra/payments/subscriptions.ts';

const month = (index: number) => new Date(Date.UTC(2026, 4 + index, 12, 9));

/** An unpaid subscription. */
const createSubscription = (id: string, memberId: string): SubscriptionFacts => ({
  id,
  status: 'incomplete',
  memberId,
  metadata: { memberId },
  customerId: `cus_${memberId}`,
  currentPeriodStart: month(0),
  currentPeriodEnd: month(1),
  cancelAtPeriodEnd: false,
  isVoidingInvoices: false,
  cancelledAt: null,
  cancellationReason: null,
  endedAt: null,
  latestInvoiceId: null,
  createdAt: month(0),
});

/** The unpaid invoice of a period. */
const createInvoice = ({ id, memberId, metadata }: SubscriptionFacts, period: number): InvoiceFacts => ({
  id: `in_${id}_${period}`,
  subscriptionId: id,
  memberId,
  customerId: `cus_${memberId}`,
  status: 'open',
  reason: period === 0 ? 'first' : 'renewal',
  metadata,
  amountDuePence: 18_000,
  amountPaidPence: 0,
  periodStart: month(period),
  periodEnd: month(period + 1),
  attemptCount: 0,
  nextAttemptAt: null,
  hostedUrl: null,
  paymentIntentId: `pi_${id}_${period}`,
  createdAt: month(period),
  paidAt: null,
});

/** A fake of Stripe's subscriptions with writable facts. Period 0 starts on 12 May 2026, 10:00 in London. */
export function subscriptionsInMemory() {
  const subscriptions = new Map<string, SubscriptionFacts>();
  const invoices = new Map<string, InvoiceFacts>();
  const sessions = new Map<string, { memberId: string; subscriptionId: string | null }>();
  const cancelled: string[] = [];

  function find(id: string): SubscriptionFacts {
    const facts = subscriptions.get(id);
    if (facts === undefined) throw new PaymentNotFound(`No such subscription: ${id}`);
    return facts;
  }
  const set = (id: string, changes: Partial<SubscriptionFacts>) => {
    const facts = { ...find(id), ...changes };
    subscriptions.set(id, facts);
    return facts;
  };

  const open = (id: string, memberId: string) => void subscriptions.set(id, createSubscription(id, memberId));
  function setInvoice(id: string, period: number, changes: Partial<InvoiceFacts>): void {
    const invoice = createInvoice(find(id), period);
    invoices.set(invoice.id, { ...invoice, ...invoices.get(invoice.id), ...changes });
  }
  /** Pays the invoice of a period. */
  function pay(id: string, period: number): void {
    setInvoice(id, period, { status: 'paid', amountPaidPence: 18_000 });
    set(id, { status: 'active', currentPeriodStart: month(period), currentPeriodEnd: month(period + 1) });
  }
  /** Begins a period whose invoice is voided. */
  function skip(id: string, period: number): void {
    setInvoice(id, period, { status: 'void' });
    set(id, { currentPeriodStart: month(period), currentPeriodEnd: month(period + 1) });
  }
  /** Refuses the card for a period, for the `attempt`th time. */
  function fail(id: string, period: number, attempt: number): void {
    setInvoice(id, period, { attemptCount: attempt });
    set(id, { status: 'past_due', currentPeriodStart: month(period), currentPeriodEnd: month(period + 1) });
  }
  const end = (id: string) => set(id, { status: 'canceled', endedAt: month(11) });

  const adapter: Subscriptions = {
    ensurePrice: async () => 'price_1',
    async createCheckoutSession({ memberId }) {
      const id = `cs_${sessions.size + 1}`;
      sessions.set(id, { memberId, subscriptionId: null });
      return { id, url: `https://pay.example/${id}` };
    },
    async readCheckoutSession(id) {
      const session = sessions.get(id);
      if (session === undefined) throw new PaymentNotFound(`No such session: ${id}`);
      const { memberId, subscriptionId } = session;
      return {
        id,
        status: subscriptionId === null ? 'open' : 'complete',
        isPaid: subscriptionId !== null,
        memberId,
        customerId: null,
        subscriptionId,
        url: null,
        expiresAt: month(1),
      };
    },
    readSubscription: async (id) => find(id),
    listSubscriptionsOf: async (customerId) =>
      [...subscriptions.values()].filter((one) => one.customerId === customerId),
    async readInvoice(id) {
      const found = invoices.get(id);
      if (found === undefined) throw new PaymentNotFound(`No such invoice: ${id}`);
      return found;
    },
    listInvoices: async (id) =>
      [...invoices.values()].filter(({ subscriptionId }) => subscriptionId === id).toReversed(),
    findInvoiceOf: async (paymentIntentId) =>
      [...invoices.values()].find((one) => one.paymentIntentId === paymentIntentId) ?? null,
    setCancelAtPeriodEnd: async (id, cancel) =>
      set(id, { cancelAtPeriodEnd: cancel, cancellationReason: cancel ? 'requested' : null }),
    changeNextPeriod: async (id, { metadata }) =>
      set(id, { metadata: { ...find(id).metadata, ...metadata } }),
    async previewNextPeriod(id) {
      const { currentPeriodEnd: periodStart } = find(id);
      return { periodStart, periodEnd: month(periodStart.getUTCMonth() - 3) };
    },
    pauseCollection: async (id, { metadata }) =>
      set(id, { isVoidingInvoices: true, metadata: { ...find(id).metadata, ...metadata } }),
    async resumeCollection(id, removed) {
      const retained = Object.entries(find(id).metadata).filter(([name]) => !Object.hasOwn(removed, name));
      return set(id, { isVoidingInvoices: false, metadata: Object.fromEntries(retained) });
    },
    // Halfway through the period, from 180 to 220 pounds.
    previewUpgrade: async () => ({ amountPence: 2_000 }),
    async upgradeNow(id, { metadata }) {
      const facts = set(id, { metadata: { ...find(id).metadata, ...metadata } });
      const period = facts.currentPeriodStart.getUTCMonth() - 4;
      setInvoice(id, period + 0.5, {
        reason: 'change',
        status: 'paid',
        amountPaidPence: 2_000,
        metadata: facts.metadata,
        periodStart: new Date(facts.currentPeriodStart.getTime() + 1),
      });
      return facts;
    },
    async cancelNow(id) {
      cancelled.push(id);
      return set(id, { status: 'canceled', endedAt: month(11), cancellationReason: 'requested' });
    },
    async voidInvoice(id) {
      const invoice = await adapter.readInvoice(id);
      if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return invoice;
      const voided = { ...invoice, status: 'void' as const, nextAttemptAt: null };
      invoices.set(id, voided);
      // As at Stripe, nothing unpaid is left that would make it past due.
      const { subscriptionId } = invoice;
      if (subscriptionId !== null && find(subscriptionId).status === 'past_due')
        set(subscriptionId, { status: 'active' });
      return voided;
    },
  };
  const completeSession = (sessionId: string, subscriptionId: string) => {
    const session = sessions.get(sessionId);
    if (session) sessions.set(sessionId, { ...session, subscriptionId });
  };
  return { adapter, open, pay, skip, fail, end, set, completeSession, cancelled };
}
