import { randomUUID } from 'node:crypto';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { z } from 'zod';
import { releaseSeat } from '#domain/class/decide-seats.ts';
import { classDecider } from '#domain/class/decider.ts';
import { addDaysToDay, toLondonDay } from '#domain/london-time.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { defaultRules } from '#domain/rules/rules.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import { advanceBooking } from '#services/commands/booking/advance-booking.ts';
import { bookClass } from '#services/commands/booking/book-class.ts';
import { settleMembership } from '#services/commands/membership/settle-membership.ts';
import { startPayment } from '#services/commands/payment/start-payment.ts';
import { adjustPasses } from '#services/commands/wallet/adjust-passes.ts';
import { payByCard } from '#tools/testing/pay-by-card.ts';
import { advanceWaitlistJob } from '#workers/jobs/advance-waitlist/definition.ts';
import type { WaitlistNotice } from '#workers/jobs/send-waitlist-notice/definition.ts';
import type { Cell, CellMember } from '../cell.ts';

/** Steps that several scenarios begin with. They run outside of any process that crashes. */

export const threeClassPass = 4;
export const signUpClass = 1;

const bookingAnswer = z.object({ bookingId: z.number() });

/** Books a class and returns the booking's id. */
export async function book(cell: Cell, { token }: CellMember, classId: number): Promise<number> {
  return bookingAnswer.parse(await cell.request(token, 'POST', '/api/bookings', { classId })).bookingId;
}

/** Books in the past, when no confirmation is due any more, and returns the booking's id. */
export async function bookTwoDaysAgo(
  cell: Cell,
  { id: memberId }: CellMember,
  classId: number,
): Promise<number> {
  const deps = { ...cell.studio.surviving, nextBookingId: () => cell.nextId('booking_id_seq') };
  const request = { classId, memberId, source: 'member' } as const;
  const { bookingId, position } = await bookClass(deps, request, cell.context(2 * millisecondsInDay));
  await cell.studio.waitForReadModels(position);
  return bookingId;
}

/** Completes a booking, and waits until the read models show it. */
export async function settleBooking(
  cell: Cell,
  { id: memberId }: CellMember,
  { bookingId, classId }: { bookingId: number; classId: number },
): Promise<void> {
  const { position } = await advanceBooking(
    cell.studio.surviving,
    { bookingId, classId, memberId },
    cell.context(),
  );
  await cell.studio.waitForReadModels(position);
}

/**
 * Books a class of today and cancels it late, under a rulebook that refills late cancellations, and returns the
 * booking's id. The studio's own rulebook stays as it is for the other scenarios.
 */
export async function cancelLateWithRefill(cell: Cell, member: CellMember, classId: number): Promise<number> {
  const bookingId = await book(cell, member, classId);
  const context = cell.context();
  await cell.studio.surviving.deciders.handle(classDecider, String(classId), context, (state) =>
    releaseSeat(
      state,
      { bookingId, by: 'member', now: context.now },
      { ...defaultRules, refillsLateCancellations: true },
    ),
  );
  await settleBooking(cell, member, { bookingId, classId });
  return bookingId;
}

export const joinWaitlist = (cell: Cell, { token }: CellMember, classId: number) =>
  cell.request(token, 'POST', '/api/waitlist', { classId });

/** Returns the last event of a type in a stream. */
export async function readLastEvent<T extends StudioEvent['type']>(
  cell: Cell,
  stream: string,
  type: T,
): Promise<RecordedEvent<Extract<StudioEvent, { type: T }>>> {
  const { events } = await cell.studio.surviving.eventStore.readStream(stream);
  const found = events.findLast(
    (event): event is RecordedEvent<Extract<StudioEvent, { type: T }>> => event.type === type,
  );
  if (found === undefined) throw new Error(`${stream} has no ${type}`);
  return found;
}

/** The payload and the key of a job that notifies a waiting member of an event of the class. */
export const toWaitlistNotice = (
  { id: eventId, revision }: { readonly id: string; readonly revision: bigint },
  { classId, memberId }: { readonly classId: number; readonly memberId: string },
  notice: WaitlistNotice,
): [payload: object, key: string] => [
  { eventId, revision: Number(revision), classId, memberId, notice },
  `${eventId}-${memberId}`,
];

/** Starts a payment more than a day ago, which is never paid, and returns its id. */
export async function startStalePayment(cell: Cell, { id: memberId }: CellMember): Promise<string> {
  const context = cell.context(millisecondsInDay + millisecondsInHour);
  const started = await startPayment(cell.studio.surviving, { memberId, passId: threeClassPass }, context);
  await cell.studio.waitForReadModels(started.position);
  return started.paymentIntentId;
}

const paymentAnswer = z.object({ clientSecret: z.string() });

/** Starts a payment for a pass, confirms it with a card, and returns its id. */
export async function payForPass(
  cell: Cell,
  { token }: CellMember,
  passId: number,
  card?: string,
  options?: { readonly keepsCard: boolean },
): Promise<string> {
  const { clientSecret } = paymentAnswer.parse(
    await cell.request(token, 'POST', '/api/create-payment-intent', { passId }),
  );
  return (await payByCard(cell.studio.siteUrl, { clientSecret }, card, options)).id;
}

export const completePayment = (cell: Cell, { token }: CellMember, id: string) =>
  cell.request(token, 'POST', '/api/complete-payment', { payment_intent_id: id });

/** Buys a 3 Class Pass and returns the payment's id. */
export async function buyPass(cell: Cell, member: CellMember): Promise<string> {
  const id = await payForPass(cell, member, threeClassPass);
  await completePayment(cell, member, id);
  return id;
}

const checkoutAnswer = z.object({ sessionUrl: z.string() });

/** Opens a payment page for a plan, by default the first, and returns its address. */
export async function openCheckoutPage(cell: Cell, { token }: CellMember, planId = 1): Promise<string> {
  const path = '/api/create-membership-subscription';
  return checkoutAnswer.parse(await cell.request(token, 'POST', path, { planId })).sessionUrl;
}

/** Pays on the payment page and returns the session's id. */
export async function payOnCheckoutPage(url: string): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ cardNumber: '4242424242424242', cardExpiry: '12 / 34', cardCvc: '123' }),
  });
  const id = /session_id=(cs_\w+)/.exec(answer.headers.get('location') ?? '')?.[1];
  if (id === undefined) throw new Error(`The payment page answered ${answer.status}`);
  return id;
}

export const finishCheckout = (cell: Cell, { token }: CellMember, id: string) =>
  cell.request(token, 'POST', '/api/membership/complete', { session_id: id });

export interface CellMembership {
  readonly id: number;
  readonly stream: string;
  readonly subscriptionId: string;
  readonly paymentIntentId: string;
}

/** Starts a membership. */
export async function subscribe(cell: Cell, member: CellMember, planId?: number): Promise<CellMembership> {
  const { surviving } = cell.studio;
  await finishCheckout(cell, member, await payOnCheckoutPage(await openCheckoutPage(cell, member, planId)));
  const id = await surviving.membershipIds.of(member.id);
  const stream = `membership-${id}`;
  const { data } = await readLastEvent(cell, stream, 'MembershipStarted');
  const { subscriptionId, paymentIntentId } = data;
  if (paymentIntentId === null) throw new Error('The first month was not paid');
  return { id, stream, subscriptionId, paymentIntentId };
}

/** Lets the next month of a membership fall due now at Stripe. */
export async function renewAtStripe({ studio }: Cell, subscriptionId: string): Promise<void> {
  await studio.surviving.pool.query(
    `UPDATE sandbox.stripe_due SET due_at = $2 WHERE object_id = $1 AND step = 'renew'`,
    [subscriptionId, studio.now()],
  );
  await studio.doDueAtStripe();
  await studio.waitForWebhooks();
}

/** Lets the next month of a membership fall due now, and its card be refused for it. */
export async function refuseRenewal(cell: Cell, { subscriptionId }: CellMembership): Promise<void> {
  const { siteUrl, surviving, waitForReadModels } = cell.studio;
  const answer = await fetch(`${siteUrl}/sandbox/stripe/dashboard/subscriptions/${subscriptionId}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action: 'fail' }),
  });
  if (answer.status !== 303) throw new Error(`The dashboard answered ${answer.status}`);
  await renewAtStripe(cell, subscriptionId);
  const { state, position } = await settleMembership(surviving, { subscriptionId }, cell.context());
  if (state.membership?.status !== 'past_due') throw new Error('The renewal was paid');
  await waitForReadModels(position);
}

const webhookRows = z.array(z.object({ id: z.string() }));

/** Waits for a webhook about a payment or subscription in the inbox, and returns its id. */
export async function waitForWebhook(cell: Cell, type: string, about: string): Promise<string> {
  await cell.studio.waitForWebhooks();
  const { rows } = await cell.studio.surviving.pool.query(
    `SELECT event_id AS id FROM stripe_webhooks WHERE type = $1 AND payload::text LIKE '%' || $2 || '%'`,
    [type, about],
  );
  const [webhook] = webhookRows.parse(rows);
  if (webhook === undefined) throw new Error(`No webhook ${type} about ${about} was received`);
  return webhook.id;
}

/** Gives passes so many days ago, which last three months, and returns the lot's id. */
export async function givePassesAgo(cell: Cell, member: CellMember, days: number): Promise<string> {
  const change = {
    memberId: member.id,
    direction: 'give',
    key: randomUUID(),
    passes: 2,
    reason: 'A gift',
  } as const;
  const { position } = await adjustPasses(
    cell.studio.surviving,
    change,
    cell.context(days * millisecondsInDay),
  );
  await cell.studio.waitForReadModels(position);
  return `adjustment-${member.id}-${change.key}`;
}

/** Frees the only seat of a class, with Bea first on the waiting list. */
export async function freeSeat(cell: Cell): Promise<{ classId: number; bea: CellMember }> {
  const [ann, bea] = [await cell.addMember('ann', 1), await cell.addMember('bea', 1)];
  const classId = await cell.addClass({ capacity: 1, days: 4 });
  const bookingId = await book(cell, ann, classId);
  await joinWaitlist(cell, bea, classId);
  await cell.request(ann.token, 'POST', '/api/cancel-booking', { bookingId });
  return { classId, bea };
}

/** A class later today with one free seat, which is offered to Bea; Cat waits behind her. */
export async function offerSeat(cell: Cell): Promise<{ classId: number; bea: CellMember; cat: CellMember }> {
  const [ann, bea, cat] = [
    await cell.addMember('ann', 1),
    await cell.addMember('bea', 1),
    await cell.addMember('cat', 1),
  ];
  const classId = await cell.addClass({ capacity: 1, days: 0, time: '19:00' });
  const bookingId = await book(cell, ann, classId);
  for (const member of [bea, cat]) await joinWaitlist(cell, member, classId);
  await cell.request(ann.token, 'POST', '/api/cancel-booking', { bookingId });
  await cell.runJob(advanceWaitlistJob, { classId });
  const { position } = await readLastEvent(cell, `class-${classId}`, 'SpotOffered');
  await cell.studio.waitForReadModels(position);
  return { classId, bea, cat };
}

/** Moves a class to another day and returns its new start. */
export async function moveClassFar(cell: Cell, classId: number): Promise<string> {
  await cell.request(cell.shared.admin, 'PUT', `/api/admin/classes/${classId}`, {
    name: 'beginner',
    date: addDaysToDay(toLondonDay(cell.studio.now()), 6),
    time: '18:00',
    instructorId: cell.shared.instructorId,
    maxCapacity: 1,
    duration: 50,
  });
  const { data, position } = await readLastEvent(cell, `class-${classId}`, 'ClassChanged');
  await cell.studio.waitForReadModels(position);
  return data.startsAt;
}
