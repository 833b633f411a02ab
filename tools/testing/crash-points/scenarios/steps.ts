import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { z } from 'zod';
import type { StudioEvent } from '#domain/registry.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import { bookClass } from '#services/commands/booking/book-class.ts';
import { startPayment } from '#services/commands/payment/start-payment.ts';
import { payByCard } from '#tools/testing/pay-by-card.ts';
import type { Cell, CellMember } from '../cell.ts';

/** Steps that several stories begin with. They happen outside of any process that may die. */

export const threeClassPass = 4;
export const signUpClass = 1;

const booked = z.object({ bookingId: z.number() });

/** Books; the booking's id. */
export async function book(cell: Cell, { token }: CellMember, classId: number): Promise<number> {
  return booked.parse(await cell.ask(token, 'POST', '/api/bookings', { classId })).bookingId;
}

/** Booked two days ago, so that the confirmation is long over; the booking's id. */
export async function bookBefore(cell: Cell, { id: memberId }: CellMember, classId: number): Promise<number> {
  const deps = { ...cell.studio.lasting, nextBookingId: () => cell.id('booking_id_seq') };
  const wish = { classId, memberId, source: 'member' } as const;
  const { bookingId, position } = await bookClass(deps, wish, cell.context(2 * millisecondsInDay));
  await cell.studio.shown(position);
  return bookingId;
}

export const join = (cell: Cell, { token }: CellMember, classId: number) =>
  cell.ask(token, 'POST', '/api/waitlist', { classId });

/** The last event of a type in a stream. */
export async function lastEvent<T extends StudioEvent['type']>(
  cell: Cell,
  stream: string,
  type: T,
): Promise<RecordedEvent<Extract<StudioEvent, { type: T }>>> {
  const { events } = await cell.studio.lasting.eventStore.readStream(stream);
  const found = events.findLast(
    (event): event is RecordedEvent<Extract<StudioEvent, { type: T }>> => event.type === type,
  );
  if (found === undefined) throw new Error(`${stream} has no ${type}`);
  return found;
}

/** A payment that was started more than a day ago and never paid; its id. */
export async function leftUnpaid(cell: Cell, { id: memberId }: CellMember): Promise<string> {
  const context = cell.context(millisecondsInDay + millisecondsInHour);
  const started = await startPayment(cell.studio.lasting, { memberId, passId: threeClassPass }, context);
  await cell.studio.shown(started.position);
  return started.paymentIntentId;
}

const intent = z.object({ clientSecret: z.string() });

/** Starts a payment for a pass and gives Stripe a card; the payment's id. */
export async function pay(cell: Cell, { token }: CellMember, passId: number, card?: string): Promise<string> {
  const { clientSecret } = intent.parse(
    await cell.ask(token, 'POST', '/api/create-payment-intent', { passId }),
  );
  return (await payByCard(cell.studio.siteUrl, { clientSecret }, card)).id;
}

export const complete = (cell: Cell, { token }: CellMember, id: string) =>
  cell.ask(token, 'POST', '/api/complete-payment', { payment_intent_id: id });

/** Buys three classes; the payment's id. */
export async function buy(cell: Cell, member: CellMember): Promise<string> {
  const id = await pay(cell, member, threeClassPass);
  await complete(cell, member, id);
  return id;
}

const session = z.object({ sessionUrl: z.string() });

/** A payment page for the membership, not paid yet; its address. */
export async function openPage(cell: Cell, { token }: CellMember): Promise<string> {
  return session.parse(await cell.ask(token, 'POST', '/api/create-membership-subscription')).sessionUrl;
}

/** Pays on the page; the session's id. */
export async function payPage(url: string): Promise<string> {
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
  cell.ask(token, 'POST', '/api/membership/complete', { session_id: id });

export interface CellMembership {
  readonly id: number;
  readonly stream: string;
  readonly subscriptionId: string;
  readonly paymentIntentId: string;
}

/** A membership that runs. */
export async function subscribe(cell: Cell, member: CellMember): Promise<CellMembership> {
  const { lasting } = cell.studio;
  await finishCheckout(cell, member, await payPage(await openPage(cell, member)));
  const id = await lasting.membershipIds.of(member.id);
  const stream = `membership-${id}`;
  const { data } = await lastEvent(cell, stream, 'MembershipStarted');
  const { subscriptionId, paymentIntentId } = data;
  if (paymentIntentId === null) throw new Error('The first month was not paid');
  return { id, stream, subscriptionId, paymentIntentId };
}

const inInbox = z.array(z.object({ id: z.string() }));

/** The webhook of a type about a payment or subscription, once it is in the inbox. */
export async function webhookOf(cell: Cell, type: string, about: string): Promise<string> {
  await cell.studio.told();
  const { rows } = await cell.studio.lasting.pool.query(
    `SELECT event_id AS id FROM stripe_webhooks WHERE type = $1 AND payload::text LIKE '%' || $2 || '%'`,
    [type, about],
  );
  const [webhook] = inInbox.parse(rows);
  if (webhook === undefined) throw new Error(`No ${type} about ${about} came`);
  return webhook.id;
}
