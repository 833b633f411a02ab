import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import { createDeciderStore } from '#infra/event-store/decider-store.ts';
import type { DeciderStore, EventStore } from '#infra/event-store/types.ts';
import type { Mail } from '#infra/mail/mail.ts';
import type { Payments } from '#infra/payments/payments.ts';
import type { Subscriptions } from '#infra/payments/subscriptions.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { currentProcess, type MortalProcess } from './mortal-process.ts';

/** An effect of the current process; outside of any it just happens. */
function effect<T>(name: string, perform: () => Promise<T>): Promise<T> {
  return currentProcess()?.effect(name, perform) ?? perform();
}

function read<T>(ask: () => Promise<T>): Promise<T> {
  return currentProcess()?.read(ask) ?? ask();
}

function mortalEventStore(store: EventStore<StudioEvent>): EventStore<StudioEvent> {
  return {
    append(stream, expected, events, context) {
      const types = events.map(({ type }) => type).join(' + ');
      return effect(types, () => store.append(stream, expected, events, context));
    },
    readStream: (stream, fromRevision) => read(() => store.readStream(stream, fromRevision)),
    readAll: (position, batchSize) => store.readAll(position, batchSize),
    subscribe: (subscription) => store.subscribe(subscription),
    close: () => store.close(),
  };
}

/** Each process begins with no state in memory. */
function mortalDeciders(store: EventStore<StudioEvent>): DeciderStore<StudioEvent> {
  const ofNobody = createDeciderStore(store);
  const ofProcesses = new WeakMap<MortalProcess, DeciderStore<StudioEvent>>();
  const own = () => {
    const process = currentProcess();
    if (process === undefined) return ofNobody;
    const deciders = ofProcesses.get(process) ?? createDeciderStore(store);
    ofProcesses.set(process, deciders);
    return deciders;
  };
  return {
    load: (decider, id) => own().load(decider, id),
    peek: (decider, id) => own().peek(decider, id),
    handle: (decider, id, context, decide) => own().handle(decider, id, context, decide),
  };
}

const mortalPayments = (stripe: Payments): Payments => ({
  createPaymentIntent: (intent) => effect('Stripe: open a payment', () => stripe.createPaymentIntent(intent)),
  readPaymentIntent: (id) => read(() => stripe.readPaymentIntent(id)),
  capturePaymentIntent: (id, key) => effect('Stripe: capture', () => stripe.capturePaymentIntent(id, key)),
  cancelPaymentIntent: (id, key) =>
    effect('Stripe: cancel a payment', () => stripe.cancelPaymentIntent(id, key)),
  refundPaymentIntent: (id, refund) => effect('Stripe: refund', () => stripe.refundPaymentIntent(id, refund)),
  async *listWebhooks(query) {
    for await (const webhook of stripe.listWebhooks(query)) yield await read(async () => webhook);
  },
  verifyWebhook: (body, signature) => stripe.verifyWebhook(body, signature),
});

const mortalSubscriptions = (stripe: Subscriptions): Subscriptions => ({
  ensurePrice: () => read(() => stripe.ensurePrice()),
  createCheckoutSession: (session) =>
    effect('Stripe: open a payment page', () => stripe.createCheckoutSession(session)),
  readCheckoutSession: (id) => read(() => stripe.readCheckoutSession(id)),
  readSubscription: (id) => read(() => stripe.readSubscription(id)),
  listSubscriptionsOf: (customerId) => read(() => stripe.listSubscriptionsOf(customerId)),
  readInvoice: (id) => read(() => stripe.readInvoice(id)),
  listInvoices: (id) => read(() => stripe.listInvoices(id)),
  findInvoiceOf: (id) => read(() => stripe.findInvoiceOf(id)),
  setCancelAtPeriodEnd: (id, cancel, key) =>
    effect('Stripe: end with the period, or not', () => stripe.setCancelAtPeriodEnd(id, cancel, key)),
  cancelNow: (id, key) => effect('Stripe: end now', () => stripe.cancelNow(id, key)),
});

const mortalMail = (brevo: Mail): Mail => ({
  sendEmail: (email) => effect(`mail ${email.kind}`, () => brevo.sendEmail(email)),
  addToList: (change) => effect(`list ${change.list} +`, () => brevo.addToList(change)),
  removeFromList: (change) => effect(`list ${change.list} -`, () => brevo.removeFromList(change)),
});

/**
 * A runtime of which every edge belongs to the process that uses it: effects there are counted, and whatever a dead process
 * asks for throws. `connected` was made over `pool`, which is mortal already (see mortal-pool.ts).
 */
export function mortalRuntime(connected: Runtime<StudioEvent>, pool: Pool): Runtime<StudioEvent> {
  const eventStore = mortalEventStore(connected.eventStore);
  return {
    ...connected,
    pool,
    eventStore,
    deciders: mortalDeciders(eventStore),
    payments: mortalPayments(connected.payments),
    subscriptions: mortalSubscriptions(connected.subscriptions),
    mail: mortalMail(connected.mail),
  };
}
