import type { Pool } from 'pg';
import type { StudioEvent } from '#domain/registry.ts';
import { createDeciderStore } from '#infra/event-store/decider-store.ts';
import type { DeciderStore, EventStore } from '#infra/event-store/types.ts';
import type { Mail } from '#infra/mail/mail.ts';
import type { Payments } from '#infra/payments/payments.ts';
import type { Subscriptions } from '#infra/payments/subscriptions.ts';
import type { Push } from '#infra/push/push.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { type CrashableProcess, currentProcess } from './crashable-process.ts';

/** Performs an effect of the current process. Outside of any process it is just performed. */
function effect<T>(name: string, perform: () => Promise<T>): Promise<T> {
  return currentProcess()?.effect(name, perform) ?? perform();
}

function read<T>(perform: () => Promise<T>): Promise<T> {
  return currentProcess()?.read(perform) ?? perform();
}

function wrapEventStore(store: EventStore<StudioEvent>): EventStore<StudioEvent> {
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

/** Gives each process a decider store of its own, which starts with no state in memory. */
function wrapDeciders(store: EventStore<StudioEvent>): DeciderStore<StudioEvent> {
  const outside = createDeciderStore(store);
  const byProcess = new WeakMap<CrashableProcess, DeciderStore<StudioEvent>>();
  const getOwn = () => {
    const process = currentProcess();
    if (process === undefined) return outside;
    const deciders = byProcess.get(process) ?? createDeciderStore(store);
    byProcess.set(process, deciders);
    return deciders;
  };
  return {
    load: (decider, id) => getOwn().load(decider, id),
    peek: (decider, id) => getOwn().peek(decider, id),
    handle: (decider, id, context, decide) => getOwn().handle(decider, id, context, decide),
  };
}

const wrapPayments = (stripe: Payments): Payments => ({
  createCustomer: (memberId, key) =>
    effect('Stripe: create a customer', () => stripe.createCustomer(memberId, key)),
  listCards: (id) => read(() => stripe.listCards(id)),
  removeCard: (id) => effect('Stripe: remove a card', () => stripe.removeCard(id)),
  createPaymentIntent: (intent) => effect('Stripe: open a payment', () => stripe.createPaymentIntent(intent)),
  readPaymentIntent: (id) => read(() => stripe.readPaymentIntent(id)),
  capturePaymentIntent: (id, key) => effect('Stripe: capture', () => stripe.capturePaymentIntent(id, key)),
  cancelPaymentIntent: (id, key) =>
    effect('Stripe: cancel a payment', () => stripe.cancelPaymentIntent(id, key)),
  refundPaymentIntent: (id, refund) => effect('Stripe: refund', () => stripe.refundPaymentIntent(id, refund)),
  findRefund: (id, key) => read(() => stripe.findRefund(id, key)),
  findDispute: (id) => read(() => stripe.findDispute(id)),
  listDisputes: (id) => read(() => stripe.listDisputes(id)),
  uploadEvidence: (file) => effect('Stripe: upload evidence', () => stripe.uploadEvidence(file)),
  submitEvidence: (id, answer) => effect('Stripe: answer a dispute', () => stripe.submitEvidence(id, answer)),
  async *listWebhooks(query) {
    for await (const webhook of stripe.listWebhooks(query)) yield await read(async () => webhook);
  },
  verifyWebhook: (body, signature) => stripe.verifyWebhook(body, signature),
});

const wrapSubscriptions = (stripe: Subscriptions): Subscriptions => ({
  ensurePrice: (price) => read(() => stripe.ensurePrice(price)),
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
  changeNextPeriod: (id, change, key) =>
    effect('Stripe: change the next period', () => stripe.changeNextPeriod(id, change, key)),
  previewUpgrade: (id, change) => read(() => stripe.previewUpgrade(id, change)),
  upgradeNow: (id, change, key) => effect('Stripe: upgrade', () => stripe.upgradeNow(id, change, key)),
  previewNextPeriod: (id) => read(() => stripe.previewNextPeriod(id)),
  pauseCollection: (id, pause, key) =>
    effect('Stripe: pause collection', () => stripe.pauseCollection(id, pause, key)),
  resumeCollection: (id, metadata, key) =>
    effect('Stripe: resume collection', () => stripe.resumeCollection(id, metadata, key)),
  cancelNow: (id, key) => effect('Stripe: end now', () => stripe.cancelNow(id, key)),
  voidInvoice: (id) => effect('Stripe: void an invoice', () => stripe.voidInvoice(id)),
});

const wrapMail = (brevo: Mail): Mail => ({
  sendEmail: (email) => effect(`mail ${email.kind}`, () => brevo.sendEmail(email)),
  addToList: (change) => effect(`list ${change.list} +`, () => brevo.addToList(change)),
  removeFromList: (change) => effect(`list ${change.list} -`, () => brevo.removeFromList(change)),
  unblock: (contact) => effect('unblock an address', () => brevo.unblock(contact)),
});

const wrapPush = (push: Push): Push => ({
  ...push,
  send: (target, message, options) => effect('push', () => push.send(target, message, options)),
});

/**
 * Wraps a runtime so that each call outside belongs to the process that makes it: effects are counted, and a crashed process
 * gets no answer. `connected` was created over `pool`, which is already crashable (see crashable-pool.ts).
 */
export function crashableRuntime(connected: Runtime<StudioEvent>, pool: Pool): Runtime<StudioEvent> {
  const eventStore = wrapEventStore(connected.eventStore);
  return {
    ...connected,
    pool,
    eventStore,
    deciders: wrapDeciders(eventStore),
    payments: wrapPayments(connected.payments),
    subscriptions: wrapSubscriptions(connected.subscriptions),
    mail: wrapMail(connected.mail),
    push: wrapPush(connected.push),
  };
}
